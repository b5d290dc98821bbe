import type { BallotVote, MotionStatus } from '@dazi/contract/governance/governance';
import { boardSize } from '@dazi/contract/governance/governance.rules';
import { commitmentTo } from '#platform/chain.ts';

export interface CastBallot {
  number: number;
  voterId: string | null;
  vote: BallotVote;
}

export type MotionState =
  | { status: 'PENDING' }
  /** With the numbers of the ballots it passed by. */
  | { status: 'PASSED'; ballotNumbers: number[] }
  | { status: 'FAILED' };

export type Happening = { kind: 'ballot'; vote: BallotVote } | { kind: 'board-changed' };

/**
 * A NO, which only members of the board can give, ends it: votes cannot be changed, so all seats will never agree. It
 * passes when all 12 seats are held by people who said YES, by the last YES or the last change of the board.
 */
export function nextState(
  state: MotionState,
  happening: Happening,
  { ballots, board }: { ballots: readonly CastBallot[]; board: ReadonlySet<string> },
): MotionState {
  switch (state.status) {
    case 'PASSED':
    case 'FAILED':
      return state;
    case 'PENDING': {
      if (happening.kind === 'ballot' && happening.vote === 'NO') return { status: 'FAILED' };
      const counted = ballots.filter(
        ({ voterId, vote }) => vote === 'YES' && voterId !== null && board.has(voterId),
      );
      if (board.size < boardSize || counted.length < boardSize) return state;
      return { status: 'PASSED', ballotNumbers: counted.map(({ number }) => number) };
    }
    default:
      return state satisfies never;
  }
}

export type BallotRefusal = 'NOT_A_BOARD_MEMBER' | 'ALREADY_VOTED' | 'MOTION_SETTLED';

/** Why somebody may not vote on a motion; null when they may. */
export function ballotRefusal(
  status: MotionStatus,
  voterId: string,
  { ballots, board }: { ballots: readonly Pick<CastBallot, 'voterId'>[]; board: ReadonlySet<string> },
): BallotRefusal | null {
  if (!board.has(voterId)) return 'NOT_A_BOARD_MEMBER';
  if (ballots.some((ballot) => ballot.voterId === voterId)) return 'ALREADY_VOTED';
  return status === 'PENDING' ? null : 'MOTION_SETTLED';
}

export const newlyOn = (before: ReadonlySet<string>, after: ReadonlySet<string>): string[] =>
  [...after].filter((userId) => !before.has(userId));

const notifiedEvery_ms = 24 * 60 * 60 * 1000;
export const notifiedBefore = (now: Date): Date => new Date(now.getTime() - notifiedEvery_ms);

export interface BoardVoteLink {
  number: number;
  id: string;
  action: 'ADDED' | 'REMOVED';
  createdAt: Date;
  commitment: string;
}
export const boardVoteParts = ({ number, id, action, createdAt, commitment }: BoardVoteLink) => [
  number,
  id,
  action,
  createdAt.toISOString(),
  commitment,
];
export const boardVotePersonal = (details: { voterId: string; candidateId: string }) => [
  details.voterId,
  details.candidateId,
];

export interface BallotLink {
  number: number;
  id: string;
  motionId: string;
  motionDigest: string;
  vote: BallotVote;
  votedAt: Date;
  commitment: string;
}
export const ballotParts = (link: BallotLink) => [
  link.number,
  link.id,
  link.motionId,
  link.motionDigest,
  link.vote,
  link.votedAt.toISOString(),
  link.commitment,
];
export const ballotPersonal = ({ voterId }: { voterId: string }) => [voterId];

export interface ResolutionLink {
  number: number;
  motionId: string;
  motionDigest: string;
  ballotNumbers: number[];
  passedAt: Date;
}
export const resolutionParts = (link: ResolutionLink) => [
  link.number,
  link.motionId,
  link.motionDigest,
  link.ballotNumbers,
  link.passedAt.toISOString(),
];

/** Of what a motion says: it is part of every ballot on it. */
export const motionDigest = (motion: { id: string; title: string; content: string }): string =>
  commitmentTo(motion.id, [motion.title, motion.content]);

/** The number that a list goes on below: null from its top, undefined for what is no cursor of ours. */
export function pageNumber(cursor: string | undefined): number | null | undefined {
  if (cursor === undefined) return null;
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;
}
