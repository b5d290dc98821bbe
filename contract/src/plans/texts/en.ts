/** What the kinds of activities are called, on screens and in calendars. */
export const planCategoryNames = {
  sport: 'Sport',
  outdoor: 'Outdoors',
  food: 'Food and drink',
  games: 'Games',
  arts: 'Arts and music',
  learning: 'Learning',
  everyday: 'Everyday',
} as const;
