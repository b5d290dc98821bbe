import { type BlockList, isApart } from '#features/people/blocks/blocks.api.ts';
import { ApiError } from '#platform/api.ts';
import {
  otherOf,
  type PrivateConversation,
  type PrivateMedium,
  type PrivateMessage,
  type PrivateState,
  privateId,
} from './replica/device-copy.ts';

/** What the server would refuse anyway is refused here first. */
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

/** Null where the server is to open one. While it is not certain which blocks stand (null), the server decides. */
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

/** With it everything before is read: once, and by whoever received it. Null when it was read already, so nothing is told twice. */
export function messageToRead(
  { messages }: Pick<PrivateState, 'messages'>,
  myId: string,
  messageId: string,
): PrivateMessage | null {
  const message = messages.find(({ id }) => id === messageId);
  if (!message) refuse('MESSAGE_NOT_FOUND');
  if (message.receiverId !== myId) refuse('READ_ONLY_RECEIVED');
  return message.isRead ? null : message;
}
