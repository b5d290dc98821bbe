import type { JoinType } from '@dazi/contract/chat/conversations';
import { tellConversation } from '#features/live/live.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { publishNotice } from '#platform/notices.ts';
import * as comingStore from './coming.store.ts';
import { endConversation, tellDetails } from './conversation-changes.service.ts';
import { ownerChanged } from './conversations.notices.ts';
import * as store from './conversations.store.ts';
import * as memberViews from './member-views.store.ts';
import * as memberStore from './members.store.ts';
import { appendEvent, comingOf, type Line, lineOf, tellAppended } from './message-appending.service.ts';
import type { UnsentMessage } from './message-appending.store.ts';
import { noteFormer } from './reportable-messages.store.ts';

type Person = { id: string; name: string };

/** Lets somebody in, and says so and what is `further` to say; false when they are a member already. The caller has the room to itself. */
export async function addMember(
  inner: TransactingDeps,
  conversationId: string,
  person: Person,
  joinType: JoinType,
  further: readonly Line[] = [],
): Promise<boolean> {
  const lines = [comingOf(inner, person), ...further.map((line) => lineOf(inner, line))];
  const coming = [{ userId: person.id, role: 'MEMBER' as const, joinType, line: 1 }];
  const come = await comingStore.letIn(inner.db, conversationId, { coming, lines, now: inner.clock() });
  if (come) {
    await tellCome(inner, conversationId, come, lines);
    return true;
  }
  const isMember = await memberStore.findStanding(inner.db, conversationId, person.id);
  if (!isMember) throw new AppError('CONVERSATION_CLOSED');
  for (const { personId, event } of further)
    await appendEvent(inner, conversationId, 'SYSTEM', personId, event);
  return false;
}

interface Guest extends Person {
  stands: boolean;
}

/** A group with an owner, whose account stands, and `guests`, who are said to have come, and what is `further` to say. Answers its id. */
export async function createGroup(
  inner: TransactingDeps,
  owner: { id: string },
  details: { title: string | null; description: string | null },
  { guests = [], further = [] }: { guests?: readonly Guest[]; further?: readonly Line[] } = {},
): Promise<string> {
  const now = inner.clock();
  const id = inner.ids.next(now);
  const lines = [
    ...guests.map((guest) => comingOf(inner, guest)),
    ...further.map((line) => lineOf(inner, line)),
  ];
  const coming = [
    { userId: owner.id, role: 'OWNER' as const, joinType: 'AUTO' as const, line: 0 },
    ...guests.map((guest, index) => ({
      ...{ userId: guest.id, role: 'MEMBER' as const, joinType: 'AUTO' as const },
      line: index + 1,
    })),
  ];
  const memberCount = 1 + guests.filter(({ stands }) => stands).length;
  const come = await comingStore.insertGroup(
    inner.db,
    { id, ...details, memberCount },
    { coming, lines, now },
  );
  await tellCome(inner, id, come, lines);
  return id;
}

/** First of the coming, so that newcomers hear of the lines too. */
async function tellCome(
  inner: TransactingDeps,
  conversationId: string,
  { members, memberCount, appended }: comingStore.Come,
  lines: readonly UnsentMessage[],
): Promise<void> {
  const standing = members.filter(({ stands }) => stands);
  for (const [place, row] of standing.entries()) {
    const count = memberCount - standing.length + place + 1;
    const member = memberViews.asMember(row);
    tellConversation(inner, { type: 'member_join', conversationId, member, memberCount: count });
  }
  const faces = new Map(members.map((member) => [member.userId, faceOf(member)]));
  const unsentMessages = lines.map((line) =>
    line.type === 'JOIN' ? { ...line, face: faces.get(line.senderId!) ?? null } : line,
  );
  if (lines.length > 0) await tellAppended(inner, conversationId, { unsentMessages, appended });
}

/** As others see them in what the server says of them; null for whom they may not see. */
const faceOf = ({ stands, name, avatarUrl }: Pick<comingStore.NewMember, 'stands' | 'name' | 'avatarUrl'>) =>
  stands ? { name, avatarUrl } : null;

export interface Departure {
  wasOwner: boolean;
  newOwnerId: string | null;
  isEmpty: boolean;
}

