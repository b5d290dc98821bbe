import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Message } from '@dazi/contract/chat/conversations';
import { conversationLimits, messageLimits } from '@dazi/contract/chat/conversations.rules';
import type { OtherParticipant } from '@dazi/contract/chat/private-conversations';
import { activeBlock, type BlockList, isApart } from '#features/people/blocks/blocks.api.ts';
import { ApiError } from '#platform/api.ts';
import type { KeptMessage } from './outbox.ts';

/**
 * Private messages as this device keeps them. The server is the truth: what it answers is written here, what it
 * would refuse anyway is refused here first, and without a network this is what can be read.
 */
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
}

export interface PrivateListItem {
  conversation: PrivateConversation;
  lastMessage: PrivateMessage | null;
  unreadCount: number;
  otherParticipant: OtherParticipant;
  lastActivity: string;
}

/** What is known here; everything below answers with another state and changes none. */
export interface PrivateState {
  readonly items: readonly PrivateListItem[];
  /** Oldest first within a conversation. */
  readonly messages: readonly PrivateMessage[];
  /** By conversation, up to which change what is kept of it follows the server; none of those never opened here. */
  readonly changes?: Readonly<Record<string, number>>;
}

export const emptyState: PrivateState = { items: [], messages: [] };

/** What a list or a conversation holds here at most: a page of the server's. */
export const kept = { conversations: conversationLimits.page, messages: messageLimits.page } as const;

const idMark = 'pm_';

export const privateId = (localId: string): string => `${idMark}${localId}`;

/** The id on this device of something the server has: what was made here keeps its own. */
export const idOf = ({ id, clientId, senderId }: Message, myId: string): string =>
  senderId === myId && clientId?.startsWith(idMark) ? clientId : privateId(id);

/** The server's id of something somebody else wrote. */
export const serverIdOf = (id: string): string => id.slice(idMark.length);

export function mediumType(mimeType: string): PrivateMedium['type'] {
  const [kind] = mimeType.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file';
}

const errors = {
  RECEIVER_OR_CONVERSATION: [400, 'Either conversationId or receiverId must be provided'],
  RECEIVER_NOT_FOUND: [404, 'Receiver not found'],
  RECEIVER_YOURSELF: [400, 'You cannot send messages to yourself'],
  BLOCKED_RECEIVER: [403, 'Cannot send message to blocked user'],
  BLOCKED_CONVERSATION: [403, 'Cannot send message to blocked conversation'],
  BLOCKED_CANNOT_CREATE: [403, 'Cannot create conversation with blocked user'],
  CONVERSATION_NOT_FOUND: [404, 'Conversation not found'],
  NOT_A_MEMBER: [403, 'Not a participant in this conversation'],
  MESSAGE_NOT_FOUND: [404, 'Message not found'],
  READ_ONLY_RECEIVED: [403, 'Can only mark received messages as read'],
} as const satisfies Record<string, readonly [number, string]>;

function refuse(code: keyof typeof errors): never {
  const [status, text] = errors[code];
  throw new ApiError(code, text, { status });
}

const otherOf = ({ participants: [one, other] }: PrivateConversation, myId: string): string =>
  one === myId ? other : one;

const conversationWith = (state: PrivateState, myId: string, otherId: string) =>
  state.items.find(
    ({ conversation: { participants } }) => participants.includes(myId) && participants.includes(otherId),
  )?.conversation;

export interface PrivateInput {
  conversationId?: string;
  receiverId?: string;
  content: string;
  replyToId?: string | null;
  media?: readonly PrivateMedium[];
}

interface Sending {
  myId: string;
  /** A name made for it. */
  localId: string;
  now: string;
  /** Null while it is not certain which of them stand: then the server decides. */
  blocks: BlockList | null;
  /** Whether anybody with this id is known; without an answer the server decides. */
  isSomebody?(userId: string): boolean;
}

/**
 * The message as it waits to be sent. Errors: neither a conversation nor a receiver, a conversation that is not
 * there or not one's own, a receiver who is not there or oneself, and either side blocked by the other.
 */
