import * as z from 'zod/mini';
import { newcomerBudgets } from '../identity/newcomers.rules.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema, instantSchema } from '../kernel/fields.ts';
import { messageSchema, sendMessage } from './conversations.ts';

export const privateLimits = {
  beforeAccepting: 3,
  /** People one may write to for the first time within a day. */
  newPeopleADay: newcomerBudgets.newPeople.later,
} as const;

/**
 * What somebody writes to a person who does not know them waits in a lane of its own until it is accepted or
 * answered: `incoming` to the one who may accept, `outgoing` to the one who wrote. People who are members of the
 * same room know each other. Declining is not told: the conversation stays `outgoing` to whoever wrote.
 */
export const messageRequestSchema = z.enum(['incoming', 'outgoing']);
export type MessageRequest = z.output<typeof messageRequestSchema>;

export const otherParticipantSchema = z.object({
  id: idSchema,
  name: z.string(),
  avatar: z.nullable(z.string()),
  /** False also for those who do not show it, and for those who are hidden. */
  isOnline: z.boolean(),
  /** Both only say what the caller did: whom somebody else has blocked is not told. */
  isBlocked: z.boolean(),
  blockedByMe: z.boolean(),
});
export type OtherParticipant = z.output<typeof otherParticipantSchema>;

export const privateConversationsErrors = defineErrors({
  PRIVATE_SIGN_IN_REQUIRED: { status: 401, text: 'Please sign in to send private messages.' },
  RECEIVER_NOT_FOUND: { status: 404, text: 'Receiver not found' },
  RECEIVER_YOURSELF: { status: 400, text: 'You cannot send messages to yourself' },
  /** Told to whoever blocked; the other side, and who takes no messages, answer CANNOT_START_CONVERSATION. */
  BLOCKED_CANNOT_CREATE: { status: 403, text: 'Cannot create conversation with blocked user' },
  BLOCKED_RECEIVER: { status: 403, text: 'Cannot send message to blocked user' },
  BLOCKED_CONVERSATION: { status: 403, text: 'Cannot send message to blocked conversation' },
  CANNOT_START_CONVERSATION: { status: 403, text: 'Cannot start conversation with this user.' },
  RECEIVER_OR_CONVERSATION: {
    status: 400,
    text: 'Either conversationId or receiverId must be provided',
  },
  READ_ONLY_RECEIVED: { status: 403, text: 'Can only mark received messages as read' },
  NO_MESSAGE_REQUEST: { status: 409, text: 'There is no message request to answer' },
  REQUEST_NOT_ACCEPTED: {
    status: 403,
    text: 'You can write more once your message request has been accepted',
  },
  TOO_MANY_NEW_PEOPLE: {
    status: 429,
    text: 'You have written to many new people today. Please try again later.',
  },
});

const startErrors = ['RECEIVER_NOT_FOUND', 'RECEIVER_YOURSELF'] as const;

/** The one that stands is answered where there is one. Until something is said, nobody else notices. */
export const startConversation = endpoint({
  name: 'startConversation',
  method: 'POST',
  path: '/api/conversations',
  summary: 'Opens the private conversation with somebody',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'PRIVATE_SIGN_IN_REQUIRED',
  body: z.object({ userId: z.optional(idSchema), otherUserId: idSchema }),
  data: z.object({
    id: idSchema,
    members: z.array(z.object({ userId: idSchema })),
    createdAt: instantSchema,
    updatedAt: instantSchema,
    lastMessageAt: z.nullable(instantSchema),
    isActive: z.boolean(),
  }),
  errors: [...startErrors, 'CANNOT_START_CONVERSATION', 'BLOCKED_CANNOT_CREATE', 'ACCOUNT_LIMITED'],
});

/** As `sendMessage`; given a receiver, the conversation is opened with the first message. */
export const sendPrivateMessage = endpoint({
  name: 'sendPrivateMessage',
  method: 'POST',
  path: '/api/private-messages',
  summary: 'Sends a private message into a conversation, or to somebody',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'PRIVATE_SIGN_IN_REQUIRED',
  bodyLimit: sendMessage.bodyLimit,
  body: z.extend(sendMessage.body, {
    conversationId: z.optional(idSchema),
    receiverId: z.optional(idSchema),
  }),
  data: messageSchema,
  errors: [...startErrors, ...sendMessage.errors, 'RECEIVER_OR_CONVERSATION', 'BLOCKED_RECEIVER'],
});

/** Everything up to it counts as read. Reading is told once, and only to who wrote. */
export const markPrivateMessageRead = endpoint({
  name: 'markPrivateMessageRead',
  method: 'POST',
  path: '/api/private-messages/{messageId}/read',
  summary: 'Says that a private message one received was read',
  who: 'signed-in',
  actor: 'userId',
  budget: 'signal',
  params: z.object({ messageId: idSchema }),
  body: z.object({ userId: z.optional(idSchema) }),
  data: z.object({ readSequence: z.int(), unreadCount: z.int() }),
  errors: ['MESSAGE_NOT_FOUND', 'READ_ONLY_RECEIVED', 'CONVERSATION_NOT_FOUND'],
});

/** Of what is closed in a request. Nobody is told, and it stays open until its words change. */
export const openRequestPart = endpoint({
  name: 'openRequestPart',
  method: 'POST',
  path: '/api/conversations/{conversationId}/messages/{messageId}/open',
  summary: 'Shows the picture, the video or the link of a message request that was not accepted',
  who: 'signed-in',
  actor: 'userId',
  budget: 'signal',
  params: z.object({ conversationId: idSchema, messageId: idSchema }),
  body: z.object({ userId: z.optional(idSchema) }),
  data: messageSchema,
  errors: ['CONVERSATION_NOT_FOUND', 'NOT_A_MEMBER', 'MESSAGE_NOT_FOUND'],
});

export const answerMessageRequest = endpoint({
  name: 'answerMessageRequest',
  method: 'PUT',
  path: '/api/conversations/{conversationId}/request',
  summary: 'Accepts what somebody wrote who is not known, or puts it away without a word',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ conversationId: idSchema }),
  body: z.object({ userId: z.optional(idSchema), action: z.enum(['accept', 'decline']) }),
  data: z.object({ id: idSchema, messageRequest: z.nullable(messageRequestSchema) }),
  errors: ['CONVERSATION_NOT_FOUND', 'NOT_A_MEMBER', 'NO_MESSAGE_REQUEST'],
});
