import * as z from 'zod/mini';
import { genderSchema } from '../identity/identity.ts';
import { endpoint } from '../kernel/endpoint.ts';
import { defineErrors } from '../kernel/errors.ts';
import { clientIdSchema, idSchema, instantSchema, pageFields } from '../kernel/fields.ts';
import { placeNamesSchema } from '../places/place-search.ts';
import { latitudeSchema, locationDisplaySchema, longitudeSchema } from '../places/places.ts';
import { joinTypes, slowModes_s } from './conversations.rules.ts';
import { memberRoleSchema, memberSchema } from './conversations.ts';
import { joinRequestStatuses, membershipStatuses, mutes_minutes, roomLimits } from './rooms.rules.ts';

export const membershipStatusSchema = z.enum(membershipStatuses);
export const joinRequestStatusSchema = z.enum(joinRequestStatuses);
export type JoinRequestStatus = z.output<typeof joinRequestStatusSchema>;

export const joinRequestSchema = z.object({
  id: idSchema,
  status: joinRequestStatusSchema,
  user: z.object({
    id: idSchema,
    name: z.string(),
    avatarUrl: z.nullable(z.string()),
    gender: z.nullable(genderSchema),
    age: z.nullable(z.int()),
  }),
  /** Miles between displayed positions. */
  distance: z.number(),
  message: z.string(),
  requestedAt: instantSchema,
  respondedAt: z.nullable(instantSchema),
});
export type JoinRequest = z.output<typeof joinRequestSchema>;

export const roomBanSchema = z.object({
  user: z.object({ id: idSchema, name: z.string(), avatarUrl: z.nullable(z.string()) }),
  reason: z.nullable(z.string()),
  bannedAt: instantSchema,
});
export type RoomBan = z.output<typeof roomBanSchema>;

export const joinRequestMetadataSchema = z.object({
  joinRequestId: idSchema,
  requesterId: idSchema,
  requesterName: z.string(),
  requesterAvatar: z.nullable(z.string()),
  requestMessage: z.string(),
  distance: z.number(),
  ownerId: idSchema,
});
export type JoinRequestMetadata = z.output<typeof joinRequestMetadataSchema>;

/** Where a room lies: a displayed position, or a public place its creator chose. */
export const roomPlaceFields = {
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  /** The town near by, made from this position; `names` where other languages have their own. */
  address: z.nullable(z.string()),
  addressNames: placeNamesSchema,
  joinRadius: z.number(),
};