export function messageToSend(state: PrivateState, input: PrivateInput, by: Sending): PrivateMessage {
  const { myId, localId, now, blocks } = by;
  const conversation = conversationToSend(state, input, myId);
  const receiverId = conversation ? otherOf(conversation, myId) : input.receiverId;
  if (!receiverId) refuse('RECEIVER_OR_CONVERSATION');
  if (receiverId === myId) refuse('RECEIVER_YOURSELF');
  if (by.isSomebody?.(receiverId) === false) refuse('RECEIVER_NOT_FOUND');
  if (blocks && isApart(blocks, myId, receiverId)) refuse('BLOCKED_RECEIVER');
  if (blocks && conversation?.blockedBy) refuse('BLOCKED_CONVERSATION');
  const id = privateId(localId);
  const media = (input.media ?? []).map((medium) => ({ ...medium, messageId: id }));
  return {
    id,
    conversationId: conversation?.id ?? '',
    senderId: myId,
    receiverId,
    content: input.content,
    type: media.length > 0 ? 'media' : 'text',
    createdAt: now,
    isRead: false,
    readAt: null,
    isDelivered: false,
    deliveredAt: null,
    isDeleted: false,
    isSystemMessage: false,
    replyToId: input.replyToId ?? null,
    media,
  };
}

function conversationToSend(
  state: PrivateState,
  { conversationId, receiverId }: PrivateInput,
  myId: string,
): PrivateConversation | undefined {
  if (!conversationId) {
    return receiverId && receiverId !== myId ? conversationWith(state, myId, receiverId) : undefined;
  }
  const found = state.items.find(({ conversation }) => conversation.id === conversationId)?.conversation;
  if (!found) refuse('CONVERSATION_NOT_FOUND');
  if (!found.participants.includes(myId)) refuse('NOT_A_MEMBER');
  return found;
}

/** As the outbox sends it. */
export function outgoingOf(message: PrivateMessage): KeptMessage {
  const [medium] = message.media;
  return {
    clientId: message.id,
    userId: message.senderId,
    receiverId: message.receiverId,
    conversationId: message.conversationId,
    content: medium?.url ?? message.content,
    type: !medium ? 'TEXT' : medium.type === 'video' ? 'VIDEO' : 'IMAGE',
    replyToId: message.replyToId,
    createdAt: message.createdAt,
  };
}

/** The same the other way round: what waits in the outbox. */
export function waitingMessage(message: KeptMessage & { receiverId: string }): PrivateMessage {
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

/** The server took it: that is its delivery. */
export const delivered = (message: PrivateMessage, now: string): PrivateMessage => ({
  ...message,
  isDelivered: true,
  deliveredAt: message.deliveredAt ?? now,
});

/**
 * The conversation that stands with somebody, or null where the server is to open one. While it is not certain which
 * blocks stand (null), the server decides.
 */
export function conversationToStart(
  state: PrivateState,
  myId: string,
  otherId: string,
  blocks: BlockList | null,
): PrivateConversation | null {
  if (otherId === myId) refuse('RECEIVER_YOURSELF');
  if (blocks && isApart(blocks, myId, otherId)) refuse('BLOCKED_CANNOT_CREATE');
  return conversationWith(state, myId, otherId) ?? null;
}

/**
 * Marks a message read, and with it everything before. Once, and by whoever received it; `null` when it was read
 * already, so that nothing is told twice.
 */
export function readMessage(
  state: PrivateState,
  myId: string,
  messageId: string,
  now: string,
): PrivateState | null {
  const message = state.messages.find(({ id }) => id === messageId);
  if (!message) refuse('MESSAGE_NOT_FOUND');
  if (message.receiverId !== myId) refuse('READ_ONLY_RECEIVED');
  if (message.isRead) return null;
  const { conversationId, createdAt } = message;
  return {
    items: state.items,
    messages: state.messages.map((one) =>
      one.conversationId === conversationId &&
      one.receiverId === myId &&
      !one.isRead &&
      one.createdAt <= createdAt
        ? { ...one, isRead: true, readAt: now }
        : one,
    ),
  };
}

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
  if (isTheirs || (block?.blockerId ?? null) === conversation.blockedBy) return item;
  return {
    ...item,
    conversation: { ...conversation, blockedBy: block ? myId : null, blockedAt: block?.blockedAt ?? null },
    otherParticipant: {
      ...item.otherParticipant,
      isBlocked: block !== undefined,
      blockedByMe: block !== undefined,
    },
  };
}

/** What a list's row shows of what is kept. */
const newestOf = (messages: readonly PrivateMessage[], id: string): PrivateMessage | null =>
  messages.findLast((one) => one.conversationId === id && one.isDelivered && !one.isDeleted) ?? null;

