import * as z from 'zod/mini';
import { memberSchema, messageSchema, readerSchema } from './chat/conversations.ts';
import { membershipStatusSchema } from './chat/rooms.ts';
import { idSchema } from './kernel/fields.ts';
import { areaCellSchema, governanceParts } from './live/live.ts';
import { latitudeSchema, longitudeSchema } from './places/places.ts';
import { reactionTypeSchema } from './posts/reaction-types.ts';
import { walletEventSchema } from './wallet/wallet.ts';

/** What happened in an area. Ids and displayed positions only; details are fetched. */
export const areaEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('post_created'),
    messageId: idSchema,
    userId: idSchema,
    latitude: latitudeSchema,
    longitude: longitudeSchema,
  }),
  z.object({ type: z.literal('post_edited'), messageId: idSchema, userId: idSchema }),
  z.object({ type: z.literal('post_deleted'), messageId: idSchema, userId: idSchema }),
  z.object({ type: z.literal('reactions_changed'), messageId: idSchema, userId: idSchema }),
  z.object({ type: z.literal('comments_changed'), messageId: idSchema, userId: idSchema }),
  /** A room came, went or changed its name, place or radius. */
  z.object({ type: z.literal('room_changed'), roomId: idSchema, userId: idSchema }),
  /** Somebody who has left traces here deleted their account, or restored it: ask for everything again. */
  z.object({ type: z.literal('person_changed'), userId: idSchema }),
  /** In `governanceArea`: one of its lists is another now. */
  z.object({ type: z.literal('governance_changed'), part: z.enum(governanceParts) }),
]);
export type AreaEvent = z.output<typeof areaEventSchema>;
/** What happened to one post. */
export type PostEvent = Extract<AreaEvent, { messageId: string }>;

/** What else changed in a conversation than that something was said, or somebody came or went. */
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
  /** The two who have read farthest. */
  z.object({ kind: z.literal('readers'), readers: z.array(readerSchema) }),
  /** Name, description, radius, owner or votes: ask for the conversation again. */
  z.object({ kind: z.literal('details') }),
  /** Something came into the wallet of the group, or went out of it. */
  z.object({ kind: z.literal('wallet') }),
  /** It has ended. */
  z.object({ kind: z.literal('closed') }),
  /** Told to its owner alone: the requests that wait changed. */
  z.object({ kind: z.literal('requests') }),
  /** Told to oneself alone, on every device: how far one has read. */
  z.object({ kind: z.literal('read'), readSequence: z.int() }),
  /** Told to oneself alone, on every device: how the conversation is set. */
  z.object({ kind: z.literal('settings') }),
  /** Told to oneself alone: everything up to here was taken out of one's own list, and is read. */
  z.object({ kind: z.literal('hidden'), upTo: z.int() }),
]);
export type ConversationChange = z.output<typeof conversationChangeSchema>;

/** Told to the members of a conversation. */
export const conversationEventSchema = z.discriminatedUnion('type', [
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
]);
export type ConversationEvent = z.output<typeof conversationEventSchema>;

/** Told to one person: where they stand with a room they asked to join. */
export const membershipEventSchema = z.object({
  type: z.literal('membership'),
  roomId: idSchema,
  conversationId: idSchema,
  userMembershipStatus: membershipStatusSchema,
});
export type MembershipEvent = z.output<typeof membershipEventSchema>;

/** Told to one person, on every device. */
export const notificationEventSchema = z.discriminatedUnion('type', [
  /** One came, or more came to one that was there: `id` as in `Notification`. */
  z.object({ type: z.literal('notification'), id: idSchema }),
  /** Some were read or removed, or what they tell of was changed or stands no more. */
  z.object({ type: z.literal('notifications_changed') }),
  /** Quiet hours, or what is pushed. */
  z.object({ type: z.literal('notification_settings_changed') }),
]);
export type NotificationEvent = z.output<typeof notificationEventSchema>;

/** Told to those who have the person in a private conversation: they came, or are not there any more, as far as they show it. */
export const presenceEventSchema = z.object({
  type: z.literal('presence'),
  userId: idSchema,
  isOnline: z.boolean(),
});
export type PresenceEvent = z.output<typeof presenceEventSchema>;

export const frameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connected'), streamId: idSchema }),
  z.object({ type: z.literal('heartbeat') }),
  z.object({ type: z.literal('area'), cell: areaCellSchema, events: z.array(areaEventSchema) }),
  ...conversationEventSchema.def.options,
  membershipEventSchema,
  /** Somebody is hidden from the listener from now on, or no longer: what is shown of people is to be asked for again. */
  z.object({ type: z.literal('hidden_changed') }),
  ...notificationEventSchema.def.options,
  presenceEventSchema,
  walletEventSchema,
  /** Something was dropped: compare versions again. */
  z.object({ type: z.literal('resync') }),
  /** The session ended; the stream closes. */
  z.object({ type: z.literal('signed_out') }),
]);
export type Frame = z.output<typeof frameSchema>;
