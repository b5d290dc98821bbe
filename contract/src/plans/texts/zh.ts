/** What the kinds of activities are called, on screens and in calendars. */
export const planCategoryNames = {
  sport: '运动',
  outdoor: '户外',
  food: '吃喝',
  games: '游戏',
  arts: '文娱',
  learning: '学习',
  everyday: '日常',
} as const;

/** What quick answers say, on screens and in notices. */
export const quickAnswerWords = {
  on_my_way: '在路上了',
  late_5: '晚到5分钟',
  late_10: '晚到10分钟',
  late_20: '晚到20分钟',
  here: '我到了',
  at_spot: '我在集合点',
  cannot_find: '没找到你们，在哪儿？',
  start_without_me: '你们先开始吧',
  cannot_come: '抱歉，我来不了了',
  bring_something: '要带点什么吗？',
  thanks: '谢谢，今天很开心',
  see_you: '待会儿见',
} as const;
