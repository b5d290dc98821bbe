/** What the kinds of activities are called, on screens and in calendars. */
export const planCategoryNames = {
  en: {
    sport: 'Sport',
    outdoor: 'Outdoors',
    food: 'Food and drink',
    games: 'Games',
    arts: 'Arts and music',
    learning: 'Learning',
    everyday: 'Everyday',
  },
  ja: {
    sport: 'スポーツ',
    outdoor: 'アウトドア',
    food: 'ごはん・飲みもの',
    games: 'ゲーム',
    arts: 'アート・音楽',
    learning: '学び',
    everyday: '暮らし',
  },
  zh: {
    sport: '运动',
    outdoor: '户外',
    food: '吃喝',
    games: '游戏',
    arts: '文娱',
    learning: '学习',
    everyday: '日常',
  },
} as const;
