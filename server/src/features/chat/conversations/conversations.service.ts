import type {
  ConversationSettings,
  JoinType,
  Member,
  MemberRole,
  MessageEvent,
} from '@dazi/contract/chat/conversations';
import {
  type LogPosition,
  tellConversation,
  tellConversationNow,
  tellPerson,
  tellPersonNow,
} from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { publishNotice } from '#platform/notices.ts';
import { foldedText } from '#platform/text-grams.ts';
import { ownerChanged } from './conversations.notices.ts';
import * as store from './conversations.store.ts';
import { type Membership, requireMembership } from './membership.service.ts';
import { appendEvent } from './message-appending.service.ts';
import { countUnread } from './message-visibility.store.ts';
import { isOpenBetween, otherSideOf } from './private.rules.ts';
import * as privateStore from './private.store.ts';
import { lockedPair, tellPair } from './private-pair.service.ts';

export { type Membership, requireMembership } from './membership.service.ts';
export type { LockedMessage } from './message-changes.service.ts';
export { messageViews } from './message-log.service.ts';
export { reactToMessage } from './message-reactions.service.ts';
export { namedInConversations } from './message-recipients.store.ts';
export { type MessageRedacted, messageRedactedPort, reportableMessage } from './message-redaction.service.ts';
export { sendMessage } from './message-sending.service.ts';
export { hiddenInResult, isShownInside, unreadFor } from './message-visibility.store.ts';
export { MessageWriter } from './message-writer.service.ts';
export { eraseEnded, mayReadMessageMedia, sweepUnattached } from './messages.service.ts';
export {
  lockMiniApp,
  mayAct,
  rewriteMiniApp,
  type SaidResult,
  sayResult,
  sendMiniApp,
  tellMiniApp,
} from './mini-app-messages.service.ts';
export { answerRequest, sendPrivateMessage, startConversation } from './private.service.ts';
export { shareRoom } from './private.store.ts';

/** Opens a group; its maker is its owner. */
export async function createGroup(
  inner: TransactingDeps,
  owner: Actor,
  details: { title: string; description: string | null },
): Promise<string> {
  const now = inner.clock();
  const id = inner.ids.next(now);
  await store.insertConversation(inner.db, {
    id,
    kind: 'group',
    ...details,
    isActive: true,
    memberCount: 0,
    lastSequence: 0,
    lastCounted: 0,
    lastChange: 0,
    createdAt: now,
    updatedAt: now,
    lastMessageAt: null,
  });
  await store.insertMember(inner.db, {
    conversationId: id,
    userId: owner.id,
    role: 'OWNER',
    joinType: 'AUTO',
    joinedAt: now,
  });
  await tellJoined(inner, id, owner.id);
  return id;
}

/** Lets somebody in; false when they are a member already. The caller has the room to itself. */
export async function addMember(
  inner: TransactingDeps,
  conversationId: string,
  person: { id: string; name: string },
  joinType: JoinType,
): Promise<boolean> {
  const joinedAt = inner.clock();
  const input = { conversationId, userId: person.id, role: 'MEMBER' as const, joinType, joinedAt };
  if (!(await store.insertMember(inner.db, input))) return false;
  // First the coming, so that the newcomer hears of it too.
  await tellJoined(inner, conversationId, person.id);
  await appendEvent(inner, conversationId, 'JOIN', person.id, {
    code: 'member_joined',
    params: { name: person.name },
  });
  await store.advanceToEnd(inner.db, conversationId, person.id);
  return true;
}

async function tellJoined(inner: TransactingDeps, conversationId: string, userId: string) {
  const member = await store.findMember(inner.db, conversationId, userId);
  const memberCount = await store.memberCountOf(inner.db, conversationId);
  if (!member) return;
  tellConversation(inner, {
    type: 'member_join',
    conversationId,
    member: store.asMember(member),
    memberCount,
  });
}

/** What became of a conversation that somebody has gone from. */
export interface Departure {
  wasOwner: boolean;
  newOwnerId: string | null;
  isEmpty: boolean;
}

