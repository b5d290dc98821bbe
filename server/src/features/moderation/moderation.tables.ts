import {
  appealStates,
  decisionActions,
  logActions,
  personParts,
  reportReasons,
  reportStates,
  reportTargetTypes,
} from '@dazi/contract/moderation/moderation.rules';
import type { CountedMonth } from '@dazi/contract/moderation/moderation-counts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { media } from '#features/media/media.tables.ts';
import { id, instant } from '#platform/database/columns.ts';

const ofTarget = {
  targetType: text('target_type', { enum: reportTargetTypes }).notNull(),
  targetId: id('target_id').notNull(),
};

/** Settled reports stay: they are the history of what they were about. */
export const reports = pgTable(
  'reports',
  {
    id: id().primaryKey(),
    reporterId: id('reporter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ...ofTarget,
    /** The person, or whoever wrote it; null for a room, which passes from one owner to the next. */
    targetOwnerId: id('target_owner_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Of a person what it is about. */
    part: text({ enum: personParts }),
    reason: text({ enum: reportReasons }).notNull(),
    details: text(),
    state: text({ enum: reportStates }).notNull(),
    createdAt: instant('created_at').notNull(),
    resolvedAt: instant('resolved_at'),
    /** Null for what was settled before decisions were kept. */
    decisionId: id('decision_id'),
  },
  (table) => [
    uniqueIndex('reports_open')
      .on(table.reporterId, table.targetType, table.targetId)
      .where(sql`state = 'open'`),
    index('reports_target').on(table.targetType, table.targetId, table.createdAt),
    index('reports_target_owner').on(table.targetOwnerId),
    index('reports_reporter').on(table.reporterId, table.id),
    index('reports_decision').on(table.decisionId),
  ],
);

/** What something said when it was first reported. */
export interface StoredSnapshot {
  content: string;
  type: string | null;
  mediaIds: string[];
  createdAt: string;
  room: string | null;
  isPrivate: boolean;
  goneAt: string | null;
  goneBy: 'author' | 'room' | 'moderators' | 'expiry' | null;
}

/** All reports about one thing, with what it said at the first of them. */
export const cases = pgTable(
  'cases',
  {
    ...ofTarget,
    /** Null for a room. */
    personId: id('person_id').references(() => users.id, { onDelete: 'cascade' }),
    isOpen: boolean('is_open').notNull(),
    /** Of the most urgent open report: 0 within an hour, 1 a day, 2 a week. */
    urgency: smallint().notNull(),
    /** When the first open report came; when it was settled, once it is. */
    since: instant('since').notNull(),
    /** Counts what came to it: a decision names what it was judged on. */
    version: integer().notNull(),
    takenBy: id('taken_by').references(() => users.id, { onDelete: 'set null' }),
    takenUntil: instant('taken_until'),
    /** Null where nothing was left to copy, and once its time is over. */
    snapshot: jsonb().$type<StoredSnapshot>(),
    eraseAt: instant('erase_at'),
    /** Until when pictures and links are folded; null while they are not. */
    foldedUntil: instant('folded_until'),
    /** Whether administrators were told that its time is over. */
    isOverdueTold: boolean('is_overdue_told').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.targetType, table.targetId] }),
    index('cases_waiting').on(table.urgency, table.since, table.targetId).where(sql`is_open`),
    index('cases_settled').on(table.since, table.targetId).where(sql`NOT is_open`),
    index('cases_person').on(table.personId),
    index('cases_taken').on(table.takenBy),
    index('cases_erase').on(table.eraseAt),
  ],
);

/** Media in the snapshot of a case: moderators may look at them while it is open. */
export const caseMedia = pgTable(
  'case_media',
  {
    mediaId: id('media_id')
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    ...ofTarget,
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.targetType, table.targetId] }),
    index('case_media_case').on(table.targetType, table.targetId),
  ],
);

export interface StoredRule {
  number: number;
  en: string;
  ja: string;
  zh: string;
}

