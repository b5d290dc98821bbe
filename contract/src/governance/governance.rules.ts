/** Seats of the board, and the YES that a motion needs: all of them. */
export const boardSize = 12;

export const governanceLimits = {
  title: 120,
  content: 5000,
  /** Motions, resolutions and voting records of one page. */
  page: 20,
  /** Links of a chain of one page. */
  links: 200,
} as const;

export const motionStatuses = ['PENDING', 'PASSED', 'FAILED'] as const;
export const ballotVotes = ['YES', 'NO'] as const;

/** How those are called whose account is gone. */
export const deletedMember = 'Deleted member';

export const governanceChains = ['ballots', 'board-votes', 'resolutions'] as const;

/** The lists of the board that change, each with a call of its own. */
export const governanceParts = ['board', 'records', 'motions', 'resolutions'] as const;
