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
