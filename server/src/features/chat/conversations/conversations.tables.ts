import {
  joinTypes,
  memberRoles,
  messageRemovers,
  messageTypes,
} from '@dazi/contract/chat/conversations.rules';
import { reactionTypes } from '@dazi/contract/posts/reaction-types';
import { sql } from 'drizzle-orm';
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { media } from '#features/media/media.tables.ts';
import { id, instant } from '#platform/database/columns.ts';
import { linkFolds } from '#platform/folded-links.ts';

export const conversations = pgTable(
  'conversations',
  {
    id: id().primaryKey(),
    kind: text({ enum: ['private', 'group'] }).notNull(),
    title: text(),
    description: text(),
    /** False once it has ended: nothing is said in it any more, and no list shows it. */
    isActive: boolean('is_active').notNull(),
    /** Nothing is said in it from then on, and its members read it still. */
    closedAt: instant('closed_at'),
    /** Of a group the members whose account stands. */
    memberCount: integer('member_count').notNull(),
    /** The number of the newest message; numbers begin at 1 and have no gaps. */
    lastSequence: integer('last_sequence').notNull(),
    /** How many of the messages count as unread to those who have not read them; what the server writes does not. */
    lastCounted: integer('last_counted').notNull(),
    /** How often a message was edited, taken back or reacted to. */
    lastChange: integer('last_change').notNull(),
    /** Of a group the least time between two messages of one member; 0 where there is none. */
    slowMode_s: integer('slow_mode_s').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    lastMessageAt: instant('last_message_at'),
  },
  () => [
    index('conversations_grams')
      .using('gin', sql`(text_grams(title) COLLATE "C")`)
      .with({ fastupdate: false })
      .where(sql`is_active AND kind = 'group'`),
  ],
);

