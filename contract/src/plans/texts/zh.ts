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
