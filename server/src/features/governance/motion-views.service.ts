import type { Ballot, Motion, MotionStatus, Resolution } from '@dazi/contract/governance/governance';
import { deletedMember, governanceLimits } from '@dazi/contract/governance/governance.rules';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { findBoard } from './board.store.ts';
import { readHeads } from './chains.store.ts';
import { ballotRefusal, pageNumber } from './governance.rules.ts';
import * as store from './motions.store.ts';

interface Page {
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface Motioned {
  motion: Motion;
  resolution?: Resolution;
}

export async function getMotion(deps: Deps, viewer: Actor | null, motionId: string): Promise<Motioned> {
  const found = await store.findMotionView(deps.db, motionId);
  if (!found) throw new AppError('MOTION_NOT_FOUND');
  const motion = (await motionsOf(deps, viewer, [found]))[0]!;
  if (motion.status !== 'PASSED') return { motion };
  return { motion, resolution: resolutionOf((await store.findResolutionOf(deps.db, motionId))!) };
}

export async function listMotions(
  deps: Deps,
  viewer: Actor | null,
  { limit = governanceLimits.page, cursor, except }: Page & { except?: MotionStatus | undefined },
): Promise<{ motions: Motion[]; nextCursor: string | null }> {
  const rows = await store.pageOfMotions(deps.db, { after: afterOf(cursor), except, limit: limit + 1 });
  const shown = await motionsOf(deps, viewer, rows.slice(0, limit));
  const last = shown.at(-1);
  const nextCursor =
    rows.length > limit && last ? `${last.status === 'PENDING' ? 'p' : 's'}${cursorOf(last)}` : null;
  return { motions: shown, nextCursor };
}

function afterOf(cursor: string | undefined) {
  if (cursor === undefined) return null;
  if (!/^[ps]./.test(cursor)) throw new AppError('INVALID_INPUT');
  return { ...frontierOf(cursor.slice(1)), isPending: cursor.startsWith('p') };
}

export async function listResolutions(
  deps: Deps,
  { limit = governanceLimits.page, cursor }: Page,
): Promise<{ resolutions: Resolution[]; nextCursor: string | null; total: number }> {
  const below = pageNumber(cursor);
  if (below === undefined) throw new AppError('INVALID_INPUT');
  const rows = await store.pageOfResolutions(deps.db, below, limit + 1);
  const { number: total } = (await readHeads(deps.db)).resolutions;
  const shown = rows.slice(0, limit);
  return {
    resolutions: shown.map(resolutionOf),
    nextCursor: rows.length > limit ? String(shown.at(-1)!.number) : null,
    total,
  };
}

const ballotOf = ({ voter, votedAt, ...rest }: store.VoteRow): Ballot => ({
  ...rest,
  voterId: voter?.id ?? null,
  voter,
  voter_name: voter?.name ?? deletedMember,
  votedAt: new Date(votedAt).toISOString(),
});

/** Motions as somebody sees them: what they may do is judged by the board of this moment, as a ballot is. */
async function motionsOf(
  deps: Deps,
  viewer: Actor | null,
  rows: readonly store.MotionViewRow[],
): Promise<Motion[]> {
  const isAsked = viewer !== null && rows.some(({ status, removed }) => status === 'PENDING' && !removed);
  const board = isAsked ? await findBoard(deps.db) : new Set<string>();
  return rows.map((row) => motionOf(row, viewer, board));
}

function mayVote(row: store.MotionViewRow, viewer: Actor | null, board: ReadonlySet<string>): boolean {
  if (viewer === null || row.removed) return false;
  const ballots = row.votes.map(({ voter }) => ({ voterId: voter?.id ?? null }));
  return ballotRefusal(row.status, viewer.id, { ballots, board }) === null;
}

export function motionOf(row: store.MotionViewRow, viewer: Actor | null, board: ReadonlySet<string>): Motion {
  const { votes, creator, createdAt, updatedAt, ...rest } = row;
  return {
    ...rest,
    can: { vote: mayVote(row, viewer, board) },
    createdBy: creator?.id ?? null,
    creator,
    votes: votes.map(ballotOf),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

function resolutionOf({ votes, passedAt, createdAt, ...rest }: store.ResolutionRow): Resolution {
  const yesVotes = votes.filter(({ vote }) => vote === 'YES').length;
  return {
    ...rest,
    passedAt: new Date(passedAt).toISOString(),
    createdAt: new Date(createdAt).toISOString(),
    votingSummary: { totalVotes: votes.length, yesVotes, noVotes: votes.length - yesVotes },
    votes: votes.map(ballotOf),
  };
}
