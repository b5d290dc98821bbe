import * as z from 'zod/mini';
import { languages } from '../identity/identity.rules.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { clientIdSchema, cursorSchema, idSchema, instantSchema } from '../kernel/fields.ts';
import { mediaItemSchema } from '../media/media.ts';
import { storageErrors } from '../media/uploads.ts';
import { anyCaseReactionTypeSchema, reactionTypeSchema } from '../posts/reaction-types.ts';
import {
  closedKinds,
  conversationLimits,
  inlineBodyLimit,
  joinTypes,
  memberRoles,
  messageLimits,
  messageRemovers,
  messageTypes,
  sentTypes,
} from './conversations.rules.ts';

export const messageTypeSchema = z.enum(messageTypes);
export type MessageType = z.output<typeof messageTypeSchema>;
export const memberRoleSchema = z.enum(memberRoles);
export type MemberRole = z.output<typeof memberRoleSchema>;
export type JoinType = (typeof joinTypes)[number];

export const messageEventSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('member_joined'), params: z.object({ name: z.string() }) }),
  z.object({ code: z.literal('member_left'), params: z.object({ name: z.string() }) }),
  z.object({ code: z.literal('member_removed'), params: z.object({ name: z.string() }) }),
  z.object({ code: z.literal('owner_changed'), params: z.object({ name: z.string() }) }),
  z.object({ code: z.literal('title_changed'), params: z.object({ name: z.string(), title: z.string() }) }),
  z.object({ code: z.literal('message_pinned'), params: z.object({ name: z.string() }) }),
  z.object({ code: z.literal('member_muted'), params: z.object({ name: z.string(), minutes: z.int() }) }),
  /** 0 when it ended. */
  z.object({ code: z.literal('slow_mode_changed'), params: z.object({ seconds: z.int() }) }),
  z.object({ code: z.literal('owner_objected'), params: z.object({ name: z.string() }) }),
  z.object({ code: z.literal('moderator_appointed'), params: z.object({ name: z.string() }) }),
  /** In the conversation of a plan; what stands there of codes is the plans' own. */
  z.object({ code: z.literal('plan_on'), params: z.object({ count: z.int() }) }),
  z.object({
    code: z.literal('plan_time_changed'),
    params: z.object({ local: z.string(), timeZone: z.string(), part: z.nullable(z.string()) }),
  }),
  /** Never where to. */
  z.object({ code: z.literal('plan_spot_changed'), params: z.object({}) }),
  z.object({ code: z.literal('plan_host_changed'), params: z.object({ name: z.string() }) }),
  z.object({ code: z.literal('plan_called_off'), params: z.object({ reason: z.string() }) }),
]);
export type MessageEvent = z.output<typeof messageEventSchema>;

const quotedSchema = z.object({
  id: idSchema,
  sequence: z.int(),
  senderId: z.nullable(idSchema),
  senderName: z.string(),
  /** Empty when the message was taken back; of a mini app and its result the title. */
  content: z.string(),
  type: messageTypeSchema,
  isDeleted: z.boolean(),
  /** That message's own: a quote is as old as what it quotes was when this was asked for. */
  change: z.int(),
});

export const messageSchema = z.object({
  id: idSchema,
  conversationId: idSchema,
  /** Its number in the conversation's log, without gaps from 1; null for cards of join requests. */
  sequence: z.nullable(z.int()),
  /** The id that the sender's device gave it; null for what the server writes. */
  clientId: z.nullable(z.string()),
  /** Null for what the server writes and for people whose account is gone; `system` for results of mini apps. */
  senderId: z.nullable(idSchema),
  senderName: z.string(),
  senderAvatar: z.nullable(z.string()),
  /** Of media the address, of quick answers a code, of mini apps and results JSON. Empty when it was taken back. */
  content: z.string(),
  type: messageTypeSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
  editedAt: z.nullable(instantSchema),
  isDeleted: z.boolean(),
  /** Null while it stands. `room`: the owner or a room moderator; nobody is told which one. */
  removedBy: z.nullable(z.enum(messageRemovers)),
  /** The caller's own: whether anybody else has read up to here. Of others: whether the caller has. */
  isRead: z.boolean(),
  /** JSON, of a join request: see `joinRequestMetadataSchema` of the rooms. */
  metadata: z.nullable(z.string()),
  event: z.nullable(messageEventSchema),
  replyTo: z.nullable(quotedSchema),
  media: z.nullable(mediaItemSchema),
  mentions: z.array(idSchema),
  reactions: z.partialRecord(reactionTypeSchema, z.int()),
  myReaction: z.nullable(reactionTypeSchema),
  /** The conversation's count of changes when this message last changed; 0 when it never did. */
  change: z.int(),
  /** True for somebody who has blocked its sender: shown folded, content left out. */
  folded: z.boolean(),
  /** A picture, video or link in a request neither accepted nor opened: content and media are left out. */
  closed: z.boolean(),
  closedKind: z.nullable(z.enum(closedKinds)),
  /** The host of the first link; null of pictures and videos. */
  closedHost: z.nullable(z.string()),
});
export type Message = z.output<typeof messageSchema>;

