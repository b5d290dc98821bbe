import { joinRequestStatuses } from '@dazi/contract/chat/rooms.rules';
import { boolean, doublePrecision, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { conversations } from '#features/chat/conversations/conversations.tables.ts';
import { users } from '#features/identity/identity.tables.ts';
import { id, instant } from '#platform/database/columns.ts';

/** `latitude` and `longitude` are a displayed position, or a public place chosen for the room. */
export const rooms = pgTable(
  'rooms',
  {
    id: id().primaryKey(),
    conversationId: id('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    creatorId: id('creator_id').references(() => users.id, { onDelete: 'set null' }),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    display: text({ enum: ['exact', 'approximate', 'placed'] }).notNull(),
    joinRadius_miles: doublePrecision('join_radius_miles').notNull(),
    isActive: boolean('is_active').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** When whoever leads took over; null while the first one does. */
    ownerSince: instant('owner_since'),
    /** Whether it was by a vote, and not because somebody left or objected. */
    ownerIsElected: boolean('owner_is_elected').notNull().default(false),
    /** Since a vote: whoever leads cannot do before what could not be undone. */
    restrictedUntil: instant('restricted_until'),
    /** Who was voted out and may object, and until when. */
    deposedId: id('deposed_id').references(() => users.id, { onDelete: 'set null' }),
    objectionUntil: instant('objection_until'),
    /** The last objection: for a while only those count who had been there then. */
    objectedAt: instant('objected_at'),
  },
  (table) => [
    unique('rooms_conversation').on(table.conversationId),
    index('rooms_creator').on(table.creatorId, table.createdAt),
    index('rooms_deposed').on(table.deposedId),
    index('rooms_place').on(table.isActive, table.latitude, table.longitude),
  ],
);

/** One of a person and room: asking again opens it anew. */
export const joinRequests = pgTable(
  'join_requests',
  {
    id: id().primaryKey(),
    roomId: id('room_id')
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    status: text({ enum: joinRequestStatuses }).notNull(),
    message: text().notNull(),
    /** Between displayed positions. */
    distance_miles: doublePrecision('distance_miles').notNull(),
    requestedAt: instant('requested_at').notNull(),
    respondedAt: instant('responded_at'),
    responderId: id('responder_id').references(() => users.id, { onDelete: 'set null' }),
    responseMessage: text('response_message'),
  },
  (table) => [
    unique('join_requests_person').on(table.roomId, table.userId),
    index('join_requests_room').on(table.roomId, table.status, table.requestedAt, table.id),
    index('join_requests_user').on(table.userId),
    index('join_requests_responder').on(table.responderId),
  ],
);

export const roomBans = pgTable(
  'room_bans',
  {
    roomId: id('room_id')
      .notNull()
      .references(() => rooms.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bannedBy: id('banned_by').references(() => users.id, { onDelete: 'set null' }),
    reason: text(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.roomId, table.userId] }),
    index('room_bans_user').on(table.userId),
    index('room_bans_banned_by').on(table.bannedBy),
  ],
);

export const roomInvites = pgTable('room_invites', {
  roomId: id('room_id')
    .primaryKey()
    .references(() => rooms.id, { onDelete: 'cascade' }),
  invite: id().notNull().unique('room_invites_invite'),
  createdAt: instant('created_at').notNull(),
});

/** Whom a member wants to lead the room; one row a member. */
export const leaderVotes = pgTable(
  'leader_votes',
  {
    conversationId: id('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    voterId: id('voter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    candidateId: id('candidate_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.voterId] }),
    index('leader_votes_candidate').on(table.candidateId),
    index('leader_votes_voter').on(table.voterId),
  ],
);
