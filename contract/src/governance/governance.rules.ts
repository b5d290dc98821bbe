/** Seats of the board, and the YES that a motion needs: all of them. */
export const boardSize = 12;

export const governanceLimits = {
  title: 120,
  content: 5000,
  page: 20,
  links: 200,
} as const;

export const motionStatuses = ['PENDING', 'PASSED', 'FAILED'] as const;
export const ballotVotes = ['YES', 'NO'] as const;

export const deletedMember = 'Deleted member';

export const governanceChains = ['ballots', 'board-votes', 'resolutions'] as const;

export const governanceParts = ['board', 'records', 'motions', 'resolutions'] as const;