export const roomSchema = z.object({
  id: idSchema,
  conversationId: idSchema,
  name: z.string(),
  description: z.nullable(z.string()),
  authorId: z.nullable(idSchema),
  ownerId: z.nullable(idSchema),
  ...roomPlaceFields,
  /** "placed": at a public place, by its creator's choice. */
  display: z.enum(['exact', 'approximate', 'placed']),
  memberCount: z.int(),
  /** Miles between displayed positions; null where nobody asked from a place. */
  distance: z.nullable(z.number()),
  withinJoinRadius: z.nullable(z.boolean()),
  /** The owner first, then by name; at most 15. */
  participants: z.array(memberSchema),
  isActive: z.boolean(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  userMembershipStatus: membershipStatusSchema,
  userRole: z.nullable(memberRoleSchema),
  /** The least time between two messages of one member, in seconds; 0 where there is none. */
  slowMode_s: z.int(),
  /** When whoever leads the room took over. Told to them, and to whom they were voted in against; null to others. */
  ownerSince: z.nullable(instantSchema),
  /** Until when whoever was voted in cannot delete the room and more (LEADER_TOO_NEW); told to the same two. */
  leaderRestrictedUntil: z.nullable(instantSchema),
  pendingRequests: z.nullable(z.int()),
  can: z.object({ manage: z.boolean(), moderate: z.boolean(), leave: z.boolean() }),
});
export type Room = z.output<typeof roomSchema>;

export const roomsErrors = defineErrors({
  ROOM_SIGN_IN_REQUIRED: { status: 401, text: 'Please log in to create a chat room.' },
  JOIN_SIGN_IN_REQUIRED: { status: 401, text: 'Login to join' },
  MANAGE_SIGN_IN_REQUIRED: { status: 401, text: 'Please sign in to manage chat rooms' },
  ROOM_POSITION_MISSING: {
    status: 400,
    text: 'Location is required to create a chat room. Please allow location access.',
  },
  JOIN_POSITION_MISSING: { status: 400, text: 'Location required to join conversations' },
  JOIN_RADIUS_OUT_OF_RANGE: { status: 400, text: 'Join radius must be between 1 and 500 miles' },
  ROOM_NOT_FOUND: { status: 404, text: 'Chat room not found' },
  NOT_THE_ROOM_AUTHOR: {
    status: 403,
    text: 'Only the chat room author can manage join requests and participants.',
  },
  ALREADY_A_MEMBER: { status: 409, text: 'You are already a member of this group' },
  REQUEST_PENDING: { status: 409, text: 'You already have a pending join request for this group' },
  REQUEST_DENIED: { status: 403, text: 'Your join request was denied' },
  ROOM_FULL: { status: 409, text: 'This chat room is full' },
  TOO_MANY_ROOMS: { status: 409, text: 'You own as many chat rooms as one person may' },
  REQUEST_NOT_FOUND: { status: 404, text: 'Join request not found' },
  REQUEST_ANSWERED: { status: 409, text: 'This request was answered already' },
  NOT_ONESELF: { status: 400, text: 'You cannot remove or ban yourself' },
  TOO_MANY_ROOM_MODERATORS: { status: 409, text: 'A room has at most 10 moderators' },
  NOT_OVER_ROOM_MODERATORS: { status: 403, text: 'Only the owner can do this to a moderator' },
  PARTICIPANT_NOT_FOUND: { status: 404, text: 'This person is not in the chat room' },
  BAN_NOT_FOUND: { status: 404, text: 'This person is not banned from the chat room' },
  REMOVED_FROM_ROOM: { status: 403, text: 'You were removed from this group' },
  BANNED_FROM_ROOM: { status: 403, text: 'You were banned from this group' },
  TOO_FEW_VOTERS: { status: 409, text: 'A leader vote needs at least 3 members' },
  NO_OBJECTION: { status: 409, text: 'There is nothing to object to' },
  LEADER_TOO_NEW: { status: 403, text: 'A new leader can do this 48 hours after the vote' },
  CANDIDATE_NOT_A_MEMBER: { status: 400, text: 'Only members can be voted for' },
  INVITE_NOT_FOUND: { status: 404, text: 'This invite link is not valid any more' },
});

const ofRoom = z.object({ roomId: idSchema });
const actorOnly = { userId: z.optional(idSchema) };
const note = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(roomLimits.note))));
const asked = {
  latitude: z.optional(z.nullable(latitudeSchema)),
  longitude: z.optional(z.nullable(longitudeSchema)),
  /** The more private of this and the profile's setting applies. */
  locationDisplay: z.optional(locationDisplaySchema),
};
const ownerErrors = ['ROOM_NOT_FOUND', 'NOT_THE_ROOM_AUTHOR'] as const;

/**
 * Length and presence are judged by the rules, so that each refusal carries its own text. The same `clientId` again within a day
 * answers the room that was made the first time.
 */
export const createRoom = endpoint({
  name: 'createRoom',
  method: 'POST',
  path: '/api/chatrooms',
  summary: 'Opens a chat room at the displayed position made from the given one, or at a public place',
  who: 'signed-in',
  actor: 'authorId',
  signInError: 'ROOM_SIGN_IN_REQUIRED',
  body: z.object({
    authorId: z.optional(idSchema),
    name: z.optional(z.nullable(z.string())),
    description: z.optional(z.nullable(z.string())),
    ...asked,
    /** True: the position is a public place, chosen on the map; everyone sees this spot. */
    placed: z.optional(z.boolean()),
    joinRadius: z.optional(z.nullable(z.number())),
    clientId: z.optional(clientIdSchema),
  }),
  data: roomSchema,
  errors: [
    'NEWCOMER_LIMIT',
    'DAY_LIMIT',
    'TITLE_MISSING',
    'TITLE_TOO_LONG',
    'DESCRIPTION_TOO_LONG',
    'ROOM_POSITION_MISSING',
    'JOIN_RADIUS_OUT_OF_RANGE',
    'TOO_MANY_ROOMS',
    'ACCOUNT_LIMITED',
  ],
});