/** `nameKey` follows the person's name by a trigger, which stands in the migration member_names. */
export const conversationMembers = pgTable(
  'conversation_members',
  {
    conversationId: id('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: memberRoles }).notNull(),
    /** A room moderator: a mark of a MEMBER, no role. */
    moderates: boolean().notNull().default(false),
    /** As in `conversation_mutes`, beside the row that whoever writes has locked. */
    mutedUntil: instant('muted_until'),
    joinType: text('join_type', { enum: joinTypes }).notNull(),
    joinedAt: instant('joined_at').notNull(),
    /** How far the log was: who came before whom, also within a millisecond. */
    joinedSequence: integer('joined_sequence').notNull(),
    /** The name as it is compared and sorted. */
    nameKey: id('name_key').notNull(),
    /** Everything up to this number was read; `readCounted` is how many of those count. */
    readSequence: integer('read_sequence').notNull(),
    readCounted: integer('read_counted').notNull(),
    /** Messages up to this number are not shown: the person has deleted the conversation on their side. */
    hiddenUpTo: integer('hidden_up_to').notNull(),
    isMuted: boolean('is_muted').notNull(),
    isPinned: boolean('is_pinned').notNull(),
    isArchived: boolean('is_archived').notNull(),
    /** In private, until its member has answered, accepted or begun it; null from then on, and in groups. */
    request: text({ enum: ['unanswered', 'declined'] }),
    /** Of a private conversation: how far the other side is told that this one has read; null in groups. */
    receiptSequence: integer('told_sequence'),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index('conversation_members_user').on(table.userId, table.conversationId),
    index('conversation_members_name').on(table.conversationId, table.nameKey, table.userId),
    index('conversation_members_joined').on(table.conversationId, table.joinedSequence, table.userId),
    index('conversation_members_read').on(table.conversationId, table.readSequence.desc()),
    uniqueIndex('conversation_members_owner').on(table.conversationId).where(sql`role = 'OWNER'`),
    index('conversation_members_moderators').on(table.conversationId).where(sql`moderates`),
  ],
);

/** Who cannot write in a group until when; it outlasts leaving and coming back. A job deletes what is over. */
export const conversationMutes = pgTable(
  'conversation_mutes',
  {
    conversationId: id('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    until: instant('until').notNull(),
    /** As the member reads it. */
    reason: text(),
    mutedBy: id('muted_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index('conversation_mutes_user').on(table.userId),
    index('conversation_mutes_muted_by').on(table.mutedBy),
    index('conversation_mutes_until').on(table.until),
  ],
);

/** Who has left a conversation not long ago, for reports of what was said before. A job forgets it. */
export const formerMembers = pgTable(
  'former_members',
  {
    conversationId: id('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** How far the log was. */
    leftSequence: integer('left_sequence').notNull(),
    leftAt: instant('left_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId] }),
    index('former_members_user').on(table.userId),
    index('former_members_left').on(table.leftAt),
  ],
);

/** The two of a private conversation, in the order of their ids; they have one at most. */
export const privateConversations = pgTable(
  'private_conversations',
  {
    conversationId: id('conversation_id')
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    firstId: id('first_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    secondId: id('second_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Who wrote to somebody who did not know them, and when first: what a day's new people are counted by. */
    requesterId: id('requester_id').references(() => users.id, { onDelete: 'set null' }),
    requestedAt: instant('requested_at'),
  },
  (table) => [
    unique('private_conversations_pair').on(table.firstId, table.secondId),
    index('private_conversations_second').on(table.secondId),
    index('private_conversations_requester').on(table.requesterId, table.requestedAt),
  ],
);

/** The log. A message that was taken back keeps its number and loses what it said. */
export const messages = pgTable(
  'messages',
  {
    conversationId: id('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    sequence: integer().notNull(),
    id: id().notNull(),
    /** Made by the sender's device: sending again finds what was sent. */
    clientId: id('client_id'),
    /** Null for what the server writes, and once the sender's account is erased; of a result whoever added the mini app. */
    senderId: id('sender_id').references(() => users.id, { onDelete: 'set null' }),
    type: text({ enum: messageTypes }).notNull(),
    content: text().notNull(),
    linksFold: text('links_fold', { enum: linkFolds }),
    event: jsonb(),
    replyTo: integer('reply_to'),
    mediaId: id('media_id').references(() => media.id, { onDelete: 'set null' }),
    /** How many of the messages up to this one count as unread. */
    counted: integer().notNull(),
    change: integer().notNull(),
    createdAt: instant('created_at').notNull(),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
    /** Null while it stands, and where its author's account took it along. */
    removedBy: text('removed_by', { enum: messageRemovers }),
    /** Whether its receiver has opened what is closed of it in a request. No answer and no archive says so. */
    isOpened: boolean('is_opened').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.sequence] }),
    unique('messages_id').on(table.id),
    unique('messages_client').on(table.conversationId, table.clientId),
    index('messages_change').on(table.conversationId, table.change).where(sql`change > 0`),
    index('messages_sender').on(table.senderId, table.id),
    index('messages_quick').on(table.conversationId, table.sequence).where(sql`type = 'QUICK'`),
    unique('messages_medium').on(table.mediaId),
    // The conversation stands among the letters, so that one conversation is searched and not all. See posts.
    index('messages_grams')
      .using('gin', sql`((text_grams(content) || ('in ' || conversation_id)) COLLATE "C")`)
      .with({ fastupdate: false })
      .where(sql`type = 'TEXT' AND deleted_at IS NULL`),
  ],
);

/** How far the log was gone through for what is too old to be kept; its row is the lock of whoever goes on. */
export const retentionProgress = pgTable('retention_progress', {
  name: text().primaryKey(),
  /** The id of a message: ids sort by time. */
  upTo: id('up_to').notNull(),
});

const ofMessage = { conversationId: id('conversation_id').notNull(), sequence: integer().notNull() };

export const messageMentions = pgTable(
  'message_mentions',
  {
    ...ofMessage,
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.userId, table.sequence] }),
    index('message_mentions_message').on(table.conversationId, table.sequence),
    index('message_mentions_user').on(table.userId),
    foreignKey({
      name: 'message_mentions_of',
      columns: [table.conversationId, table.sequence],
      foreignColumns: [messages.conversationId, messages.sequence],
    }).onDelete('cascade'),
  ],
);

/** What stands above the log for everybody in the conversation. A message that was taken back is shown there no more. */
export const pinnedMessages = pgTable(
  'pinned_messages',
  {
    ...ofMessage,
    /** Null once the account of whoever pinned it is erased. */
    pinnedBy: id('pinned_by').references(() => users.id, { onDelete: 'set null' }),
    pinnedAt: instant('pinned_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.sequence] }),
    index('pinned_messages_by').on(table.pinnedBy),
    foreignKey({
      name: 'pinned_messages_of',
      columns: [table.conversationId, table.sequence],
      foreignColumns: [messages.conversationId, messages.sequence],
    }).onDelete('cascade'),
  ],
);

export const messageReactions = pgTable(
  'message_reactions',
  {
    ...ofMessage,
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reactionType: text('reaction_type', { enum: reactionTypes }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.sequence, table.userId] }),
    index('message_reactions_user').on(table.userId),
    foreignKey({
      name: 'message_reactions_of',
      columns: [table.conversationId, table.sequence],
      foreignColumns: [messages.conversationId, messages.sequence],
    }).onDelete('cascade'),
  ],
);
