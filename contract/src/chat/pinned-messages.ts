import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { idSchema, instantSchema } from '../kernel/fields.ts';
import { messageSchema } from './conversations.ts';

export const pinnedMessageLimits = {
  pinned: 5,
} as const;

export const pinnedMessageSchema = z.object({
  /** As the caller sees it in the log. */
  message: messageSchema,
  pinnedAt: instantSchema,
  /** Null once the account is gone, and of people whom the caller does not see. */
  pinnedBy: z.nullable(z.object({ id: idSchema, name: z.string() })),
});
export type PinnedMessage = z.output<typeof pinnedMessageSchema>;

export const pinnedMessagesErrors = defineErrors({
  TOO_MANY_PINNED: { status: 409, text: 'Up to 5 messages can be pinned. Unpin one of them first.' },
});

const inConversation = z.object({ conversationId: idSchema });
const ofMessage = z.object({ conversationId: idSchema, messageId: idSchema });
const actorOnly = z.object({ userId: z.optional(idSchema) });
const memberErrors = ['CONVERSATION_NOT_FOUND', 'NOT_A_MEMBER'] as const;
const pinErrors = [
  ...memberErrors,
  'NOT_THE_OWNER',
  'MESSAGE_NOT_FOUND',
  'BLOCKED_CONVERSATION',
  'CANNOT_START_CONVERSATION',
] as const;

/** At most `pinnedMessageLimits.pinned`. What was taken back, or out of the own list, is not among them. */
export const listPinnedMessages = endpoint({
  name: 'listPinnedMessages',
  method: 'GET',
  path: '/api/conversations/{conversationId}/pinned-messages',
  summary: 'The pinned messages of a conversation, the one pinned last first',
  who: 'signed-in',
  actor: 'userId',
  params: inConversation,
  query: actorOnly,
  data: z.array(pinnedMessageSchema),
  errors: [...memberErrors],
});

/**
 * For the owner of a room, and for either side of a private conversation. A line in the log says who did it;
 * it answers a message request, and who has not been accepted yet may not write it. Pinning what is pinned changes nothing.
 */
export const pinMessage = endpoint({
  name: 'pinMessage',
  method: 'PUT',
  path: '/api/conversations/{conversationId}/messages/{messageId}/pin',
  summary: 'Pins a message for everybody in the conversation; answers all that are pinned',
  who: 'signed-in',
  actor: 'userId',
  params: ofMessage,
  body: actorOnly,
  data: z.array(pinnedMessageSchema),
  errors: [...pinErrors, 'TOO_MANY_PINNED', 'CONVERSATION_CLOSED', 'REQUEST_NOT_ACCEPTED'],
});

/** Nothing is said of it in the log. Unpinning what is not pinned changes nothing. */
export const unpinMessage = endpoint({
  name: 'unpinMessage',
  method: 'DELETE',
  path: '/api/conversations/{conversationId}/messages/{messageId}/pin',
  summary: 'Takes a message down again; answers those that stay pinned',
  who: 'signed-in',
  actor: 'userId',
  params: ofMessage,
  body: actorOnly,
  data: z.array(pinnedMessageSchema),
  errors: [...pinErrors],
});