export const memberSchema = z.object({
  id: idSchema,
  userId: idSchema,
  role: memberRoleSchema,
  moderates: z.boolean(),
  /** Until when they cannot write here; told to those who keep the room in order, null to others. It may be over. */
  mutedUntil: z.nullable(instantSchema),
  joinedAt: instantSchema,
  joinType: z.enum(joinTypes),
  user: z.object({ id: idSchema, name: z.string(), avatarUrl: z.nullable(z.string()) }),
});
export type Member = z.output<typeof memberSchema>;

/** `true` shows what the other one of a private conversation wrote whom the caller blocked; not mini apps. */
export const unfoldedSchema = z.optional(z.enum(['true', 'false']));

export const readerSchema = z.object({ userId: idSchema, sequence: z.int() });
export type Reader = z.output<typeof readerSchema>;

export const conversationSettingsSchema = z.object({
  isMuted: z.boolean(),
  isPinned: z.boolean(),
  isArchived: z.boolean(),
});
export type ConversationSettings = z.output<typeof conversationSettingsSchema>;

export const conversationsErrors = defineErrors({
  MESSAGE_SIGN_IN_REQUIRED: { status: 401, text: 'Please sign in to send messages.' },
  CONVERSATION_NOT_FOUND: { status: 404, text: 'Conversation not found' },
  NOT_A_MEMBER: { status: 403, text: 'Not a participant in this conversation' },
  CONVERSATION_CLOSED: { status: 409, text: 'This conversation has ended' },
  MUTED_IN_ROOM: { status: 403, text: 'You cannot write in this room until {until}' },
  SLOW_MODE: { status: 429, text: 'This room is in slow mode. Please wait {seconds} s.' },
  MESSAGE_EMPTY: { status: 400, text: 'A message needs some text' },
  MESSAGE_TOO_LONG: { status: 400, text: 'A message can have up to 4000 characters' },
  MESSAGE_NOT_FOUND: { status: 404, text: 'Message not found' },
  NOT_YOUR_MESSAGE: { status: 403, text: 'You can only change your own messages' },
  MESSAGE_NOT_EDITABLE: { status: 409, text: 'This message cannot be edited' },
  MESSAGE_EDIT_TOO_LATE: { status: 409, text: 'A message can be edited for 15 minutes after sending' },
  CLIENT_ID_USED: { status: 409, text: 'Another message was sent with this id' },
  MEDIUM_NOT_YOURS: { status: 400, text: 'A message can only show what you have uploaded yourself' },
  SEQUENCE_UNKNOWN: { status: 400, text: 'There is no such message number yet' },
  PRIVATE_ONLY_DELETE: {
    status: 400,
    text: 'Only private conversations can be deleted. Use "Leave Group" for group conversations.',
  },
  NOT_THE_OWNER: { status: 403, text: 'Only the chat room owner can manage this group' },
  TITLE_MISSING: { status: 400, text: 'Please enter a name for your chat room.' },
  TITLE_TOO_LONG: { status: 400, text: 'Chat room name must be 50 characters or less.' },
  DESCRIPTION_TOO_LONG: { status: 400, text: 'The description can have up to 200 characters' },
});

/** Everything up to this number the caller has taken out of the own list; 0 when nothing was. */
export const hiddenUpToSchema = z.int();

const inConversation = z.object({ conversationId: idSchema });
const ofMessage = z.object({ conversationId: idSchema, messageId: idSchema });
const actorOnly = { userId: z.optional(idSchema) };
const memberErrors = ['CONVERSATION_NOT_FOUND', 'NOT_A_MEMBER'] as const;

/** A place in the log, or a count of changes. */
const numberFrom = (least: 0 | 1) =>
  z.optional(z.coerce.number().check(z.int(), z.gte(least), z.lte(messageLimits.number)));

