import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Message } from '@dazi/contract/chat/conversations';
import { conversationLimits, messageLimits } from '@dazi/contract/chat/conversations.rules';
import type { OtherParticipant } from '@dazi/contract/chat/private-conversations';
import { activeBlock, type BlockList } from '#features/people/blocks/blocks.api.ts';
import { type ConversationLog, logOf } from '../conversation-log.ts';
import { goneIn } from './gone.ts';
import type { OwnMessage } from './own.ts';
import { isNumbered, isShowable, type Replica, type Restored } from './replica.ts';

/** Private messages as this device keeps them: without a network this is what can be read. */
export interface PrivateMessage {
  /** Made here and starting with `pm_`; what others wrote has the server's id behind that. */
  id: string;
  conversationId: string;
  senderId: string;
  receiverId: string;
  content: string;
  type: 'text' | 'media';
  createdAt: string;
  isRead: boolean;
  readAt: string | null;
  /** The server has it. */
  isDelivered: boolean;
  deliveredAt: string | null;
  isDeleted: boolean;
  isSystemMessage: boolean;
  replyToId: string | null;
  media: PrivateMedium[];
  /** Its number in the conversation, and the change up to which it follows the server; earlier versions had none. */
  sequence?: number;
  change?: number;
  /** Of earlier versions. */
  updatedAt?: string;
  deletedAt?: string | null;
}

export interface PrivateMedium {
  id: string;
  messageId: string;
  type: 'image' | 'video' | 'audio' | 'file';
  url: string;
  filename: string;
  size: number;
  mimeType: string;
  uploadedAt: string;
}

interface PrivateSettings {
  isArchived: boolean;
  isPinned: boolean;
  isMuted: boolean;
  customNotifications: boolean;
  muteUntil: string | null;
}

export interface PrivateConversation {
  id: string;
  participants: readonly [string, string];
  isActive: boolean;
  lastMessageId: string | null;
  lastMessageAt: string | null;
  createdAt: string;
  updatedAt: string;
  /** By user; one knows only one's own. */
  settings: Record<string, PrivateSettings>;
  blockedBy: string | null;
  blockedAt: string | null;
  /** How far it goes and was read, and the change of which the count of unread messages is; earlier versions had none. */
  lastSequence?: number;
  readSequence?: number;
  change?: number;
}

export interface PrivateListItem {
  conversation: PrivateConversation;
  lastMessage: PrivateMessage | null;
  unreadCount: number;
  otherParticipant: OtherParticipant;
  lastActivity: string;
}

export interface PrivateState {
  readonly items: readonly PrivateListItem[];
  /** Oldest first within a conversation. */
  readonly messages: readonly PrivateMessage[];
  /** By conversation, up to which change its messages follow the server; none of those never opened here. */
  readonly changes?: Readonly<Record<string, number>>;
}

/** What a list or a conversation holds here at most: a page of the server's. */
export const kept = { conversations: conversationLimits.page, messages: messageLimits.page } as const;

const idMark = 'pm_';

export const privateId = (localId: string): string => `${idMark}${localId}`;

/** The id on this device of something the server has: what was made here keeps its own. */
const idOf = ({ id, clientId, senderId }: Message, myId: string): string =>
  senderId === myId && clientId?.startsWith(idMark) ? clientId : privateId(id);

/** The server's id of something somebody else wrote. */
const serverIdOf = (id: string): string => id.slice(idMark.length);

export const otherOf = ({ participants: [one, other] }: PrivateConversation, myId: string): string =>
  one === myId ? other : one;

export function mediumType(mimeType: string): PrivateMedium['type'] {
  const [kind] = mimeType.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file';
}

function mediumOf(
  messageId: string,
  { type, content, createdAt }: Pick<Message, 'type' | 'content' | 'createdAt'>,
): PrivateMedium {
  const mimeType = type === 'VIDEO' ? 'video/mp4' : 'image/jpeg';
  return {
    id: messageId,
    messageId,
    type: mediumType(mimeType),
    url: content,
    filename: content.split('/').at(-1) ?? '',
    size: 0,
    mimeType,
    uploadedAt: createdAt,
  };
}

const typeOf = ({ media: [medium] }: PrivateMessage): OwnMessage['type'] =>
  !medium ? 'TEXT' : medium.type === 'video' ? 'VIDEO' : 'IMAGE';

