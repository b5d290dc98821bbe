export const pollLimits = { options: 10, leastOptions: 2, option: 100, participants: 500 } as const;

export const pollShows = ['voted', 'always', 'closed'] as const;

/** Whether they are told apart by more than case, width and the spaces around them. */
export const areDifferent = (options: readonly string[]): boolean =>
  new Set(options.map((option) => option.normalize('NFKC').trim().toLowerCase())).size === options.length;
