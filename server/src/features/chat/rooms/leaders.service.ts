import type { VoteCounts } from '@dazi/contract/chat/rooms';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import * as conversations from '#features/chat/conversations/conversations.service.ts';
import { givesUpOffices, keptWhileSuspended_ms } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import * as voteStore from './leader-votes.store.ts';
import {
  afterElection,
  afterObjection,
  afterSuccession,
  countsFrom,
  countsOf,
  isElected,
  type Leadership,
  mayObjectNow,
  settledSince,
} from './leaders.rules.ts';
import { tellMap, tellRequests } from './room-standing.service.ts';
import { leaderElected } from './rooms.notices.ts';
import * as store from './rooms.store.ts';

interface LeaderVotes {
  counts: VoteCounts;
  votedFor: { id: string; name: string } | null;
  counted: number;
  countsFrom: string | null;
}

export async function leaderVotes(deps: Deps, actor: Actor, conversationId: string): Promise<LeaderVotes> {
  const membership = await conversations.requireMembership(deps, actor, conversationId);
  const room = await store.findRoomOf(deps.db, conversationId);
  const votes = await voteStore.listVotes(deps.db, conversationId);
  const own = votes.find(({ voterId }) => voterId === actor.id);
  return {
    ...(await countedAmong(deps, membership, room, votes)),
    votedFor: own ? { id: own.candidateId, name: own.candidateName } : null,
  };
}

/** The votes of those who count, how many these are, and whether the caller is one of them. */
async function countedAmong(
  deps: Deps,
  { conversation, member }: conversations.Membership,
  room: store.RoomRow | undefined,
  votes: readonly voteStore.Vote[],
): Promise<Omit<LeaderVotes, 'votedFor'>> {
  const now = deps.clock();
  const electorate = { createdAt: conversation.createdAt, objectedAt: room?.objectedAt ?? null };
  const since = settledSince(electorate, now);
  return {
    counts: countsOf(votes, since),
    counted: await conversations.countMembersSince(deps, conversation.id, since),
    countsFrom: countsFrom(member.joinedAt, electorate, now)?.toISOString() ?? null,
  };
}

/** Votes for the leader; more than half of the members who count make a new owner, and votes begin anew. */
export async function voteForLeader(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  candidateId: string,
): Promise<LeaderVotes & { newOwner: { id: string; name: string } | null }> {
  return deps.transact(async (inner) => {
    const { room, membership } = await requireLockedMembership(inner, actor, conversationId);
    if (membership.conversation.memberCount < roomLimits.voters) throw new AppError('TOO_FEW_VOTERS');
    const candidate = await store.findPerson(inner.db, candidateId);
    if (!candidate || !(await conversations.roleOf(inner, conversationId, candidateId))) {
      throw new AppError('CANDIDATE_NOT_A_MEMBER');
    }
    const createdAt = inner.clock();
    await voteStore.putVote(inner.db, { conversationId, voterId: actor.id, candidateId, createdAt });
    const votes = await voteStore.listVotes(inner.db, conversationId);
    const found = await countedAmong(inner, membership, room, votes);
    const outgoingId = await conversations.ownerOf(inner, conversationId);
    if (outgoingId === candidateId || !isElected(found.counts[candidateId]?.votes ?? 0, found.counted)) {
      conversations.tellDetails(inner, conversationId);
      return { ...found, votedFor: candidate, newOwner: null };
    }
    const after = afterElection(room, { electedId: candidateId, outgoingId }, createdAt);
    await passOn(inner, room, candidateId, after);
    if (outgoingId && mayObjectNow(after, outgoingId, createdAt)) {
      publishNotice(inner, leaderElected, { conversationId, userId: outgoingId, personId: candidateId });
    }
    return { ...found, counts: {}, votedFor: null, newOwner: candidate };
  });
}

/** For a while only those count who had been there long enough by now. NO_OBJECTION and those of the membership. */
export async function objectToLeader(deps: Deps, actor: Actor, conversationId: string): Promise<void> {
  await deps.transact(async (inner) => {
    const { room } = await requireLockedMembership(inner, actor, conversationId);
    const now = inner.clock();
    if (!mayObjectNow(room, actor.id, now)) throw new AppError('NO_OBJECTION');
    await passOn(inner, room, actor.id, afterObjection(now), 'owner_objected');
  });
}

/** The membership in a room whose members and votes nobody else changes until the end. */
async function requireLockedMembership(inner: TransactingDeps, actor: Actor, conversationId: string) {
  await conversations.requireMembership(inner, actor, conversationId);
  const room = await store.lockRoomOf(inner.db, conversationId);
  if (!room) throw new AppError('CONVERSATION_NOT_FOUND');
  // Once more, now that nobody else changes it.
  return { room, membership: await conversations.requireMembership(inner, actor, conversationId) };
}

async function passOn(
  inner: TransactingDeps,
  room: store.RoomRow,
  userId: string,
  leadership: Leadership,
  code: 'owner_changed' | 'owner_objected' = 'owner_changed',
) {
  await conversations.makeOwner(inner, room.conversationId, userId, code);
  await voteStore.deleteVotes(inner.db, room.conversationId);
  await store.changeRoom(inner.db, room.id, leadership);
  tellRequests(inner, room.conversationId, userId);
  tellMap(inner, room, userId);
}

/**
 * Passes on the rooms of somebody who deletes their account, at once to whoever has been there longest; of somebody
 * suspended once that is long. Coming back they are members like others; what nobody was left to own is theirs again.
 */
export async function passOnRoomsOf(inner: TransactingDeps, userId: string): Promise<void> {
  const givesUp = await givesUpOffices(inner, userId);
  for (let after = ''; ; ) {
    const page = await store.pageOfRoomsWith(inner.db, userId, after, passedAtOnce);
    for (const { room, role } of page) {
      // Who comes and goes at this moment comes before or after.
      const locked = await store.lockRoom(inner.db, room.id);
      if (!locked) continue;
      // Also what they said is not there any more for the others, or is again: it counts no longer as unread.
      await conversations.membersChanged(inner, room.conversationId);
      const isOwner = role === 'OWNER';
      if (isOwner ? givesUp : !(await conversations.ownerOf(inner, room.conversationId))) {
        const next = await conversations.earliestMember(inner, room.conversationId);
        if (next && (next !== userId || !isOwner))
          await passOn(inner, locked, next, afterSuccession(locked, next, inner.clock()));
      }
      tellMap(inner, room, userId);
    }
    if (page.length < passedAtOnce) return;
    after = page.at(-1)!.room.id;
  }
}

const passedAtOnce = 100;

/** Rooms whose owner has been suspended for long pass on, where there is anybody. */
export async function passOnRoomsOfSuspended(deps: Deps): Promise<void> {
  const now = deps.clock();
  const before = new Date(now.getTime() - keptWhileSuspended_ms);
  for (const userId of await store.findSuspendedOwners(deps.db, { before, now }, passedAtOnce)) {
    await deps.transact((inner) => passOnRoomsOf(inner, userId));
  }
}
