import type { Conversation, ConversationSort } from '@dazi/contract/chat/conversation-views';
import type { Message } from '@dazi/contract/chat/conversations';
import { conversationLimits } from '@dazi/contract/chat/conversations.rules';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import {
  keepsOrder,
  messageViews,
  requireMembership,
} from '#features/chat/conversations/conversations.service.ts';
import { onlineSince } from '#features/chat/presence/presence.service.ts';
import { whyOutside } from '#features/chat/rooms/rooms.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cursorOf, frontierOf } from '#platform/cursor.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { port } from '#platform/ports.ts';
import * as store from './conversation-view.store.ts';
import * as own from './own-conversations.store.ts';
import { publicFields, unlessOver } from './public-fields.service.ts';
import * as unread from './unread.store.ts';

export { getRoom } from './rooms-nearby.service.ts';

type PlanOfConversation = NonNullable<Conversation['plan']>;
export type PlansOfConversations = (
  deps: Deps,
  conversationIds: readonly string[],
) => Promise<ReadonlyMap<string, PlanOfConversation>>;
export const plansOfConversationsPort = port<PlansOfConversations>('which plans conversations belong to');

/** Groups without a room are those of plans. */
function plansAmong(
  deps: Deps,
  rows: readonly own.OwnRow[],
  plansOf: PlansOfConversations,
): ReturnType<PlansOfConversations> {
  return plansOf(
    deps,
    rows.flatMap(({ id, kind, roomId }) => (kind === 'group' && roomId === null ? [id] : [])),
  );
}

async function ownConversation(
  deps: Deps,
  row: own.OwnRow,
  plan: PlanOfConversation | null,
): Promise<Conversation> {
  const isRoom = row.roomId !== null;
  const { otherParticipant } = row;
  const isPrivate = row.kind === 'private';
  // To whom the other one has blocked it looks as before.
  const mayWrite = !isPrivate || (otherParticipant !== null && !otherParticipant.blockedByMe);
  return {
    ...(await publicFields(deps, row)),
    distance: null,
    withinJoinRadius: null,
    userRole: row.role,
    lastMessage: row.lastMessage,
    unreadCount: row.unreadCount,
    mentionsMe: row.mentionsMe,
    _count: { messages: row.countedMessages },
    lastSequence: row.lastSequence,
    readSequence: row.readSequence,
    hiddenUpTo: row.hiddenUpTo,
    change: row.change,
    readers: row.readers,
    settings: { isMuted: row.isMuted, isPinned: row.isPinned, isArchived: row.isArchived },
    otherParticipant,
    messageRequest: row.messageRequest,
    request: row.messageRequest === 'incoming' ? row.requester : null,
    messagesUntilAccepted: row.messagesUntilAccepted,
    plan,
    pendingRequests: isRoom && row.role === 'OWNER' ? row.pendingRequests : null,
    slowMode_s: row.slowMode_s,
    ...passingFields(row, deps.clock()),
    moderatorIds: row.moderatorIds,
    can: {
      send: row.isActive && !row.isClosed && mayWrite,
      manage: isRoom && row.role === 'OWNER',
      moderate: isRoom && keepsOrder(row),
      leave: isRoom,
      vote: isRoom && row.memberCount >= roomLimits.voters,
    },
  };
}

/** What holds for the viewer for a while; what is over is told to nobody. */
function passingFields(row: own.OwnRow, now: Date) {
  const mutedUntil = unlessOver(row.mutedUntil, now);
  return {
    mutedUntil,
    muteReason: mutedUntil && row.muteReason,
    leaderRestrictedUntil: row.role === 'OWNER' ? unlessOver(row.restrictedUntil, now) : null,
    objectionUntil: unlessOver(row.objectionUntil, now),
  };
}

export interface ListQuery {
  search?: string | undefined;
  archived?: boolean;
  requests?: boolean;
  sort?: ConversationSort | undefined;
  limit?: number | undefined;
  page?: number | undefined;
  cursor?: string | undefined;
}

const ownRows = (deps: Deps, actor: Actor, query: own.OwnQuery) =>
  own.ownConversations(deps.db, actor.id, query, onlineSince(deps.clock()));

export async function listConversations(
  deps: Deps,
  actor: Actor,
  query: ListQuery,
  plansOf: PlansOfConversations,
) {
  const limit = query.limit ?? conversationLimits.page;
  const rows = await ownRows(deps, actor, {
    ...(query.search ? { search: query.search } : {}),
    ...(query.sort ? { sort: query.sort } : {}),
    archived: query.archived ?? false,
    requests: query.requests ?? false,
    before: query.cursor ? placeOfCursor(query.cursor) : null,
    members: conversationLimits.collage,
    limit,
    offset: query.cursor ? 0 : ((query.page ?? 1) - 1) * limit,
  });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const plans = await plansAmong(deps, rows, plansOf);
  return {
    conversations: await Promise.all(
      rows.map((row) => ownConversation(deps, row, plans.get(row.id) ?? null)),
    ),
    nextCursor: last ? cursorOf({ createdAt: last.at, id: `${marksOf(last)}-${last.id}` }) : null,
  };
}