/** What the server has not taken yet. */
function waitingMessage(message: OwnMessage & { receiverId: string }): PrivateMessage {
  const { clientId: id, conversationId, userId, receiverId, content, type, createdAt, replyToId } = message;
  return {
    id,
    conversationId,
    senderId: userId,
    receiverId,
    content,
    type: type === 'TEXT' ? 'text' : 'media',
    createdAt,
    isRead: false,
    readAt: null,
    isDelivered: false,
    deliveredAt: null,
    isDeleted: false,
    isSystemMessage: false,
    replyToId,
    media: type === 'TEXT' ? [] : [mediumOf(id, { type, content, createdAt })],
  };
}

const isPrivate = (message: OwnMessage): message is OwnMessage & { receiverId: string } =>
  message.receiverId !== null;

/** What the device is to keep of what the page knows, and of what waits to be sent. Groups are none of this. */
export function toDevice(state: Replica, myId: string, waiting: readonly OwnMessage[]): PrivateState {
  const own = waiting.filter(isPrivate).map(waitingMessage);
  const waits = new Set(own.map(({ conversationId }) => conversationId));
  const items: PrivateListItem[] = [];
  const messages: PrivateMessage[] = [];
  const changes: Record<string, number> = {};
  for (const [id, { base, wordsAt }] of state.conversations) {
    const log = state.logs.get(id);
    // Whoever is not known yet, and whoever is gone, is kept by no device.
    const isKept = base.messageRequest !== 'incoming' && (isShowable(state, id) || waits.has(id));
    const item = isKept ? itemOf(base, wordsAt, myId) : null;
    const hasSomething = base.lastMessage !== null || (log?.messages.length ?? 0) > 0 || waits.has(id);
    if (!item || !hasSomething) continue;
    items.push(item);
    if (!log || log.isDetached || !isNumbered(log)) continue;
    messages.push(...messagesOf(base, log, myId));
    changes[id] = log.change;
  }
  return { items, messages: [...messages, ...own], changes };
}

const messagesOf = (
  base: Conversation,
  { messages }: Pick<ConversationLog, 'messages'>,
  myId: string,
): PrivateMessage[] =>
  messages
    .filter(({ closed, folded }) => !closed && !folded)
    .slice(-kept.messages)
    .map((message) => keptMessage(message, base, myId));

/** One conversation for the rules of private messages. */
export function deviceForm(base: Conversation, myId: string, messages: ConversationLog['messages'] = []) {
  const item = itemOf(base, base.change, myId);
  return { items: item ? [item] : [], messages: messagesOf(base, { messages }, myId) };
}

function itemOf(one: Conversation, wordsAt: number, myId: string): PrivateListItem | null {
  const { id, otherParticipant, settings, lastMessage, lastMessageAt, createdAt, lastSequence } = one;
  if (!one.isPrivate || !otherParticipant) return null;
  const participants = [myId, otherParticipant.id].sort() as [string, string];
  const { blockedByMe } = otherParticipant;
  return {
    conversation: {
      id,
      participants,
      isActive: one.isActive,
      lastMessageId: lastMessage && privateId(lastMessage.id),
      lastMessageAt,
      createdAt,
      updatedAt: one.updatedAt,
      settings: { [myId]: { ...settings, customNotifications: false, muteUntil: null } },
      blockedBy: blockedByMe ? myId : null,
      blockedAt: blockedByMe ? one.updatedAt : null,
      ...(lastSequence > 0 && { lastSequence, readSequence: one.readSequence, change: one.change }),
    },
    lastMessage: lastMessage && lastOf(one, lastMessage, wordsAt, myId),
    unreadCount: one.unreadCount,
    otherParticipant,
    lastActivity: lastMessageAt ?? createdAt,
  };
}

function lastOf(
  { id: conversationId, otherParticipant, readSequence }: Conversation,
  last: NonNullable<Conversation['lastMessage']>,
  wordsAt: number,
  myId: string,
): PrivateMessage {
  const id = privateId(last.id);
  return {
    id,
    conversationId,
    senderId: last.senderId ?? '',
    receiverId: last.senderId === myId ? (otherParticipant?.id ?? '') : myId,
    content: last.content,
    type: last.type === 'TEXT' ? 'text' : 'media',
    createdAt: last.createdAt,
    isRead: readSequence >= last.sequence,
    readAt: null,
    isDelivered: true,
    deliveredAt: last.createdAt,
    isDeleted: last.content === '',
    isSystemMessage: last.event !== null,
    replyToId: null,
    media: last.type === 'TEXT' || last.content === '' ? [] : [mediumOf(id, last)],
    ...(last.sequence > 0 && { sequence: last.sequence, change: wordsAt }),
  };
}