/**
 * One page of the log, oldest first. `before` and `after` are exclusive numbers; `around` shows a message in the
 * middle; without them the newest. `changedAfter` answers those that changed since, in the order of their last change:
 * the count of the last one of a full page asks for the next.
 */
export const listMessages = endpoint({
  name: 'listMessages',
  method: 'GET',
  path: '/api/conversations/{conversationId}/messages',
  summary: 'A page of the log of a conversation, oldest first',
  who: 'signed-in',
  actor: 'userId',
  params: inConversation,
  query: z.object({
    userId: z.optional(idSchema),
    before: numberFrom(1),
    after: numberFrom(0),
    around: numberFrom(1),
    changedAfter: numberFrom(0),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
    unfolded: unfoldedSchema,
  }),
  data: z.array(messageSchema),
  top: {
    /** The newest number there is, and the count of changes, at the time of asking. */
    lastSequence: z.int(),
    change: z.int(),
    /** Whether there is more beyond the first and beyond the last of the page. */
    hasOlder: z.boolean(),
    hasNewer: z.boolean(),
    hiddenUpTo: hiddenUpToSchema,
  },
  errors: [...memberErrors],
});

export const searchMessages = endpoint({
  name: 'searchMessages',
  method: 'GET',
  path: '/api/conversations/{conversationId}/search',
  summary: 'Messages of a conversation whose text contains the query, newest first',
  who: 'signed-in',
  actor: 'userId',
  budget: 'search',
  params: inConversation,
  query: z.object({
    userId: z.optional(idSchema),
    query: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
    /** In which quick answers are looked for. */
    language: z.optional(z.enum(languages)),
    before: numberFrom(1),
  }),
  data: z.array(messageSchema),
  top: { hasOlder: z.boolean() },
  errors: [...memberErrors],
});

/** The same `clientId` again answers the message that was made the first time: sending may be repeated. */
export const sendMessage = endpoint({
  name: 'sendMessage',
  method: 'POST',
  path: '/api/conversations/{conversationId}',
  summary:
    'Sends a message; of IMAGE and VIDEO the content is the address that the upload answered, of QUICK a code',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MESSAGE_SIGN_IN_REQUIRED',
  params: inConversation,
  bodyLimit: inlineBodyLimit,
  tooLargeError: 'IMAGE_TOO_LARGE',
  body: z.object({
    userId: z.optional(idSchema),
    /** Of an IMAGE its address, or a data URL when the upload cannot be reached; of a QUICK one its code. */
    content: z.string(),
    type: z.optional(z.enum(sentTypes)),
    clientId: z.optional(clientIdSchema),
    replyToId: z.optional(z.nullable(idSchema)),
  }),
  data: messageSchema,
  errors: [
    'ACCOUNT_LIMITED',
    ...memberErrors,
    'CONVERSATION_CLOSED',
    'MUTED_IN_ROOM',
    'SLOW_MODE',
    'MESSAGE_EMPTY',
    'MESSAGE_TOO_LONG',
    'MESSAGE_NOT_FOUND',
    'CLIENT_ID_USED',
    'MEDIUM_NOT_YOURS',
    ...storageErrors,
    'UPLOADS_WAITING',
    'INVALID_IMAGE',
    'IMAGE_TOO_LARGE',
    'UPLOADS_BUSY',
    'UPLOAD_TOO_SLOW',
    'BLOCKED_CONVERSATION',
    'CANNOT_START_CONVERSATION',
    'REQUEST_NOT_ACCEPTED',
    'TOO_MANY_NEW_PEOPLE',
    'NEWCOMER_LIMIT',
    'DAY_LIMIT',
    'NEWCOMER_LINKS',
  ],
});

export const editMessage = endpoint({
  name: 'editMessage',
  method: 'PATCH',
  path: '/api/conversations/{conversationId}/messages/{messageId}',
  summary: 'Changes the text of the own message shortly after sending',
  who: 'signed-in',
  actor: 'userId',
  params: ofMessage,
  body: z.object({ ...actorOnly, content: z.string() }),
  data: messageSchema,
  errors: [
    ...memberErrors,
    'MESSAGE_NOT_FOUND',
    'NOT_YOUR_MESSAGE',
    'MESSAGE_NOT_EDITABLE',
    'MESSAGE_EDIT_TOO_LATE',
    'NEWCOMER_LINKS',
    'ACCOUNT_LIMITED',
    'MUTED_IN_ROOM',
    'CONVERSATION_CLOSED',
    'MESSAGE_EMPTY',
    'MESSAGE_TOO_LONG',
    'BLOCKED_CONVERSATION',
    'CANNOT_START_CONVERSATION',
  ],
});

