/** A day, by the age of the account; `null` is no limit of its own. Not in demo mode, unless DEMO_PUBLIC. */
export const newcomerBudgets = {
  day_ms: 24 * 60 * 60 * 1000,
  week_ms: 7 * 24 * 60 * 60 * 1000,
  posts: { day: 5, week: 20, later: 60 },
  comments: { day: 20, week: 60, later: 300 },
  newPeople: { day: 5, week: 15, later: 30 },
  roomsMade: { day: 1, week: 3, later: 10 },
  joins: { day: 5, week: 20, later: 60 },
  memosToStrangers: { day: 0, week: 5, later: 20 },
  picturesToStrangers: { day: 0, week: 3, later: 30 },
  /** In one post, comment or message to a stranger. */
  links: { day: 0, week: 1, later: null },
} as const;