function keptMessage(
  message: Message,
  { id: conversationId, otherParticipant, readSequence }: Conversation,
  myId: string,
): PrivateMessage {
  const isMine = message.senderId === myId;
  const isMedia = message.type === 'IMAGE' || message.type === 'VIDEO';
  const id = idOf(message, myId);
  const sequence = message.sequence ?? 0;
  return {
    id,
    conversationId,
    senderId: message.senderId ?? '',
    receiverId: isMine ? (otherParticipant?.id ?? '') : myId,
    content: message.content,
    type: isMedia ? 'media' : 'text',
    createdAt: message.createdAt,
    isRead: isMine ? message.isRead : sequence <= readSequence,
    readAt: null,
    isDelivered: true,
    deliveredAt: message.createdAt,
    isDeleted: message.isDeleted,
    isSystemMessage: message.senderId === null,
    replyToId: message.replyTo?.id ?? null,
    media: isMedia && !message.isDeleted ? [mediumOf(id, message)] : [],
    ...{ sequence, change: message.change },
  };
}

/** What the device kept, as the page knows conversations. */
export const fromDevice = ({ items, messages, changes }: PrivateState, myId: string): Restored[] =>
  items.map((item) => {
    const { id } = item.conversation;
    const said = messages.filter((one) => one.conversationId === id && one.isDelivered);
    const isOld = said.some(({ sequence }) => sequence === undefined);
    const numbered = said.map((message, index) =>
      // The order alone is known: below the first number there is room.
      messageOf(message, isOld ? (index + 1) / (said.length + 1) : message.sequence!, item, myId),
    );
    const change = changes?.[id] ?? 0;
    const lastSequence = numbered.at(-1)?.sequence ?? item.conversation.lastSequence ?? 0;
    const log = logOf({ messages: numbered, lastSequence, change, hasOlder: false, hiddenUpTo: 0 });
    return { conversation: conversationOf(item, myId), wordsAt: item.lastMessage?.change ?? 0, log };
  });

/** A private conversation as the screens show it. */
export function conversationOf(item: PrivateListItem, myId: string): Conversation {
  const { conversation, lastMessage, otherParticipant, unreadCount } = item;
  const { id, createdAt, updatedAt, lastMessageAt, isActive, blockedBy, settings } = conversation;
  const own = settings[myId];
  return {
    id,
    title: null,
    description: null,
    isPrivate: true,
    latitude: null,
    longitude: null,
    address: null,
    addressNames: {},
    joinRadius: null,
    chatRoom: null,
    memberCount: 2,
    members: [],
    isActive,
    createdAt,
    updatedAt,
    lastMessageAt,
    distance: null,
    withinJoinRadius: null,
    userMembershipStatus: 'member',
    userRole: 'MEMBER',
    plan: null,
    lastMessage: lastMessage && {
      id: serverIdOf(lastMessage.id),
      sequence: lastMessage.sequence ?? 0,
      content: lastMessage.content,
      senderName: lastMessage.senderId === myId ? '' : otherParticipant.name,
      senderId: lastMessage.senderId,
      createdAt: lastMessage.createdAt,
      type: typeOf(lastMessage),
      ...{ event: null, closedKind: null },
    },
    unreadCount,
    mentionsMe: false,
    _count: { messages: 0 },
    lastSequence: conversation.lastSequence ?? 0,
    readSequence: conversation.readSequence ?? 0,
    hiddenUpTo: 0,
    change: conversation.change ?? 0,
    readers: [],
    settings: {
      isMuted: own?.isMuted ?? false,
      isPinned: own?.isPinned ?? false,
      isArchived: own?.isArchived ?? false,
    },
    // Who is there now is not known.
    otherParticipant: { ...otherParticipant, isOnline: false },
    ...{ messageRequest: null, request: null },
    messagesUntilAccepted: null,
    pendingRequests: null,
    slowMode_s: 0,
    leaderRestrictedUntil: null,
    objectionUntil: null,
    mutedUntil: null,
    muteReason: null,
    moderatorIds: [],
    can: { send: isActive && blockedBy === null, manage: false, moderate: false, leave: false, vote: false },
  };
}

function messageOf(one: PrivateMessage, sequence: number, item: PrivateListItem, myId: string): Message {
  const isMine = one.senderId === myId;
  const { name, avatar } = item.otherParticipant;
  return {
    id: isMine ? one.id : serverIdOf(one.id),
    conversationId: one.conversationId,
    sequence,
    clientId: isMine ? one.id : null,
    senderId: one.senderId || null,
    senderName: isMine ? '' : name,
    senderAvatar: isMine ? null : avatar,
    content: one.content,
    type: typeOf(one),
    createdAt: one.createdAt,
    updatedAt: one.updatedAt ?? one.createdAt,
    editedAt: null,
    isDeleted: one.isDeleted,
    removedBy: one.isDeleted ? 'author' : null,
    isRead: one.isRead,
    metadata: null,
    event: null,
    replyTo: null,
    // Pictures are kept by no browser.
    media: null,
    mentions: [],
    reactions: {},
    myReaction: null,
    change: one.change ?? 0,
    folded: false,
    ...{ closed: false, closedKind: null, closedHost: null },
  };
}

