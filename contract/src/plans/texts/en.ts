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

/** What quick answers say, on screens and in notices. */
export const quickAnswerWords = {
  on_my_way: 'On my way',
  late_5: 'Running 5 min late',
  late_10: 'Running 10 min late',
  late_20: 'Running 20 min late',
  here: "I'm here",
  at_spot: "I'm at the meeting place",
  cannot_find: "I can't find you",
  start_without_me: 'Start without me',
  cannot_come: "I can't come after all",
  bring_something: 'Shall I bring something?',
  thanks: 'Thanks, that was good',
  see_you: 'See you soon',
} as const;