/**
 * Takes somebody out. Of an owner the earliest member takes over; when nobody is left it ends. Null when they
 * are no member. The caller has the room to itself.
 */
export async function removeMember(
  inner: TransactingDeps,
  conversationId: string,
  person: { id: string; name: string },
  how: 'member_left' | 'member_removed' | 'account_erased',
): Promise<Departure | null> {
  const gone = await store.deleteMember(inner.db, conversationId, person.id);
  if (!gone) return null;
  const memberCount = await store.memberCountOf(inner.db, conversationId);
  const wasOwner = gone.role === 'OWNER';
  // Only members of private conversations are told of each other.
  const isPrivate = gone.receiptSequence !== null;
  if (isPrivate && memberCount > 0) return { wasOwner, newOwnerId: null, isEmpty: false };
  tellConversation(inner, { type: 'member_leave', conversationId, userId: person.id, memberCount });
  const isEmpty =
    memberCount === 0 &&
    (isPrivate || isLeftByAll(await store.othersIn(inner.db, conversationId, person.id), how));
  if (isEmpty) {
    await endConversation(inner, conversationId);
    return { wasOwner, newOwnerId: null, isEmpty: true };
  }
  // Of an erased account nothing is said any more.
  if (how !== 'account_erased') {
    const params = { name: person.name };
    await appendEvent(inner, conversationId, 'LEAVE', person.id, { code: how, params });
  }
  const newOwnerId = wasOwner ? await store.findEarliestMember(inner.db, conversationId) : null;
  if (newOwnerId) await makeOwner(inner, conversationId, newOwnerId);
  return { wasOwner, newOwnerId, isEmpty: false };
}

/**
 * Who deleted their account finds no group again that everybody else has left; but while such accounts are erased one
 * after the other, nobody has decided that it ends.
 */
const isLeftByAll = (
  { isAnyStanding, isAnyLeft }: store.Others,
  how: 'member_left' | 'member_removed' | 'account_erased',
): boolean => (how === 'account_erased' ? !isAnyLeft : !isAnyStanding);

/** Whether a group would end if somebody went now. The caller has the room to itself. */
export async function isLastMember(
  deps: Deps,
  conversationId: string,
  userId: string,
  how: 'member_left' | 'member_removed' | 'account_erased',
): Promise<boolean> {
  const others = await store.othersIn(deps.db, conversationId, userId);
  return others.isMember && isLeftByAll(others, how);
}

/** An account of a member goes or came back: the group is as large as those whose account stands. */
export async function membersChanged(inner: TransactingDeps, conversationId: string): Promise<void> {
  await store.recountMembers(inner.db, conversationId);
  tellDetails(inner, conversationId);
}

/** Passes a conversation on; whoever had it stays a member. */
export async function makeOwner(
  inner: TransactingDeps,
  conversationId: string,
  userId: string,
): Promise<void> {
  const before = await store.findOwner(inner.db, conversationId);
  if (before === userId) return;
  if (before) await store.setRole(inner.db, conversationId, before, 'MEMBER');
  await store.setRole(inner.db, conversationId, userId, 'OWNER');
  const owner = await store.findMember(inner.db, conversationId, userId);
  await appendEvent(inner, conversationId, 'SYSTEM', userId, {
    code: 'owner_changed',
    params: { name: owner?.name ?? '' },
  });
  publishNotice(inner, ownerChanged, { conversationId, userId });
  tellDetails(inner, conversationId);
}

/** Whoever has been in it longest, of those who have not deleted their account. */
export function earliestMember(deps: Deps, conversationId: string): Promise<string | null> {
  return store.findEarliestMember(deps.db, conversationId);
}

/** Nothing is said in it any more and no list shows it. */
export async function endConversation(inner: TransactingDeps, conversationId: string): Promise<void> {
  await store.changeConversation(inner.db, conversationId, { isActive: false, updatedAt: inner.clock() });
  tellConversation(inner, { type: 'conversation_update', conversationId, change: { kind: 'closed' } });
}