export const joinRoom = endpoint({
  name: 'joinRoom',
  method: 'POST',
  path: '/api/chatrooms/{roomId}',
  summary: 'Joins inside the join radius, asks to be let in outside of it',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'JOIN_SIGN_IN_REQUIRED',
  params: ofRoom,
  body: z.object({
    ...actorOnly,
    ...asked,
    message: note,
    /** Of an invite link: opens the room from anywhere. */
    invite: z.optional(idSchema),
  }),
  data: z.object({
    joinType: z.enum(joinTypes),
    conversationId: idSchema,
    userMembershipStatus: membershipStatusSchema,
    requestId: z.nullable(idSchema),
  }),
  errors: [
    'NEWCOMER_LIMIT',
    'DAY_LIMIT',
    'NEWCOMER_LINKS',
    'JOIN_POSITION_MISSING',
    'ROOM_NOT_FOUND',
    'ALREADY_A_MEMBER',
    'REQUEST_PENDING',
    'REQUEST_DENIED',
    'ROOM_FULL',
    'INVITE_NOT_FOUND',
    'ACCOUNT_LIMITED',
  ],
});

export const changeRoom = endpoint({
  name: 'changeRoom',
  method: 'PUT',
  path: '/api/chatrooms/{roomId}',
  summary: 'Changes the join radius',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: ofRoom,
  body: z.object({ ...actorOnly, joinRadius: z.number() }),
  data: z.object({ id: idSchema, joinRadius: z.number() }),
  errors: [...ownerErrors, 'JOIN_RADIUS_OUT_OF_RANGE'],
});

export const leaveRoom = endpoint({
  name: 'leaveRoom',
  method: 'DELETE',
  path: '/api/chatrooms/{roomId}',
  summary: 'Leaves; of an owner the earliest member takes over, the last one closes the room',
  who: 'signed-in',
  actor: 'userId',
  params: ofRoom,
  body: z.object(actorOnly),
  data: z.object({
    wasOwner: z.boolean(),
    newOwnerId: z.nullable(idSchema),
    groupEmpty: z.boolean(),
    groupDeactivated: z.boolean(),
  }),
  errors: ['ROOM_NOT_FOUND', 'NOT_A_MEMBER'],
});

export const removeRoom = endpoint({
  name: 'removeRoom',
  method: 'DELETE',
  path: '/api/chatrooms',
  summary: 'Deletes a room for good',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  body: z.object({ ...actorOnly, chatRoomId: idSchema }),
  data: z.object({ id: idSchema }),
  errors: [...ownerErrors, 'LEADER_TOO_NEW'],
});

export const listJoinRequests = endpoint({
  name: 'listJoinRequests',
  method: 'GET',
  path: '/api/chatrooms/{roomId}/requests',
  summary: 'Join requests of a room, those that wait first, then the latest; for its owner',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: ofRoom,
  query: z.object({
    userId: z.optional(idSchema),
    status: z.optional(joinRequestStatusSchema),
    limit: pageFields.limit,
    cursor: pageFields.cursor,
  }),
  data: z.array(joinRequestSchema),
  top: { nextCursor: z.nullable(z.string()) },
  errors: [...ownerErrors],
});

/** A request that was denied may still be approved. */
export const answerJoinRequest = endpoint({
  name: 'answerJoinRequest',
  method: 'POST',
  path: '/api/chatrooms/{roomId}/requests',
  summary: 'Lets somebody in, or not',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: ofRoom,
  body: z.object({
    ...actorOnly,
    requestId: idSchema,
    action: z.enum(['approve', 'deny']),
    responseMessage: note,
  }),
  data: joinRequestSchema,
  errors: [...ownerErrors, 'REQUEST_NOT_FOUND', 'REQUEST_ANSWERED', 'ROOM_FULL'],
});

/** Room moderators take out members, but neither each other nor the owner. */
export const removeParticipant = endpoint({
  name: 'removeParticipant',
  method: 'DELETE',
  path: '/api/chatrooms/{roomId}/moderation',
  summary: 'Takes somebody out of a room; they may join again',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: ofRoom,
  body: z.object({ ...actorOnly, targetUserId: idSchema }),
  data: z.object({ targetUserId: idSchema }),
  errors: [
    ...ownerErrors,
    'NOT_ONESELF',
    'PARTICIPANT_NOT_FOUND',
    'NOT_OVER_ROOM_MODERATORS',
    'LEADER_TOO_NEW',
  ],
});

