import type { Member, MemberRole } from '@dazi/contract/chat/conversations';
import { type LogPosition, tellPerson } from '#features/live/live.service.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { foldedText } from '#platform/text-grams.ts';
import { type GroupStanding, keepsOrder } from './conversations.rules.ts';
import * as store from './conversations.store.ts';
import * as memberViews from './member-views.store.ts';
import * as memberStore from './members.store.ts';
import { requireMembership } from './membership.service.ts';
import * as privateStore from './private.store.ts';

export { firstHost } from './closed-parts.rules.ts';
export {
  changeDetails,
  closeConversation,
  endConversation,
  reopenConversation,
  setSlowMode,
  tellDetails,
} from './conversation-changes.service.ts';
export { type GroupStanding, isMuted, isOver, keepsOrder, mutedError } from './conversations.rules.ts';
export { type Membership, requireMembership } from './membership.service.ts';
export {
  addMember,
  createGroup,
  earliestMember,
  isLastMember,
  makeOwner,
  membersChanged,
  removeMember,
} from './membership-changes.service.ts';
export { appendEvent, type Line } from './message-appending.service.ts';
export { type LockedMessage, refuseMuted, requireReachInside } from './message-changes.service.ts';
export { messagesNumbered, messageViews } from './message-log.service.ts';
export { reactToMessage } from './message-reactions.service.ts';
export { namedInConversations } from './message-recipients.store.ts';
export { type MessageRedacted, messageRedactedPort } from './message-redaction.service.ts';
export { sendMessage } from './message-sending.service.ts';
export {
  hiddenInResult,
  hidesInResult,
  isClosed,
  isShownInside,
  unreadFor,
} from './message-visibility.store.ts';
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
export { setModerator } from './moderators.service.ts';
export { forgetEndedMutes, muteMember } from './mutes.service.ts';
export { answerRequest, openRequestPart, sendPrivateMessage, startConversation } from './private.service.ts';
export { isKnownTo, shareRoom, takesMessages } from './private.store.ts';
export { type QuickAnswers, quickAnswersPort } from './quick-answers.service.ts';
export { membersIn, noticedIn, readBefore } from './read-before.store.ts';
export { markRead } from './reading.service.ts';
export { couldRead, forgetFormerMembers, reportableMessage } from './reportable-messages.service.ts';
export { isOneOf, ofEach, ofOne, ofThese, type Within } from './within.store.ts';

interface MemberPage {
  query?: string | undefined;
  limit: number;
  cursor?: string | undefined;
  /** For those who keep the room in order. */
  showsMuted?: boolean;
}

/** The owner first, then by name; or those whose name contains something. */
export async function listMembers(deps: Deps, actor: Actor, conversationId: string, page: MemberPage) {
  const { member } = await requireMembership(deps, actor, conversationId);
  return membersOf(deps, conversationId, { ...page, showsMuted: keepsOrder(member) });
}

/** The same without asking who asks. */
export async function membersOf(
  deps: Deps,
  conversationId: string,
  { query, limit, cursor, showsMuted }: MemberPage,
): Promise<{ members: Member[]; nextCursor: string | null }> {
  const after = cursor ?? null;
  const contains = query ? foldedText(query) : null;
  const ownerId = after || contains ? null : await memberStore.findOwner(deps.db, conversationId);
  const owner = ownerId ? await memberViews.findMember(deps.db, conversationId, ownerId) : undefined;
  const wanted = owner ? limit - 1 : limit;
  const rows = await memberViews.pageOfMembers(deps.db, conversationId, {
    after,
    contains,
    limit: wanted + 1,
  });
  const shown = rows.slice(0, wanted);
  const last = rows.length > wanted ? (shown.at(-1) ?? null) : null;
  return {
    members: [...(owner ? [owner] : []), ...shown].map((row) => memberViews.asMember(row, showsMuted)),
    nextCursor: last?.userId ?? null,
  };
}

/** How somebody stands in a conversation, ended or not; null when they do not. */
export async function roleOf(deps: Deps, conversationId: string, userId: string): Promise<MemberRole | null> {
  return (await memberStore.findStanding(deps.db, conversationId, userId))?.role ?? null;
}

export async function standingOf(
  deps: Deps,
  conversationId: string,
  userId: string,
): Promise<GroupStanding | null> {
  return memberStore.findStanding(deps.db, conversationId, userId);
}

export function ownerOf(deps: Deps, conversationId: string): Promise<string | null> {
  return memberStore.findOwner(deps.db, conversationId);
}

/** How many whose account stands have been members since an instant or longer. */
export function countMembersSince(deps: Deps, conversationId: string, since: Date): Promise<number> {
  return memberStore.countMembersSince(deps.db, conversationId, since);
}

export function memberCountOf(deps: Deps, conversationId: string): Promise<number> {
  return memberStore.memberCountOf(deps.db, conversationId);
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

export const subscriptions = {
  conversationsOf: (deps: Deps, userIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> =>
    store.groupIdsOf(deps.db, userIds),
  positionsOf: (deps: Deps, userId: string, ids: readonly string[]): Promise<LogPosition[]> =>
    store.positionsOf(deps.db, userId, ids),
};

export { knows } from './private.service.ts';