/** What can be read of private conversations while the server cannot be asked, as their rows. */
export const rowsWithoutServer = (state: Replica, myId: string, blocks: BlockList): Conversation[] =>
  withBlocks(toDevice(state, myId, []), myId, blocks).items.map((item) => conversationOf(item, myId));

/** The same of one, with what was said there. */
export function readableWithoutServer(state: Replica, id: string, myId: string, blocks: BlockList) {
  const all = toDevice(state, myId, []);
  const item = withBlocks(all, myId, blocks).items.find(({ conversation }) => conversation.id === id);
  if (!item) return null;
  const { lastMessage } = item;
  const known = state.logs.get(id) ?? logOf({ ...nothingSaid, lastSequence: 0 });
  const isAway = activeBlock(blocks, myId, item.otherParticipant.id) !== undefined;
  const { upTo } = goneIn(state.gone, id);
  const log = {
    ...known,
    messages: known.messages.filter(
      ({ senderId, sequence }) => !(sequence <= upTo || (isAway && senderId === item.otherParticipant.id)),
    ),
  };
  const conversation = conversationOf(item, myId);
  const isHere = log.messages.some(
    (one) => one.sequence === lastMessage?.sequence || privateId(one.id) === lastMessage?.id,
  );
  // The list may know of more than was ever opened.
  if (!lastMessage || isHere || lastMessage.isDeleted) return { conversation, log };
  const sequence = lastMessage.sequence ?? 1;
  const last = { ...messageOf(lastMessage, sequence, item, myId), sequence };
  return { conversation, log: { ...log, messages: [...log.messages, last] } };
}

const nothingSaid = { messages: [], change: 0, hasOlder: false, hiddenUpTo: 0 };

/**
 * Shared conversations of a blocked pair say by whom; who unblocks clears only what they set. What somebody wrote whom
 * one keeps away is kept no longer: the server has it, should they be let in again.
 */
export function withBlocks(state: PrivateState, myId: string, blocks: BlockList): PrivateState {
  const isBlocked = (item: PrivateListItem) =>
    activeBlock(blocks, myId, otherOf(item.conversation, myId)) !== undefined;
  const away = new Set(state.items.filter(isBlocked).map(({ conversation }) => conversation.id));
  const messages = state.messages.filter(
    ({ conversationId, senderId }) => !away.has(conversationId) || senderId === myId || senderId === '',
  );
  const items = state.items.map((item) => {
    const marked = withBlock(item, myId, blocks);
    if (!away.has(item.conversation.id)) return marked;
    const { lastMessage, unreadCount } = marked;
    const isTheirs = lastMessage?.senderId === otherOf(item.conversation, myId);
    if (!isTheirs && unreadCount === 0) return marked;
    return {
      ...marked,
      lastMessage: isTheirs ? newestOf(messages, item.conversation.id) : lastMessage,
      unreadCount: 0,
    };
  });
  const isSame =
    messages.length === state.messages.length && items.every((item, at) => item === state.items[at]);
  return isSame ? state : { ...state, items, messages };
}

function withBlock(item: PrivateListItem, myId: string, blocks: BlockList): PrivateListItem {
  const { conversation } = item;
  const block = activeBlock(blocks, myId, otherOf(conversation, myId));
  const isTheirs = conversation.blockedBy !== null && conversation.blockedBy !== myId;
  const blockedAt = block?.blockedAt ?? null;
  if (isTheirs) return item;
  if ((block?.blockerId ?? null) === conversation.blockedBy && blockedAt === conversation.blockedAt) {
    return item;
  }
  return {
    ...item,
    conversation: { ...conversation, blockedBy: block ? myId : null, blockedAt },
    otherParticipant: {
      ...item.otherParticipant,
      isBlocked: block !== undefined,
      blockedByMe: block !== undefined,
    },
  };
}

/** What a list's row shows of what is kept: nothing that was taken back. */
export const newestOf = (messages: readonly PrivateMessage[], id: string): PrivateMessage | null =>
  messages.findLast((one) => one.conversationId === id && one.isDelivered && !one.isDeleted) ?? null;