/** Setting again what is so already changes nothing. The mark ends with the membership. */
export const setRoomModerator = endpoint({
  name: 'setRoomModerator',
  method: 'PUT',
  path: '/api/chatrooms/{roomId}/moderators/{memberId}',
  summary: 'Makes a member a moderator of the room, or ends that',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: z.object({ roomId: idSchema, memberId: idSchema }),
  body: z.object({ ...actorOnly, isModerator: z.boolean() }),
  data: z.object({ memberId: idSchema, isModerator: z.boolean() }),
  errors: [
    ...ownerErrors,
    'NOT_ONESELF',
    'PARTICIPANT_NOT_FOUND',
    'TOO_MANY_ROOM_MODERATORS',
    'LEADER_TOO_NEW',
  ],
});

/**
 * By the owner, or by a room moderator about somebody who is neither. It outlasts leaving and coming back; muted again it
 * lasts from now on. The member reads the reason.
 */
export const muteMember = endpoint({
  name: 'muteMember',
  method: 'PUT',
  path: '/api/chatrooms/{roomId}/mutes/{memberId}',
  summary: 'Keeps a member from writing in the room for some minutes; 0 lets them write again',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: z.object({ roomId: idSchema, memberId: idSchema }),
  body: z.object({ ...actorOnly, minutes: z.literal([...mutes_minutes]), reason: note }),
  data: z.object({ memberId: idSchema, until: z.nullable(instantSchema) }),
  errors: [
    ...ownerErrors,
    'NOT_ONESELF',
    'PARTICIPANT_NOT_FOUND',
    'NOT_OVER_ROOM_MODERATORS',
    'LEADER_TOO_NEW',
  ],
});

/** A line in the log says so. Messages that were taken back count, too. */
export const setSlowMode = endpoint({
  name: 'setSlowMode',
  method: 'PUT',
  path: '/api/chatrooms/{roomId}/slow-mode',
  summary: 'Sets how many seconds lie between two messages of one member of a room at least; 0 ends it',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: ofRoom,
  body: z.object({ ...actorOnly, seconds: z.literal([...slowModes_s]) }),
  data: z.object({ id: idSchema, seconds: z.int() }),
  errors: [...ownerErrors],
});

/** Somebody who has left since, or has only asked to join, is banned too. */
export const banParticipant = endpoint({
  name: 'banParticipant',
  method: 'POST',
  path: '/api/chatrooms/{roomId}/moderation',
  summary: 'Takes somebody out of a room for good',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: ofRoom,
  body: z.object({ ...actorOnly, targetUserId: idSchema, reason: note }),
  data: z.object({ targetUserId: idSchema }),
  errors: [...ownerErrors, 'NOT_ONESELF', 'PARTICIPANT_NOT_FOUND', 'LEADER_TOO_NEW'],
});

export const listRoomBans = endpoint({
  name: 'listRoomBans',
  method: 'GET',
  path: '/api/chatrooms/{roomId}/bans',
  summary: 'Who is banned from a room, the latest first; for its owner',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: ofRoom,
  query: z.object({
    userId: z.optional(idSchema),
    limit: pageFields.limit,
    cursor: pageFields.cursor,
  }),
  data: z.array(roomBanSchema),
  top: { nextCursor: z.nullable(z.string()) },
  errors: [...ownerErrors],
});

/** A request that was denied before stays denied. */
export const liftRoomBan = endpoint({
  name: 'liftRoomBan',
  method: 'DELETE',
  path: '/api/chatrooms/{roomId}/bans',
  summary: 'Lets somebody who was banned join again',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: ofRoom,
  body: z.object({ ...actorOnly, targetUserId: idSchema }),
  data: z.object({ targetUserId: idSchema }),
  errors: [...ownerErrors, 'BAN_NOT_FOUND'],
});

/** Calling it again answers the link there is; `renew` makes a new one, and the old one opens nothing any more. */
export const inviteToRoom = endpoint({
  name: 'inviteToRoom',
  method: 'POST',
  path: '/api/chatrooms/{roomId}/invite',
  summary: 'The link by which the owner lets people in from anywhere',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: ofRoom,
  body: z.object({ ...actorOnly, renew: z.optional(z.boolean()) }),
  /** `path` begins at the root of this site. */
  data: z.object({ invite: idSchema, path: z.string() }),
  errors: [...ownerErrors, 'ACCOUNT_LIMITED', 'LEADER_TOO_NEW'],
});