/**
 * The owner and the moderators of a room take what others said out of it, too; whose it was is told. What the owner said
 * only the owner takes back, and what a moderator said they and the owner.
 */
export const removeMessage = endpoint({
  name: 'removeMessage',
  method: 'DELETE',
  path: '/api/conversations/{conversationId}/messages/{messageId}',
  summary:
    'Takes a message back: the own, or in a room that one keeps in order; its number stays and says so',
  who: 'signed-in',
  actor: 'userId',
  params: ofMessage,
  body: z.object(actorOnly),
  data: messageSchema,
  errors: [...memberErrors, 'MESSAGE_NOT_FOUND', 'NOT_YOUR_MESSAGE', 'NOT_OVER_ROOM_MODERATORS'],
});

/** One reaction of a person on a message; another kind replaces it, null takes it away. Also answers a message request. */
export const reactToMessage = endpoint({
  name: 'reactToMessage',
  method: 'PUT',
  path: '/api/conversations/{conversationId}/messages/{messageId}/reaction',
  summary: 'Sets or takes away the own reaction on a message',
  who: 'signed-in',
  actor: 'userId',
  params: ofMessage,
  body: z.object({ ...actorOnly, reactionType: z.nullable(anyCaseReactionTypeSchema) }),
  data: messageSchema,
  errors: [
    ...memberErrors,
    'CONVERSATION_CLOSED',
    'MESSAGE_NOT_FOUND',
    'BLOCKED_CONVERSATION',
    'CANNOT_START_CONVERSATION',
  ],
});

/** Reading moves forward only; without a number everything there is counts as read. */
export const markRead = endpoint({
  name: 'markRead',
  method: 'POST',
  path: '/api/conversations/{conversationId}/read',
  summary: 'Says how far one has read',
  who: 'signed-in',
  actor: 'userId',
  budget: 'signal',
  params: inConversation,
  body: z.object({ ...actorOnly, sequence: z.optional(z.int().check(z.gte(0))) }),
  data: z.object({ readSequence: z.int(), unreadCount: z.int() }),
  errors: [...memberErrors, 'SEQUENCE_UNKNOWN'],
});

export const tellTyping = endpoint({
  name: 'tellTyping',
  method: 'POST',
  path: '/api/conversations/{conversationId}/typing',
  summary: 'Lets the others of a conversation see that one is writing, for some seconds',
  who: 'signed-in',
  actor: 'userId',
  budget: 'signal',
  params: inConversation,
  body: z.object(actorOnly),
  data: z.null(),
  errors: [...memberErrors],
});

export const changeConversationSettings = endpoint({
  name: 'changeConversationSettings',
  method: 'PUT',
  path: '/api/conversations/{conversationId}/settings',
  summary: 'Mutes, pins or archives a conversation for oneself',
  who: 'signed-in',
  actor: 'userId',
  params: inConversation,
  body: z.object({ ...actorOnly, ...z.partial(conversationSettingsSchema).shape }),
  data: conversationSettingsSchema,
  errors: [...memberErrors],
});

/** Owner first, then by name. */
export const listMembers = endpoint({
  name: 'listMembers',
  method: 'GET',
  path: '/api/conversations/{conversationId}/members',
  summary: 'Members of a conversation, the owner first, then by name; or those whose name contains the query',
  who: 'signed-in',
  actor: 'userId',
  params: inConversation,
  query: z.object({
    userId: z.optional(idSchema),
    query: z.optional(z.string().check(z.trim(), z.maxLength(50))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(conversationLimits.membersPage))),
    cursor: z.optional(cursorSchema),
  }),
  data: z.array(memberSchema),
  top: { nextCursor: z.nullable(z.string()) },
  errors: [...memberErrors],
});

/** For two people; the other side keeps theirs. */
export const removeConversation = endpoint({
  name: 'removeConversation',
  method: 'DELETE',
  path: '/api/conversations/{conversationId}',
  summary: 'Takes a private conversation out of the own list, with everything said so far',
  who: 'signed-in',
  actor: 'userId',
  params: inConversation,
  body: z.object(actorOnly),
  data: z.object({ id: idSchema }),
  errors: [...memberErrors, 'PRIVATE_ONLY_DELETE'],
});
