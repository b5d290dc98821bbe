import type { BoardMember, VotingRecord } from '@dazi/contract/governance/governance';
import { governanceLimits } from '@dazi/contract/governance/governance.rules';
import { visibleEmail } from '#features/identity/identity.service.ts';
import { tellGovernance } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import { chainedHash, commitmentTo } from '#platform/chain.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { untilNoneIsLeft } from '#platform/pages.ts';
import * as store from './board.store.ts';
import * as boardRecord from './board-record.store.ts';
import * as boardVotes from './board-votes.store.ts';
import { type Heads, lockHeads } from './chains.store.ts';
import { boardElected } from './governance.notices.ts';
import {
  boardVoteParts,
  boardVotePersonal,
  newlyOn,
  notifiedBefore,
  pageNumber,
} from './governance.rules.ts';
import { decideAnew } from './motions.service.ts';
import { forgetVoter } from './motions.store.ts';

export { findBoard, motionsWaitingFor } from './board.store.ts';
export { createMotion, voteOnMotion } from './motions.service.ts';

/** Who has the seats now, first whoever has the most votes; with `from` a page of those who come behind. */
export async function listBoardMembers(
  deps: Deps,
  viewer: Actor | null,
  from?: number,
): Promise<BoardMember[]> {
  const page = from === undefined ? undefined : { from, limit: governanceLimits.page };
  const seats = await store.findSeats(deps.db, viewer?.id ?? null, page);
  return seats.map(({ voteCount, createdAt, email, hasVoted, ...seat }) => ({
    ...seat,
    ...(viewer && { hasVoted }),
    ...emailFor(viewer, seat.id, email),
    vote_count: voteCount,
    createdAt: new Date(createdAt).toISOString(),
  }));
}

/** Visitors get none at all. */
const emailFor = (viewer: Actor | null, id: string, email: string | null) =>
  viewer ? { email: visibleEmail(email, id, viewer) } : {};

export async function listVotingRecords(
  deps: Deps,
  viewer: Actor | null,
  { limit = governanceLimits.page, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ records: VotingRecord[]; nextCursor: string | null }> {
  const below = pageNumber(cursor);
  if (below === undefined) throw new AppError('INVALID_INPUT');
  const rows = await boardRecord.pageOfRecords(deps.db, below, limit + 1);
  const shown = rows.slice(0, limit);
  const seen = ({ email, ...person }: boardRecord.RecordRow['voter']) => ({
    ...person,
    ...emailFor(viewer, person.id, email),
  });
  return {
    records: shown.map(({ id, createdAt, voter, candidate }) => ({
      id,
      voter: seen(voter),
      candidate: seen(candidate),
      createdAt: new Date(createdAt).toISOString(),
    })),
    nextCursor: rows.length > limit ? String(shown.at(-1)!.number) : null,
  };
}

/** Adds or removes the own vote for somebody, or only looks; doing it twice does it once. Answers whether it stands. */
export async function castBoardVote(
  deps: Deps,
  actor: Actor,
  { candidateId, action }: { candidateId: string; action: 'check' | 'add' | 'remove' },
): Promise<boolean> {
  if (action === 'check') return required(await boardVotes.findVote(deps.db, actor.id, candidateId));
  if (candidateId === actor.id) throw new AppError('BOARD_VOTE_YOURSELF');
  return deps.transact(async (inner) => {
    await store.lockAccounts(inner.db, [actor.id, candidateId]);
    const heads = await lockHeads(inner.db);
    const hasVoted = required(await boardVotes.findVote(inner.db, actor.id, candidateId));
    const wanted = action === 'add';
    if (hasVoted === wanted) return wanted;
    const before = await store.findBoard(inner.db);
    await enter(inner, heads, wanted ? 'ADDED' : 'REMOVED', [{ voterId: actor.id, candidateId }]);
    await boardChanged(inner, heads, before);
    return wanted;
  });
}

function required<Value>(found: Value | null): Value {
  if (found === null) throw new AppError('PERSON_NOT_FOUND');
  return found;
}

/** Enters links under the held heads; `keepsAside` when removed votes may come back with their voter. */
async function enter(
  inner: TransactingDeps,
  heads: Heads,
  action: 'ADDED' | 'REMOVED',
  pairs: readonly boardVotes.Pair[],
  keepsAside = false,
) {
  if (pairs.length === 0) return;
  const now = inner.clock();
  let { number, hash } = heads['board-votes'];
  const entered = pairs.map((pair): boardVotes.EnteredVote => {
    number++;
    const salt = inner.ids.secret();
    const commitment = commitmentTo(salt, boardVotePersonal(pair));
    const link = { number, id: inner.ids.next(now), action, createdAt: now, commitment };
    hash = chainedHash(hash, boardVoteParts(link));
    return { ...link, ...pair, hash, salt, keepsAside };
  });
  await boardVotes.appendBoardVotes(inner.db, entered, { number, hash });
  tellGovernance(inner, ['board', 'records']);
}

/** Whoever came onto the board is told, unless they only return to it, and what the new board agrees on passes. */
async function boardChanged(
  inner: TransactingDeps,
  heads: Heads,
  before: ReadonlySet<string>,
  returning?: string,
) {
  const board = await store.findBoard(inner.db);
  const newcomers = newlyOn(before, board);
  if (newcomers.length === 0) return;
  const now = inner.clock();
  const news = newcomers.filter((userId) => userId !== returning);
  for (const userId of await store.markNotified(inner.db, news, { now, before: notifiedBefore(now) })) {
    publishNotice(inner, boardElected, { userId });
  }
  await decideAnew(inner, heads, board);
}

/** Withdraws the votes of somebody who is hidden, or adds them again; the account is held: nothing else changes. */
export async function accountChanged(inner: TransactingDeps, userId: string): Promise<void> {
  const { stands, isVoter, isCandidate, isNamed } = await boardVotes.findTraces(inner.db, userId);
  if (isNamed) tellGovernance(inner, ['motions', 'resolutions']);
  if (!isVoter && !isCandidate) return;
  tellGovernance(inner, ['board', 'records']);
  const heads = await lockHeads(inner.db);
  const before = await store.findBoard(inner.db, { userId, stands: !stands });
  if (isVoter) {
    const votes = await boardVotes.findVotesOf(inner.db, userId, stands);
    await enter(inner, heads, stands ? 'ADDED' : 'REMOVED', votes, !stands);
  }
  await boardChanged(inner, heads, before, userId);
}

/** Removes every vote of somebody and for them and what is personal in the chains, which still verify. */
export async function eraseFromGovernance(deps: Deps, userId: string): Promise<void> {
  const remove = (find: (inner: TransactingDeps) => Promise<boardVotes.Pair[]>) =>
    deps.transact(async (inner) => {
      const heads = await lockHeads(inner.db);
      const pairs = await find(inner);
      const before = await store.findBoard(inner.db);
      await enter(inner, heads, 'REMOVED', pairs);
      if (pairs.length > 0) await boardChanged(inner, heads, before);
      return pairs.length;
    });
  await remove((inner) => boardVotes.findVotesOf(inner.db, userId, false));
  await untilNoneIsLeft((limit) => remove((inner) => boardVotes.findVotesFor(inner.db, userId, limit)));
  await boardVotes.deleteTraces(deps.db, userId);
  await untilNoneIsLeft((limit) => boardVotes.eraseBoardVoteDetails(deps.db, userId, limit));
  await forgetVoter(deps.db, userId);
}