export const removeInvite = endpoint({
  name: 'removeInvite',
  method: 'DELETE',
  path: '/api/chatrooms/{roomId}/invite',
  summary: 'Closes the invite link',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: ofRoom,
  body: z.object(actorOnly),
  data: z.null(),
  errors: [...ownerErrors, 'LEADER_TOO_NEW'],
});

/** `votes` are those of members who count; `voters` is everybody who voted so, also who does not count yet. */
const voteCountsSchema = z.record(z.string(), z.object({ votes: z.int(), voters: z.array(idSchema) }));
export type VoteCounts = z.output<typeof voteCountsSchema>;
/** Of a group in which not everybody is known to whoever looks. */
const votedForSchema = z.nullable(z.object({ id: idSchema, name: z.string() }));

/** Everybody may vote at any time; see `leaderLimits` for who counts. */
const electorate = {
  /** Members who count: more than half of them elect, where there are at least 3. */
  counted: z.int(),
  /** From when on the caller counts; null when they do. */
  countsFrom: z.nullable(instantSchema),
};

export const getLeaderVotes = endpoint({
  name: 'getLeaderVotes',
  method: 'GET',
  path: '/api/conversations/{conversationId}/vote',
  summary: 'Whom the members of a room want to lead it, by user id',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ conversationId: idSchema }),
  query: z.object(actorOnly),
  data: voteCountsSchema,
  top: { votedFor: votedForSchema, ...electorate },
  errors: ['CONVERSATION_NOT_FOUND', 'NOT_A_MEMBER'],
});

/** One vote a member: another candidate replaces it. More than half of those who count elect an owner. */
export const voteForLeader = endpoint({
  name: 'voteForLeader',
  method: 'POST',
  path: '/api/conversations/{conversationId}/vote',
  summary: 'Votes for the leader of a room',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ conversationId: idSchema }),
  body: z.object({ ...actorOnly, candidateId: idSchema }),
  data: voteCountsSchema,
  top: {
    newOwner: z.nullable(z.object({ id: idSchema, name: z.string() })),
    votedFor: votedForSchema,
    ...electorate,
  },
  errors: ['CONVERSATION_NOT_FOUND', 'NOT_A_MEMBER', 'TOO_FEW_VOTERS', 'CANDIDATE_NOT_A_MEMBER'],
});

/**
 * By whoever was voted out: they lead again and votes begin anew (`leaderLimits`). Not while an earlier objection
 * holds, nor by who was voted in less than 7 days before.
 */
export const objectToLeader = endpoint({
  name: 'objectToLeader',
  method: 'POST',
  path: '/api/conversations/{conversationId}/vote/objection',
  summary: 'Objects to the leader who was voted in against oneself, and leads the room again',
  who: 'signed-in',
  actor: 'userId',
  params: z.object({ conversationId: idSchema }),
  body: z.object(actorOnly),
  data: z.object({ ownerId: idSchema }),
  errors: ['CONVERSATION_NOT_FOUND', 'NOT_A_MEMBER', 'NO_OBJECTION'],
});

export const updateDetails = endpoint({
  name: 'updateDetails',
  method: 'PUT',
  path: '/api/conversations/{conversationId}',
  summary: 'Changes name or description of a room',
  who: 'signed-in',
  actor: 'userId',
  signInError: 'MANAGE_SIGN_IN_REQUIRED',
  params: z.object({ conversationId: idSchema }),
  body: z.object({
    ...actorOnly,
    action: z.literal('update_details'),
    title: z.optional(z.string()),
    description: z.optional(z.nullable(z.string())),
  }),
  data: z.object({ id: idSchema, title: z.string(), description: z.nullable(z.string()) }),
  errors: [
    'CONVERSATION_NOT_FOUND',
    'NOT_A_MEMBER',
    'CONVERSATION_CLOSED',
    'NOT_THE_OWNER',
    'TITLE_MISSING',
    'TITLE_TOO_LONG',
    'DESCRIPTION_TOO_LONG',
  ],
});