/** Lets members ask for the conversation again. */
export function tellDetails(inner: TransactingDeps, conversationId: string): void {
  tellConversation(inner, { type: 'conversation_update', conversationId, change: { kind: 'details' } });
}

export async function changeDetails(
  inner: TransactingDeps,
  actor: Actor,
  conversationId: string,
  details: { title?: string; description?: string | null },
): Promise<void> {
  await store.changeConversation(inner.db, conversationId, { ...details, updatedAt: inner.clock() });
  if (details.title !== undefined) {
    const event: MessageEvent = {
      code: 'title_changed',
      params: { name: actor.name, title: details.title },
    };
    await appendEvent(inner, conversationId, 'SYSTEM', actor.id, event);
  }
  tellDetails(inner, conversationId);
}

/** Says how far somebody has read. */
export async function markRead(deps: Deps, actor: Actor, conversationId: string, sequence?: number) {
  return deps.transact(async (inner) => {
    const membership = await requireMembership(inner, actor, conversationId);
    const { conversation, member } = membership;
    if (sequence !== undefined && sequence > conversation.lastSequence) {
      throw new AppError('SEQUENCE_UNKNOWN');
    }
    const upTo = sequence ?? conversation.lastSequence;
    const moved = await advanceReading(inner, membership, upTo);
    const { readSequence, readCounted } = moved ?? member;
    const isAllRead = conversation.lastCounted <= readCounted;
    const unreadCount = isAllRead ? 0 : await countUnread(inner.db, conversationId, actor.id);
    return { readSequence, unreadCount };
  });
}

/** Moves a reading position and tells whom it concerns. */
async function advanceReading(inner: TransactingDeps, membership: Membership, sequence: number) {
  const { conversation, member } = membership;
  const conversationId = conversation.id;
  // What the two of a private conversation are to each other must not change meanwhile.
  const pair = membership.pair && (await lockedPair(inner, membership.pair));
  const sendsReceipt = pair === null || isOpenBetween(pair);
  const before = await store.findReaders(inner.db, conversation);
  const moved =
    conversation.kind === 'private'
      ? await privateStore.advancePrivateReading(
          inner.db,
          conversationId,
          member.userId,
          sequence,
          pair !== null && sendsReceipt,
        )
      : await store.advanceReading(inner.db, conversationId, member.userId, sequence);
  if (!moved) return null;
  const read = { kind: 'read' as const, readSequence: moved.readSequence };
  tellPerson(inner, member.userId, { type: 'conversation_update', conversationId, change: read });
  // A check mark appears when somebody besides the sender has read: that is when the second farthest moves.
  const readers = await store.findReaders(inner.db, conversation);
  if (sendsReceipt && (readers[1]?.sequence ?? 0) > (before[1]?.sequence ?? 0)) {
    const change = { kind: 'readers' as const, readers };
    const event = { type: 'conversation_update' as const, conversationId, change };
    if (pair) tellPair(inner, pair, event, member.userId);
    else tellConversation(inner, event);
  }
  return moved;
}

/** Says that a private message one received was read, with all before it. */
export async function markPrivateMessageRead(deps: Deps, actor: Actor, messageId: string) {
  const message = await privateStore.findPrivateMessage(deps.db, actor.id, messageId);
  if (!message) throw new AppError('MESSAGE_NOT_FOUND');
  if (message.senderId === actor.id) throw new AppError('READ_ONLY_RECEIVED');
  return markRead(deps, actor, message.conversationId, message.sequence);
}

/** In private only between two who know each other and neither of whom has blocked the other. */
export async function tellTyping(deps: Deps, actor: Actor, conversationId: string): Promise<void> {
  const { conversation, pair } = await requireMembership(deps, actor, conversationId);
  const event = { type: 'typing' as const, conversationId, userId: actor.id, name: actor.name };
  if (conversation.kind === 'group') tellConversationNow(deps, event);
  else if (pair && isOpenBetween(pair)) tellPersonNow(deps, otherSideOf(pair, actor.id)!.userId, event);
}