/** What was decided about somebody, as long as their account; what it was about, for six months. */
export const decisions = pgTable(
  'decisions',
  {
    id: id().primaryKey(),
    /** Its link in the log. */
    number: bigint({ mode: 'number' }).notNull(),
    personId: id('person_id').references(() => users.id, { onDelete: 'cascade' }),
    decidedBy: id('decided_by').references(() => users.id, { onDelete: 'set null' }),
    action: text({ enum: decisionActions }).notNull(),
    /** What was taken away with it, and may come back. */
    removed: jsonb()
      .$type<{ targetType: (typeof reportTargetTypes)[number]; targetId: string }[]>()
      .notNull(),
    rule: jsonb().$type<StoredRule>(),
    reason: text(),
    createdAt: instant('created_at').notNull(),
    until: instant('until'),
    about: jsonb().$type<{ targetType: string; excerpt: string; createdAt: string; isQuick?: true }>(),
    aboutUntil: instant('about_until'),
    readAt: instant('read_at'),
    appealText: text('appeal_text'),
    appealedAt: instant('appealed_at'),
    appealState: text('appeal_state', { enum: appealStates }),
    appealDecidedAt: instant('appeal_decided_at'),
    appealReason: text('appeal_reason'),
    appealDecidedBy: id('appeal_decided_by').references(() => users.id, { onDelete: 'set null' }),
    appealBySomebodyElse: boolean('appeal_by_somebody_else'),
  },
  (table) => [
    unique('decisions_number').on(table.number),
    index('decisions_person').on(table.personId, table.number),
    index('decisions_decider').on(table.decidedBy),
    index('decisions_appeal_decider').on(table.appealDecidedBy),
    index('decisions_appeals').on(table.appealState, table.appealedAt, table.id),
    index('decisions_about').on(table.aboutUntil),
  ],
);

export const moderatorNotes = pgTable(
  'moderator_notes',
  {
    id: id().primaryKey(),
    personId: id('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: id('author_id').references(() => users.id, { onDelete: 'set null' }),
    text: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('moderator_notes_person').on(table.personId, table.id),
    index('moderator_notes_author').on(table.authorId),
    index('moderator_notes_created').on(table.createdAt),
  ],
);

/** Who opened whose page, for administrators. */
export const moderationLooks = pgTable(
  'moderation_looks',
  {
    id: id().primaryKey(),
    moderatorId: id('moderator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    personId: id('person_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    lookedAt: instant('looked_at').notNull(),
  },
  (table) => [
    index('moderation_looks_moderator').on(table.moderatorId, table.id),
    index('moderation_looks_person').on(table.personId),
    index('moderation_looks_looked').on(table.lookedAt),
  ],
);

/** The end of the chain; whoever writes into the log holds this row. */
export const moderationHead = pgTable('moderation_head', {
  id: smallint().primaryKey(),
  number: bigint({ mode: 'number' }).notNull(),
  hash: text().notNull(),
});

/** What moderators did, append-only and chained; who, about whom and why lies in `moderation_log_details`. */
export const moderationLog = pgTable('moderation_log', {
  number: bigint({ mode: 'number' }).primaryKey(),
  action: text({ enum: logActions }).notNull(),
  code: text(),
  rule: integer(),
  until: instant('until'),
  createdAt: instant('created_at').notNull(),
  commitment: text().notNull(),
  hash: text().notNull(),
});

/** Without references to the people: it must not wait for somebody who is just leaving. */
export const moderationLogDetails = pgTable(
  'moderation_log_details',
  {
    number: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => moderationLog.number),
    actorId: id('actor_id'),
    personId: id('person_id'),
    target: text(),
    reason: text(),
    /** Somebody involved decided, because there was nobody else. */
    wasInvolved: boolean('was_involved').notNull(),
    salt: text().notNull(),
  },
  (table) => [
    index('moderation_log_details_actor').on(table.actorId, table.number),
    index('moderation_log_details_person').on(table.personId, table.number),
  ],
);

/** What everybody may know of a month that is over: numbers alone. */
export const moderationMonths = pgTable('moderation_months', {
  month: text().primaryKey(),
  counted: jsonb().$type<CountedMonth>().notNull(),
});