/** The earliest member follows an owner, where it passes on by itself. Null for strangers. The caller has locked the room. */
export async function removeMember(
  inner: TransactingDeps,
  conversationId: string,
  person: Person,
  how: 'member_left' | 'member_removed' | 'account_erased',
  { passesOn = true } = {},
): Promise<Departure | null> {
  const gone = await memberStore.deleteMember(inner.db, conversationId, person.id);
  if (!gone) return null;
  if (how !== 'account_erased') {
    noteFormer(inner.db, { conversationId, userId: person.id, leftAt: inner.clock() });
  }
  const wasOwner = gone.role === 'OWNER';
  // Only members of private conversations are told of each other.
  const isPrivate = gone.receiptSequence !== null;
  // Whose account stands no more was counted as long as nobody counted anew.
  const isCounted = isPrivate || gone.stands;
  if (!isCounted) await memberStore.holdCount(inner.db, conversationId);
  const memberCount = isCounted
    ? gone.memberCount
    : await memberStore.recountMembers(inner.db, conversationId);
  if (isPrivate && memberCount > 0) return { wasOwner, newOwnerId: null, isEmpty: false };
  tellConversation(inner, { type: 'member_leave', conversationId, userId: person.id, memberCount });
  const isEmpty =
    memberCount === 0 &&
    (isPrivate || isLeftByAll(await memberStore.othersIn(inner.db, conversationId, person.id), how));
  if (isEmpty) {
    await endConversation(inner, conversationId);
    return { wasOwner, newOwnerId: null, isEmpty: true };
  }
  // Of an erased account nothing is said any more.
  if (how !== 'account_erased') {
    const params = { name: person.name };
    await appendEvent(inner, conversationId, 'LEAVE', person.id, { code: how, params }, null, faceOf(gone));
  }
  const newOwnerId =
    wasOwner && passesOn ? await memberStore.findEarliestMember(inner.db, conversationId) : null;
  if (newOwnerId) await makeOwner(inner, conversationId, newOwnerId);
  return { wasOwner, newOwnerId, isEmpty: false };
}

/** Whether all other accounts have left; erasing such accounts one by one must not end the group by itself. */
const isLeftByAll = (
  { isAnyStanding, isAnyLeft }: memberStore.Others,
  how: 'member_left' | 'member_removed' | 'account_erased',
): boolean => (how === 'account_erased' ? !isAnyLeft : !isAnyStanding);

/** Whether a group would end if somebody went now. The caller has the room to itself. */
export async function isLastMember(
  deps: Deps,
  conversationId: string,
  userId: string,
  how: 'member_left' | 'member_removed' | 'account_erased',
): Promise<boolean> {
  const others = await memberStore.othersIn(deps.db, conversationId, userId);
  return others.isMember && isLeftByAll(others, how);
}

/** An account of a member goes or came back: the group is as large as those whose account stands. */
export async function membersChanged(inner: TransactingDeps, conversationId: string): Promise<void> {
  await memberStore.recountMembers(inner.db, conversationId);
  tellDetails(inner, conversationId);
}

/** Passes a conversation on, which the line `code` says; whoever had it stays a member. Of a plan the plan tells. */
export async function makeOwner(
  inner: TransactingDeps,
  conversationId: string,
  userId: string,
  code: 'owner_changed' | 'owner_objected' | 'plan_host_changed' = 'owner_changed',
): Promise<void> {
  const before = await memberStore.findOwner(inner.db, conversationId);
  if (before === userId) return;
  if (before) await memberStore.setRole(inner.db, conversationId, before, 'MEMBER');
  await memberStore.setOwner(inner.db, conversationId, userId);
  const owner = await memberViews.findMember(inner.db, conversationId, userId);
  await appendEvent(inner, conversationId, 'SYSTEM', userId, {
    code,
    params: { name: owner?.name ?? '' },
  });
  if (code !== 'plan_host_changed') publishNotice(inner, ownerChanged, { conversationId, userId });
  tellDetails(inner, conversationId);
}

export function earliestMember(deps: Deps, conversationId: string): Promise<string | null> {
  return memberStore.findEarliestMember(deps.db, conversationId);
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
