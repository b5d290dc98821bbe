/** What the kinds of activities are called, on screens and in calendars. */
export const planCategoryNames = {
  sport: 'スポーツ',
  outdoor: 'アウトドア',
  food: 'ごはん・飲みもの',
  games: 'ゲーム',
  arts: 'アート・音楽',
  learning: '学び',
  everyday: '暮らし',
} as const;

/** What quick answers say, on screens and in notices. */
export const quickAnswerWords = {
  on_my_way: '向かっています',
  late_5: '5分遅れます',
  late_10: '10分遅れます',
  late_20: '20分遅れます',
  here: '着きました',
  at_spot: '集合場所にいます',
  cannot_find: '合流できません。どこにいますか？',
  start_without_me: '先に始めていてください',
  cannot_come: '行けなくなりました。すみません',
  bring_something: '何か持っていきましょうか？',
  thanks: 'ありがとうございました、楽しかったです',
  see_you: 'ではのちほど',
} as const;
