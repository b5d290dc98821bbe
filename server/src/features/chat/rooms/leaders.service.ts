import type { VoteCounts } from '@dazi/contract/chat/rooms';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import * as conversations from '#features/chat/conversations/conversations.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import * as voteStore from './leader-votes.store.ts';
import { tellMap, tellRequests } from './room-standing.service.ts';
import { isElected } from './rooms.rules.ts';
import * as store from './rooms.store.ts';

interface LeaderVotes {
  counts: VoteCounts;
  votedFor: { id: string; name: string } | null;
}

/** Whom the members want to lead. */
export async function leaderVotes(deps: Deps, actor: Actor, conversationId: string): Promise<LeaderVotes> {
  await conversations.requireMembership(deps, actor, conversationId);
  const votes = await voteStore.listVotes(deps.db, conversationId);
  const own = votes.find(({ voterId }) => voterId === actor.id);
  return { counts: countsOf(votes), votedFor: own ? { id: own.candidateId, name: own.candidateName } : null };
}

function countsOf(votes: readonly { voterId: string; candidateId: string }[]): VoteCounts {
  const counts: VoteCounts = {};
  for (const { voterId, candidateId } of votes) {
    const count = counts[candidateId] ?? { votes: 0, voters: [] };
    counts[candidateId] = { votes: count.votes + 1, voters: [...count.voters, voterId] };
  }
  return counts;
}

/** Votes for the leader; more than half of the members make a new owner, and votes begin anew. */
export async function voteForLeader(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  candidateId: string,
): Promise<LeaderVotes & { newOwner: { id: string; name: string } | null }> {
  return deps.transact(async (inner) => {
    await conversations.requireMembership(inner, actor, conversationId);
    const room = await store.lockRoomOf(inner.db, conversationId);
    if (!room) throw new AppError('CONVERSATION_NOT_FOUND');
    // Once more, now that nobody else changes it.
    const { conversation } = await conversations.requireMembership(inner, actor, conversationId);
    const { memberCount } = conversation;
    if (memberCount < roomLimits.voters) throw new AppError('TOO_FEW_VOTERS');
    const candidate = await store.findPerson(inner.db, candidateId);
    if (!candidate || !(await conversations.roleOf(inner, conversationId, candidateId))) {
      throw new AppError('CANDIDATE_NOT_A_MEMBER');
    }
    const createdAt = inner.clock();
    await voteStore.putVote(inner.db, { conversationId, voterId: actor.id, candidateId, createdAt });
    const counts = countsOf(await voteStore.listVotes(inner.db, conversationId));
    const isOwner = (await conversations.ownerOf(inner, conversationId)) === candidateId;
    if (isOwner || !isElected(counts[candidateId]?.votes ?? 0, memberCount)) {
      conversations.tellDetails(inner, conversationId);
      return { counts, votedFor: candidate, newOwner: null };
    }
    await passOn(inner, room, candidateId);
    return { counts: {}, votedFor: null, newOwner: candidate };
  });
}

async function passOn(inner: TransactingDeps, room: store.RoomRow, userId: string) {
  await conversations.makeOwner(inner, room.conversationId, userId);
  await voteStore.deleteVotes(inner.db, room.conversationId);
  tellRequests(inner, room.conversationId, userId);
  tellMap(inner, room, userId);
}

/**
 * Passes on the rooms of somebody who deletes their account, at once to whoever has been there longest.
 * Coming back they are members like others; a room that nobody was left to own is theirs again.
 */
export async function passOnRoomsOf(inner: TransactingDeps, userId: string): Promise<void> {
  for (let after = ''; ; ) {
    const page = await store.pageOfRoomsWith(inner.db, userId, after, passedAtOnce);
    for (const { room, role } of page) {
      // Who comes and goes at this moment comes before or after.
      if (!(await store.lockRoom(inner.db, room.id))) continue;
      // Also what they said is not there any more for the others, or is again: it counts no longer as unread.
      await conversations.membersChanged(inner, room.conversationId);
      if (role === 'OWNER' || !(await conversations.ownerOf(inner, room.conversationId))) {
        const next = await conversations.earliestMember(inner, room.conversationId);
        if (next && (next !== userId || role !== 'OWNER')) await passOn(inner, room, next);
      }
      tellMap(inner, room, userId);
    }
    if (page.length < passedAtOnce) return;
    after = page.at(-1)!.room.id;
  }
}

const passedAtOnce = 100;