const marksOf = ({ isFirst, isNext }: Pick<own.Place, 'isFirst' | 'isNext'>) =>
  `${Number(isFirst)}${Number(isNext)}`;

function placeOfCursor(cursor: string): own.Place {
  const { createdAt, id } = frontierOf(cursor);
  const [, first, next, conversationId] = /^([01])([01])-(.+)$/.exec(id) ?? [];
  if (!conversationId) throw new AppError('INVALID_INPUT');
  return { isFirst: first === '1', isNext: next === '1', at: createdAt, id: conversationId };
}

/** Cards of requests that a conversation shows at most; the rest is in the management. */
const cardsShown = 20;

/** The membership; whoever was taken out of a room is told so, instead of NOT_A_MEMBER. */
async function requireMembershipOrReason(deps: Deps, actor: Actor, conversationId: string) {
  try {
    return await requireMembership(deps, actor, conversationId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_A_MEMBER') throw error;
    const reason = await whyOutside(deps, actor, conversationId);
    throw reason ? new AppError(reason) : error;
  }
}

export async function getConversation(
  deps: Deps,
  actor: Actor,
  conversationId: string,
  { limit, unfolded, plansOf }: { limit: number; unfolded: boolean; plansOf: PlansOfConversations },
) {
  const membership = await requireMembershipOrReason(deps, actor, conversationId);
  const [row] = await ownRows(deps, actor, {
    conversationId,
    members: conversationLimits.membersShown,
    limit: 1,
    offset: 0,
  });
  // Whoever went, or was taken out, in this moment is told so.
  if (!row) {
    await requireMembershipOrReason(deps, actor, conversationId);
    throw new AppError('CONVERSATION_NOT_FOUND');
  }
  const plans = await plansAmong(deps, [row], plansOf);
  const conversation = await ownConversation(deps, row, plans.get(row.id) ?? null);
  const messages = await messageViews(deps, membership, limit, unfolded);
  const first = messages[0]?.sequence ?? 0;
  const { hiddenUpTo } = membership.member;
  const cards =
    row.role === 'OWNER' && row.roomId
      ? (await own.waitingCards(deps.db, row.roomId, actor.id, cardsShown)).map((card) =>
          cardOf(conversationId, card),
        )
      : [];
  return {
    ...conversation,
    messages: [...messages, ...cards].sort((one, other) => one.createdAt.localeCompare(other.createdAt)),
    hasOlder: first > hiddenUpTo + 1,
    hiddenUpTo,
  };
}

/** A request that waits, as a message of the owner's conversation; it has no number in the log. */
function cardOf(conversationId: string, card: Awaited<ReturnType<typeof own.waitingCards>>[number]): Message {
  return {
    id: card.id,
    conversationId,
    sequence: null,
    clientId: null,
    senderId: card.metadata.requesterId,
    senderName: card.metadata.requesterName,
    senderAvatar: card.metadata.requesterAvatar,
    content: card.message,
    type: 'JOIN_REQUEST',
    createdAt: card.requestedAt,
    updatedAt: card.requestedAt,
    editedAt: null,
    isDeleted: false,
    removedBy: null,
    isRead: false,
    metadata: JSON.stringify(card.metadata),
    event: null,
    replyTo: null,
    media: null,
    mentions: [],
    reactions: {},
    myReaction: null,
    change: 0,
    folded: false,
    ...{ closed: false, closedKind: null, closedHost: null },
  };
}

export async function conversationOfRoom(deps: Deps, actor: Actor, roomId: string): Promise<Conversation> {
  const found = await store.findRoom(deps.db, actor.id, roomId, null);
  if (!found) throw new AppError('ROOM_NOT_FOUND');
  const [row] = await ownRows(deps, actor, {
    conversationId: found.id,
    members: conversationLimits.membersShown,
    limit: 1,
    offset: 0,
  });
  if (!row) throw new AppError('NOT_A_MEMBER');
  return ownConversation(deps, row, null);
}

/** `onScreen` is a conversation that is being read: its messages wait for nobody. */
export function countUnread(deps: Deps, actor: Pick<Actor, 'id'>, onScreen: string | null = null) {
  return unread.unreadOf(deps.db, actor.id, onScreen);
}
