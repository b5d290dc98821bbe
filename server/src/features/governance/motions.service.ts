import type { BallotVote, Motion } from '@dazi/contract/governance/governance';
import { makeOnce, type Remember } from '#features/identity/identity.service.ts';
import { tellGovernance } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import { chainedHash, commitmentTo, type Head } from '#platform/chain.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { findBoard, lockAccounts } from './board.store.ts';
import { type Heads, lockHeads, moveHead } from './chains.store.ts';
import { motionPut, motionSettled } from './governance.notices.ts';
import {
  ballotParts,
  ballotPersonal,
  ballotRefusal,
  type CastBallot,
  type Happening,
  motionDigest,
  nextState,
  resolutionParts,
} from './governance.rules.ts';
import { getMotion, type Motioned, motionOf } from './motion-views.service.ts';
import * as store from './motions.store.ts';

interface MotionInput {
  title: string;
  content: string;
  clientId?: string | undefined;
}

/** Puts a motion to the board, once for each client id. Error: NOT_A_BOARD_MEMBER. */
export const createMotion = (deps: Deps, actor: Actor, input: MotionInput): Promise<Motion> =>
  makeOnce(deps, actor, 'motion', input.clientId, {
    make: (remember) => putMotion(deps, actor, input, remember),
    known: async (motionId) => (await getMotion(deps, actor, motionId)).motion,
  });

async function putMotion(
  deps: Deps,
  actor: Actor,
  { title, content }: MotionInput,
  remember: Remember,
): Promise<Motion> {
  return deps.transact(async (inner) => {
    await lockAccounts(inner.db, [actor.id]);
    await lockHeads(inner.db);
    const board = await findBoard(inner.db);
    if (!board.has(actor.id)) throw new AppError('NOT_A_BOARD_MEMBER');
    const now = inner.clock();
    const id = inner.ids.next(now);
    const times = { createdAt: now, updatedAt: now };
    await store.insertMotion(inner.db, {
      id,
      title,
      content,
      createdBy: actor.id,
      status: 'PENDING',
      ...times,
      ...{ removal: null, removedAt: null },
    });
    await remember(inner, id);
    tellGovernance(inner, ['motions']);
    publishNotice(inner, motionPut, { motionId: id, personId: actor.id });
    return motionOf((await store.findMotionView(inner.db, id))!, actor, board);
  });
}

/** Votes for good, and decides the motion with the board of this moment, in one transaction. */
export async function voteOnMotion(
  deps: Deps,
  actor: Actor,
  motionId: string,
  vote: BallotVote,
): Promise<Motioned> {
  return deps.transact(async (inner) => {
    await lockAccounts(inner.db, [actor.id]);
    const heads = await lockHeads(inner.db);
    const motion = await store.findMotion(inner.db, motionId);
    if (!motion || motion.removal) throw new AppError('MOTION_NOT_FOUND');
    const board = await findBoard(inner.db);
    const cast = await store.findBallots(inner.db, [motionId]);
    const refusal = ballotRefusal(motion.status, actor.id, { ballots: cast, board });
    if (refusal) throw new AppError(refusal);

    const number = heads.ballots.number + 1;
    const now = inner.clock();
    const salt = inner.ids.secret();
    const link = {
      number,
      id: inner.ids.next(now),
      motionId,
      motionDigest: motionDigest(motion),
      vote,
      votedAt: now,
      commitment: commitmentTo(salt, ballotPersonal({ voterId: actor.id })),
    };
    const hash = chainedHash(heads.ballots.hash, ballotParts(link));
    await store.insertBallot(inner.db, { ...link, hash, voterId: actor.id, salt });
    await moveHead(inner.db, 'ballots', { number, hash });
    const isSettled = await decide(inner, heads, { kind: 'ballot', vote }, board, actor.id, [
      { motion, ballots: [...cast, { number, voterId: actor.id, vote }] },
    ]);
    if (!isSettled) {
      await store.touchMotion(inner.db, motionId, now);
      tellGovernance(inner, ['motions']);
    }
    return getMotion(inner, actor, motionId);
  });
}

/** Whoever changes the board calls this: what all of the new board have said YES to passes. */
export async function decideAnew(inner: TransactingDeps, heads: Heads, board: ReadonlySet<string>) {
  const ripe = await store.findRipe(inner.db);
  if (ripe.length === 0) return;
  const ballots = await store.findBallots(
    inner.db,
    ripe.map(({ id }) => id),
  );
  const open = ripe.map((motion) => ({
    motion,
    ballots: ballots.filter(({ motionId }) => motionId === motion.id),
  }));
  await decide(inner, heads, { kind: 'board-changed' }, board, null, open);
}

/** Decides pending motions, and enters what passed as the next resolutions. Answers whether any was settled. */
async function decide(
  inner: TransactingDeps,
  heads: Heads,
  happening: Happening,
  board: ReadonlySet<string>,
  actorId: string | null,
  open: readonly {
    motion: { id: string; title: string; content: string };
    ballots: readonly CastBallot[];
  }[],
): Promise<boolean> {
  const now = inner.clock();
  let head: Head = heads.resolutions;
  let isSettled = false;
  for (const { motion, ballots } of open) {
    const state = nextState({ status: 'PENDING' }, happening, { ballots, board });
    if (state.status === 'PENDING') continue;
    isSettled = true;
    await store.settleMotion(inner.db, motion.id, state.status, now);
    const isPassed = state.status === 'PASSED';
    publishNotice(inner, motionSettled, { motionId: motion.id, isPassed, personId: actorId });
    if (state.status !== 'PASSED') continue;
    const link = {
      number: head.number + 1,
      motionId: motion.id,
      motionDigest: motionDigest(motion),
      ballotNumbers: state.ballotNumbers,
      passedAt: now,
    };
    head = { number: link.number, hash: chainedHash(head.hash, resolutionParts(link)) };
    await store.insertResolution(inner.db, { ...link, hash: head.hash });
  }
  if (isSettled) tellGovernance(inner, ['motions']);
  if (head !== heads.resolutions) {
    await moveHead(inner.db, 'resolutions', head);
    tellGovernance(inner, ['resolutions']);
  }
  return isSettled;
}
