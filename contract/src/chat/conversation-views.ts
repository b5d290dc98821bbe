import * as z from 'zod/mini';
import { endpoint } from '../kernel/endpoint.ts';
import { idSchema, instantSchema, pageFields } from '../kernel/fields.ts';
import { locationDisplaySchema } from '../places/places.ts';
import { conversationSorts } from './conversation-views.rules.ts';
import { closedKinds, messageLimits } from './conversations.rules.ts';
import {
  conversationSettingsSchema,
  hiddenUpToSchema,
  memberRoleSchema,
  memberSchema,
  messageEventSchema,
  messageSchema,
  messageTypeSchema,
  readerSchema,
  unfoldedSchema,
} from './conversations.ts';
import { messageRequestSchema, otherParticipantSchema } from './private-conversations.ts';
import { membershipStatusSchema, roomPlaceFields, roomSchema } from './rooms.ts';

/** GET /api/conversations has two meanings: rooms near by, and the own conversations. */
const placedFields = {
  latitude: z.nullable(roomPlaceFields.latitude),
  longitude: z.nullable(roomPlaceFields.longitude),
  address: z.nullable(z.string()),
  addressNames: roomPlaceFields.addressNames,
  joinRadius: z.nullable(z.number()),
  chatRoom: z.nullable(z.object({ id: idSchema, ...roomPlaceFields })),
};

const publicFields = {
  id: idSchema,
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  isPrivate: z.boolean(),
  ...placedFields,
  memberCount: z.int(),
  /** Not all: the first five near by, nine in the list, fifteen of an open conversation; the owner first. */
  members: z.array(memberSchema),
  isActive: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  lastMessageAt: z.nullable(instantSchema),
  /** Miles between displayed positions; null where nobody asked from a place. */
  distance: z.nullable(z.number()),
  withinJoinRadius: z.nullable(z.boolean()),
  userMembershipStatus: membershipStatusSchema,
};

export const nearbyRoomSchema = z.object(publicFields);
export type NearbyRoom = z.output<typeof nearbyRoomSchema>;

export const lastMessageSchema = z.object({
  id: idSchema,
  sequence: z.int(),
  /** The beginning; of the result of a mini app its JSON without `results`, and without words about hidden people. */
  content: z.string(),
  senderName: z.string(),
  senderId: z.nullable(idSchema),
  createdAt: instantSchema,
  type: messageTypeSchema,
  event: z.nullable(messageEventSchema),
  /** See `messageSchema`: the content is left out. */
  closedKind: z.nullable(z.enum(closedKinds)),
});

/** What there is to know of somebody whom one does not know. */
const requesterSchema = z.object({
  accountCreatedAt: instantSchema,
  sharedRooms: z.int(),
  sharedInterests: z.int(),
  hasPosts: z.boolean(),
});

export const conversationSchema = z.object({
  ...publicFields,
  userRole: z.nullable(memberRoleSchema),
  lastMessage: z.nullable(lastMessageSchema),
  unreadCount: z.int(),
  mentionsMe: z.boolean(),
  _count: z.object({ messages: z.int() }),
  lastSequence: z.int(),
  readSequence: z.int(),
  /** Of a private one: everything up to here was taken out of the own list. */
  hiddenUpTo: hiddenUpToSchema,
  /** Changes of messages so far; see `Message.change`. */
  change: z.int(),
  /** The two who have read farthest: what one sent was read when another than oneself is among those beyond. */
  readers: z.array(readerSchema),
  settings: conversationSettingsSchema,
  otherParticipant: z.nullable(otherParticipantSchema),
  messageRequest: z.nullable(messageRequestSchema),
  /** About who wrote an incoming message request. */
  request: z.nullable(requesterSchema),
  /** How many messages the caller may still write before the other one accepts; null where nothing waits for that. */
  messagesUntilAccepted: z.nullable(z.int()),
  /** Activity, part and state are codes of the plans; without a title they are its name. */
  plan: z.nullable(
    z.object({
      id: idSchema,
      activity: z.string(),
      title: z.nullable(z.string()),
      local: z.string(),
      timeZone: z.string(),
      part: z.nullable(z.string()),
      startsAt: instantSchema,
      endsAt: instantSchema,
      state: z.string(),
    }),
  ),
  pendingRequests: z.nullable(z.int()),
  /** Least time between two messages of a member of a group; 0 for none. Not for those who keep the room in order. */
  slowMode_s: z.int(),
  /** Until when the caller cannot write here, and why, as whoever decided it wrote; null when it is over. */
  mutedUntil: z.nullable(instantSchema),
  muteReason: z.nullable(z.string()),
  /** For the owner who was voted in: until when they cannot delete the room and more; null when they can. */
  leaderRestrictedUntil: z.nullable(instantSchema),
  /** For whoever was voted out: until when they may object; null when they may not. */
  objectionUntil: z.nullable(instantSchema),
  moderatorIds: z.array(idSchema),
  /** `moderate`: removing messages, muting and taking out, as its owner or as a room moderator. */
  can: z.object({
    send: z.boolean(),
    manage: z.boolean(),
    moderate: z.boolean(),
    leave: z.boolean(),
    vote: z.boolean(),
  }),
});
export type Conversation = z.output<typeof conversationSchema>;
export type ConversationSort = (typeof conversationSorts)[number];

