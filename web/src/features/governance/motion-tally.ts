import type { Ballot, BoardMember, Motion } from '@dazi/contract/governance/governance';

export interface Tally {
  /** Of people who are on the board now: those count. */
  yes: number;
  /** What somebody has voted; null when they have not. */
  own: Ballot['vote'] | null;
  /** Ids of the ballots of those who have left the board. */
  uncounted: ReadonlySet<string>;
}

/** How a motion stands. Until it is known who is on the board every YES is counted. */
export function tallyOf(
  motion: Motion,
  board: readonly BoardMember[] | undefined,
  userId: string | null,
): Tally {
  const seated = board && new Set(board.map(({ id }) => id));
  const isCounted = ({ voterId }: Ballot) =>
    !seated || motion.status !== 'PENDING' || (voterId !== null && seated.has(voterId));
  const own = userId === null ? undefined : motion.votes.find(({ voterId }) => voterId === userId);
  return {
    yes: motion.votes.filter((ballot) => ballot.vote === 'YES' && isCounted(ballot)).length,
    own: own?.vote ?? null,
    uncounted: new Set(motion.votes.filter((ballot) => !isCounted(ballot)).map(({ id }) => id)),
  };
}