/** A row shows no message that was taken back, but the newest one before it. */
const withLast = (
  item: PrivateListItem,
  last: PrivateMessage | null,
  messages: readonly PrivateMessage[],
): PrivateListItem => ({
  ...item,
  lastMessage: last?.isDeleted ? newestOf(messages, item.conversation.id) : last,
});

/** What the server answered of conversations; groups are none of this. */
export function withConversations(
  state: PrivateState,
  myId: string,
  conversations: readonly Conversation[],
): PrivateState {
  const fresh = conversations.flatMap((one) => itemOf(state, one, myId) ?? []);
  const ids = new Set(fresh.map(({ conversation }) => conversation.id));
  const items = [...fresh, ...state.items.filter(({ conversation }) => !ids.has(conversation.id))]
    .sort((a, b) => b.lastActivity.localeCompare(a.lastActivity))
    .slice(0, kept.conversations);
  const held = new Set(items.map(({ conversation }) => conversation.id));
  return {
    ...state,
    items,
    messages: state.messages.filter((message) => held.has(message.conversationId) || !message.isDelivered),
  };
}

function itemOf(state: PrivateState, one: Conversation, myId: string): PrivateListItem | null {
  const { id, otherParticipant, settings, lastMessage, lastMessageAt, createdAt } = one;
  if (!one.isPrivate || !otherParticipant) return null;
  const before = state.items.find(({ conversation }) => conversation.id === id)?.conversation;
  const participants = [myId, otherParticipant.id].sort() as [string, string];
  const mine = before?.settings[myId];
  return {
    conversation: {
      id,
      participants,
      isActive: one.isActive,
      lastMessageId: lastMessage && privateId(lastMessage.id),
      lastMessageAt,
      createdAt,
      updatedAt: one.updatedAt,
      settings: {
        [myId]: {
          ...settings,
          customNotifications: mine?.customNotifications ?? false,
          muteUntil: mine?.muteUntil ?? null,
        },
      },
      blockedBy: otherParticipant.blockedByMe ? myId : null,
      blockedAt: otherParticipant.blockedByMe ? (before?.blockedAt ?? one.updatedAt) : null,
    },
    lastMessage: lastMessage && {
      id: privateId(lastMessage.id),
      conversationId: id,
      senderId: lastMessage.senderId ?? '',
      receiverId: lastMessage.senderId === myId ? otherParticipant.id : myId,
      content: lastMessage.content,
      type: lastMessage.type === 'TEXT' ? 'text' : 'media',
      createdAt: lastMessage.createdAt,
      isRead: one.readSequence >= lastMessage.sequence,
      readAt: null,
      isDelivered: true,
      deliveredAt: lastMessage.createdAt,
      isDeleted: lastMessage.content === '',
      isSystemMessage: lastMessage.event !== null,
      replyToId: null,
      media: lastMessage.type === 'TEXT' ? [] : [mediumOf(privateId(lastMessage.id), lastMessage)],
    },
    unreadCount: one.unreadCount,
    otherParticipant,
    lastActivity: lastMessageAt ?? createdAt,
  };
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

/** What the server answered of messages of one conversation, up to a change of them; the newest stay. */
export function withMessages(
  state: PrivateState,
  myId: string,
  conversationId: string,
  { messages, change }: { messages: readonly Message[]; change: number },
  readSequence: number,
): PrivateState {
  const item = state.items.find(({ conversation }) => conversation.id === conversationId);
  if (!item) return state;
  const before = new Map(state.messages.map((message) => [message.id, message]));
  const own = messages
    .filter(({ closed }) => !closed)
    .slice(-kept.messages)
    .map((message) => keptMessage(message, item, myId, before.get(idOf(message, myId)), readSequence));
  const ids = new Set(own.map(({ id }) => id));
  const others = state.messages.filter(
    (message) => message.conversationId !== conversationId || (!message.isDelivered && !ids.has(message.id)),
  );
  const together = [...others, ...own];
  const last = own.find(({ id }) => id === item.lastMessage?.id);
  return {
    items: last
      ? state.items.map((one) => (one === item ? withLast(item, last, together) : one))
      : state.items,
    messages: together,
    changes: { ...state.changes, [conversationId]: change },
  };
}

function keptMessage(
  message: Message,
  { conversation }: PrivateListItem,
  myId: string,
  before: PrivateMessage | undefined,
  readSequence: number,
): PrivateMessage {
  const isMine = message.senderId === myId;
  const isMedia = message.type === 'IMAGE' || message.type === 'VIDEO';
  const id = idOf(message, myId);
  const isRead = isMine ? message.isRead : (message.sequence ?? 0) <= readSequence;
  return {
    id,
    conversationId: conversation.id,
    senderId: message.senderId ?? '',
    receiverId: isMine ? otherOf(conversation, myId) : myId,
    content: message.content,
    type: isMedia ? 'media' : 'text',
    createdAt: message.createdAt,
    isRead: isRead || (before?.isRead ?? false),
    readAt: before?.readAt ?? null,
    isDelivered: true,
    deliveredAt: before?.deliveredAt ?? message.createdAt,
    isDeleted: message.isDeleted,
    isSystemMessage: message.senderId === null,
    replyToId: message.replyTo?.id ?? null,
    media: isMedia && !message.isDeleted ? [mediumOf(id, message)] : [],
  };
}

/**
 * Messages were edited or taken back while nothing of their conversation was shown; `change` is the one up to which
 * what is kept follows the server then.
 */
export function withChanged(
  state: PrivateState,
  myId: string,
  conversationId: string,
  changed: readonly Message[],
  change: number,
): PrivateState {
  const item = state.items.find(({ conversation }) => conversation.id === conversationId);
  if (!item) return withoutWords(state, myId, conversationId, changed);
  const news = new Map(changed.map((message) => [idOf(message, myId), message]));
  const now = (before: PrivateMessage): PrivateMessage => {
    const message = before.conversationId === conversationId ? news.get(before.id) : undefined;
    return message ? keptMessage(message, item, myId, before, 0) : before;
  };
  const messages = state.messages.map(now);
  const last = item.lastMessage && now(item.lastMessage);
  return {
    items: state.items.map((one) => (one === item ? withLast(item, last, messages) : one)),
    messages,
    changes: { ...state.changes, [conversationId]: Math.max(change, changesIn(state, conversationId)) },
  };
}

/** Of a conversation of which no more is known: what was taken back loses its words all the same. */
function withoutWords(
  state: PrivateState,
  myId: string,
  conversationId: string,
  changed: readonly Message[],
): PrivateState {
  const gone = new Set(changed.flatMap((one) => (one.isDeleted ? idOf(one, myId) : [])));
  const isGone = (one: PrivateMessage) => one.conversationId === conversationId && gone.has(one.id);
  if (!state.messages.some(isGone)) return state;
  return {
    ...state,
    messages: state.messages.map((one) =>
      isGone(one) ? { ...one, content: '', isDeleted: true, media: [] } : one,
    ),
  };
}

export const changesIn = ({ changes }: PrivateState, conversationId: string): number =>
  changes?.[conversationId] ?? 0;

/** What waits to be sent, in the place of what waited before; of what was never `seen` others take care. */
export function withWaiting(
  state: PrivateState,
  waiting: readonly PrivateMessage[],
  seen: ReadonlySet<string>,
): PrivateState {
  const others = state.messages.filter(({ id, isDelivered }) => isDelivered || !seen.has(id));
  const known = new Set(others.map(({ id }) => id));
  return { ...state, messages: [...others, ...waiting.filter(({ id }) => !known.has(id))] };
}

/** It was taken out of the own list. */
export function withoutConversation(state: PrivateState, id: string): PrivateState {
  const { [id]: _, ...changes } = state.changes ?? {};
  return {
    items: state.items.filter(({ conversation }) => conversation.id !== id),
    messages: state.messages.filter(({ conversationId }) => conversationId !== id),
    ...(state.changes && { changes }),
  };
}

/** The same, but what waits to be sent there is still to be sent. */
export const withoutHistory = (state: PrivateState, id: string): PrivateState => ({
  ...withoutConversation(state, id),
  messages: state.messages.filter(({ conversationId, isDelivered }) => conversationId !== id || !isDelivered),
});

/** What a whole list of the server's does not name is not there any more; `isKnown` are those known from elsewhere. */
export function withoutMissing(
  state: PrivateState,
  myId: string,
  isArchived: boolean,
  isKnown: (id: string) => boolean,
): PrivateState {
  const missing = state.items.filter(
    ({ conversation: { id, settings } }) =>
      (settings[myId]?.isArchived ?? false) === isArchived && !isKnown(id),
  );
  return missing.reduce((before, { conversation }) => withoutHistory(before, conversation.id), state);
}