const number = (low: number, high: number) => z.optional(z.coerce.number().check(z.gte(low), z.lte(high)));

/** As when joining: the more private of this and the profile's setting applies to from where distances are counted. */
const displayField = z.optional(locationDisplaySchema);

/** With `includeNearby=true` rooms near a position or in a box, nearest first; else the own ones, latest first. */
export const listConversations = endpoint({
  name: 'listConversations',
  method: 'GET',
  path: '/api/conversations',
  summary: 'Rooms near by, or the own conversations',
  who: 'anyone',
  whileOut: 'visitor',
  actor: 'userId',
  query: z.object({
    userId: z.optional(idSchema),
    includeNearby: z.optional(z.enum(['true', 'false'])),
    latitude: number(-90, 90),
    longitude: number(-180, 180),
    west: number(-180, 180),
    south: number(-90, 90),
    east: number(-180, 180),
    north: number(-90, 90),
    locationDisplay: displayField,
    /** Of the own: title, description, last message and names of members contain it. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(50))),
    archived: z.optional(z.enum(['true', 'false'])),
    /** The lane of what people wrote whom one does not know; they stand nowhere else. */
    requests: z.optional(z.enum(['true', 'false'])),
    sort: z.optional(z.enum(conversationSorts)),
    ...pageFields,
  }),
  data: z.union([z.array(conversationSchema), z.array(nearbyRoomSchema)]),
  top: { nextCursor: z.nullable(z.string()) },
  errors: ['PUBLIC_POSITION_REQUIRED', 'BOX_INCOMPLETE'],
});

export const getConversation = endpoint({
  name: 'getConversation',
  method: 'GET',
  path: '/api/conversations/{conversationId}',
  summary: 'One of the own conversations with its newest messages; for the owner with the requests that wait',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ conversationId: idSchema }),
  query: z.object({
    userId: z.optional(idSchema),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(messageLimits.page))),
    unfolded: unfoldedSchema,
  }),
  data: z.extend(conversationSchema, {
    /** Oldest first; cards of join requests stand among them by their time. */
    messages: z.array(messageSchema),
    hasOlder: z.boolean(),
  }),
  errors: ['CONVERSATION_NOT_FOUND', 'NOT_A_MEMBER', 'REMOVED_FROM_ROOM', 'BANNED_FROM_ROOM'],
});

export const getRoom = endpoint({
  name: 'getRoom',
  method: 'GET',
  path: '/api/chatrooms/{roomId}',
  summary: 'One room, as far as the caller may know it; with a position also how far it is from there',
  who: 'anyone',
  whileOut: 'visitor',
  actor: 'userId',
  params: z.object({ roomId: idSchema }),
  query: z.object({
    userId: z.optional(idSchema),
    latitude: number(-90, 90),
    longitude: number(-180, 180),
    locationDisplay: displayField,
  }),
  data: roomSchema,
  errors: ['ROOM_NOT_FOUND', 'PUBLIC_POSITION_REQUIRED'],
});

/** Idempotent: a room has one conversation, made with it. */
export const getConversationOfRoom = endpoint({
  name: 'getConversationOfRoom',
  method: 'POST',
  path: '/api/conversations/create-for-chatroom',
  summary: 'The conversation of a room, for its members',
  who: 'signed-in',
  actor: 'userId',
  body: z.object({ userId: z.optional(idSchema), chatRoomId: idSchema }),
  data: conversationSchema,
  errors: ['ROOM_NOT_FOUND', 'NOT_A_MEMBER'],
});

/** Without the conversation whose end is on the screen: it counts when it is left. */
export const countUnread = endpoint({
  name: 'countUnread',
  method: 'GET',
  path: '/api/conversations/unread',
  summary:
    'Unread messages of all own conversations that are not muted, join requests that wait, conversations in the lane of message requests, and motions that wait for the own ballot',
  who: 'signed-in',
  actor: 'userId',
  query: z.object({ userId: z.optional(idSchema), onScreen: z.optional(idSchema) }),
  data: z.object({
    messages: z.int(),
    requests: z.int(),
    messageRequests: z.int(),
    /** Before the board, of which the caller is a member who has not voted yet; shown at governance. */
    motions: z.int(),
  }),
});