export async function changeSettings(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  change: { [Setting in keyof ConversationSettings]?: boolean | undefined },
): Promise<ConversationSettings> {
  return deps.transact(async (inner) => {
    await requireMembership(inner, actor, conversationId);
    const settings = await store.changeSettings(inner.db, conversationId, actor.id, change);
    const changed = { kind: 'settings' as const };
    tellPerson(inner, actor.id, { type: 'conversation_update', conversationId, change: changed });
    return settings;
  });
}

/** Takes a private conversation out of the own list; the other side keeps theirs. PRIVATE_ONLY_DELETE. */
export async function removeConversation(deps: Deps, actor: Actor, conversationId: string): Promise<void> {
  await deps.transact(async (inner) => {
    const { conversation } = await requireMembership(inner, actor, conversationId);
    if (conversation.kind !== 'private') throw new AppError('PRIVATE_ONLY_DELETE');
    const upTo = await store.hideSoFar(inner.db, conversationId, actor.id);
    const change = { kind: 'hidden' as const, upTo };
    tellPerson(inner, actor.id, { type: 'conversation_update', conversationId, change });
  });
}

interface MemberPage {
  query?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** The owner first, then by name; or those whose name contains something. */
export async function listMembers(deps: Deps, actor: Actor, conversationId: string, page: MemberPage) {
  await requireMembership(deps, actor, conversationId);
  return membersOf(deps, conversationId, page);
}

/** The same without asking who asks. */
export async function membersOf(
  deps: Deps,
  conversationId: string,
  { query, limit, cursor }: MemberPage,
): Promise<{ members: Member[]; nextCursor: string | null }> {
  const after = cursor ?? null;
  const contains = query ? foldedText(query) : null;
  const ownerId = after || contains ? null : await store.findOwner(deps.db, conversationId);
  const owner = ownerId ? await store.findMember(deps.db, conversationId, ownerId) : undefined;
  const wanted = owner ? limit - 1 : limit;
  const rows = await store.pageOfMembers(deps.db, conversationId, { after, contains, limit: wanted + 1 });
  const shown = rows.slice(0, wanted);
  const last = rows.length > wanted ? (shown.at(-1) ?? null) : null;
  return {
    members: [...(owner ? [owner] : []), ...shown].map(store.asMember),
    nextCursor: last?.userId ?? null,
  };
}

/** How somebody stands in a conversation, ended or not; null when they do not. */
export async function roleOf(deps: Deps, conversationId: string, userId: string): Promise<MemberRole | null> {
  return store.findRole(deps.db, conversationId, userId);
}

export function ownerOf(deps: Deps, conversationId: string): Promise<string | null> {
  return store.findOwner(deps.db, conversationId);
}

export function memberCountOf(deps: Deps, conversationId: string): Promise<number> {
  return store.memberCountOf(deps.db, conversationId);
}

/** Takes somebody whose account is being erased out of a batch of conversations; answers how many it was. */
export async function leaveConversations(deps: Deps, userId: string, limit: number): Promise<number> {
  const page = await store.pageOfMemberships(deps.db, userId, '', limit);
  for (const { conversationId } of page) {
    await deps.transact((inner) =>
      removeMember(inner, conversationId, { id: userId, name: '' }, 'account_erased'),
    );
  }
  return page.length;
}

/** So many hear at once that somebody has deleted their account, the latest first; others when they look. */
const mostPartners = 500;

/** Lets those with whom somebody spoke in private ask for the conversation again: the account went or came back. */
export async function tellPartners(inner: TransactingDeps, userId: string): Promise<void> {
  for (const partner of await privateStore.partnersOf(inner.db, userId, mostPartners)) {
    const { conversationId } = partner;
    const change = { kind: 'details' as const };
    tellPerson(inner, partner.userId, { type: 'conversation_update', conversationId, change });
  }
}

/** What the stream of a person tells of conversations. */
export const subscriptions = {
  conversationsOf: (deps: Deps, userId: string): Promise<string[]> =>
    store.conversationIdsOf(deps.db, userId),
  positionsOf: (deps: Deps, userId: string, ids: readonly string[]): Promise<LogPosition[]> =>
    store.positionsOf(deps.db, userId, ids),
};
