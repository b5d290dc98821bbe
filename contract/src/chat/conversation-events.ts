import * as z from 'zod/mini';
import { idSchema, instantSchema } from '../kernel/fields.ts';
import { reactionTypeSchema } from '../posts/reaction-types.ts';
import { memberSchema, messageSchema, readerSchema } from './conversations.ts';

export const conversationChangeSchema = z.discriminatedUnion('kind', [
  /** A message was edited, taken back or reacted to; `change` as in `Message.change`. */
  z.object({
    kind: z.literal('message'),
    sequence: z.int(),
    change: z.int(),
    /** As somebody sees it who has nothing to do with it; null when it is to be fetched. */
    message: z.nullable(messageSchema),
    /** Whose reaction it was, and what it is now. */
    reaction: z.nullable(z.object({ userId: idSchema, reactionType: z.nullable(reactionTypeSchema) })),
  }),
  z.object({ kind: z.literal('readers'), readers: z.array(readerSchema) }),
  /** Name, description, radius, owner or votes: ask for the conversation again. */
  z.object({ kind: z.literal('details') }),
  /** A message was pinned or taken down again: ask for those that are. */
  z.object({ kind: z.literal('pinned') }),
  z.object({ kind: z.literal('wallet') }),
  z.object({ kind: z.literal('closed') }),
  /** Told to its owner alone: the requests that wait changed. */
  z.object({ kind: z.literal('requests') }),
  /** Told to oneself alone, on every device: how far one has read. */
  z.object({ kind: z.literal('read'), readSequence: z.int() }),
  /** Told to oneself alone, on every device: how the conversation is set. */
  z.object({ kind: z.literal('settings') }),
  /** Told to the member alone: until when they cannot write here; null when they can again. */
  z.object({ kind: z.literal('muted'), until: z.nullable(instantSchema) }),
  /** Told to oneself alone: everything up to here was taken out of one's own list, and is read. */
  z.object({ kind: z.literal('hidden'), upTo: z.int() }),
]);
export type ConversationChange = z.output<typeof conversationChangeSchema>;

export const conversationEvents = [
  /** Whoever sent it has read everything up to it: no other event says so. */
  z.object({
    type: z.literal('new_message'),
    conversationId: idSchema,
    sequence: z.int(),
    /** As a member sees it who has nothing to do with it; null when it is to be fetched. */
    message: z.nullable(messageSchema),
  }),
  z.object({
    type: z.literal('member_join'),
    conversationId: idSchema,
    member: memberSchema,
    memberCount: z.int(),
  }),
  /** The last that somebody hears who left or was removed. */
  z.object({
    type: z.literal('member_leave'),
    conversationId: idSchema,
    userId: idSchema,
    memberCount: z.int(),
  }),
  z.object({
    type: z.literal('conversation_update'),
    conversationId: idSchema,
    change: conversationChangeSchema,
  }),
  z.object({ type: z.literal('typing'), conversationId: idSchema, userId: idSchema, name: z.string() }),
] as const;
