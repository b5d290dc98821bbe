import type { ActivityCode } from '@dazi/contract/plans/plan-activities';
import {
  type ChangedThing,
  calledOffReasons,
  type DayPart,
  type PlanLanguage,
  partCodes,
  planAudiences,
  planCosts,
  planEntries,
  planLevels,
  reminderCodes,
  removalReasons,
  spotAudiences,
  spotHints,
} from '@dazi/contract/plans/plans.rules';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { conversations } from '#features/chat/conversations/conversations.tables.ts';
import { users } from '#features/identity/identity.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { id, instant } from '#platform/database/columns.ts';
import { type PlanStage, planStages, storedStandings } from './plans.rules.ts';

/** A change that those who are in are asked about, and when the plan was before. Where it was stands in `plan_spots` at most. */
export interface AskedAbout {
  version: number;
  changed: ChangedThing[];
  was: { local: string; timeZone: string; part: DayPart | null; minutes: number };
}

/** When and where a plan was when those who are in last said that they come. */
export interface Agreed {
  local: string;
  timeZone: string;
  part: DayPart | null;
  minutes: number;
  latitude: number;
  longitude: number;
}

/** What moderators took away of a plan, and how far it had come; the instant as text. */
export interface TakenAway {
  title: string | null;
  note: string | null;
  /** Missing in what was taken away while it was left there. */
  costText?: string | null;
  stage: PlanStage;
  confirmUntil: string | null;
}

/**
 * What everybody who sees a plan may know; where exactly to meet stands in `plan_spots` alone. Triggers note in
 * `map_count_changes` which plans the map counts; they stand in the migration plans.
 */
export const plans = pgTable(
  'plans',
  {
    id: id().primaryKey(),
    /** Who made it; null once their account is erased. */
    madeBy: id('made_by').references(() => users.id, { onDelete: 'set null' }),
    clientId: id('client_id').notNull(),
    hostId: id('host_id').references(() => users.id, { onDelete: 'set null' }),
    /** Until when somebody may take over; null while somebody hosts, and after the decision. */
    hostWantedUntil: instant('host_wanted_until'),
    /** Who or what made it: later more than people may. */
    origin: text({ enum: ['person'] })
      .notNull()
      .default('person'),
    activity: text().$type<ActivityCode>().notNull(),
    title: text(),
    note: text(),
    /** By the clocks of `timeZone`; the instants are made of both. */
    local: text().notNull(),
    timeZone: text('time_zone').notNull(),
    part: text({ enum: partCodes }),
    minutes: integer().notNull(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    decidesAt: instant('decides_at').notNull(),
    /** By how much it was put off after the decision. */
    delayMinutes: integer('delay_minutes').notNull().default(0),
    districtLatitude: doublePrecision('district_latitude').notNull(),
    districtLongitude: doublePrecision('district_longitude').notNull(),
    q14: integer().notNull(),
    q12: integer().notNull(),
    q10: integer().notNull(),
    q8: integer().notNull(),
    spotShown: text('spot_shown', { enum: spotAudiences }).notNull(),
    seats: integer().notNull(),
    least: integer().notNull(),
    goingCount: integer('going_count').notNull(),
    /** That it takes place was told once. */
    isOnTold: boolean('is_on_told').notNull().default(false),
    entry: text({ enum: planEntries }).notNull(),
    who: text({ enum: planAudiences }).notNull(),
    /** Of `same_gender`: whose. */
    gender: text({ enum: ['M', 'F'] }),
    languages: jsonb().$type<PlanLanguage[]>().notNull(),
    languageNeeded: boolean('language_needed').notNull(),
    level: text({ enum: planLevels }),
    cost: text({ enum: planCosts }).notNull(),
    costText: text('cost_text'),
    listed: boolean().notNull(),
    /** Of the secret in the invite link. */
    inviteHash: text('invite_hash'),
    /** What that secret is made of, together with the server's own; null of links made before there was this. */
    inviteSeed: text('invite_seed'),
    version: integer().notNull(),
    materialChanges: integer('material_changes').notNull().default(0),
    /** The version that those who are in have to confirm, and until when. */
    askedVersion: integer('asked_version').notNull().default(0),
    confirmUntil: instant('confirm_until'),
    /** What they are asked about: changes since somebody has last said that they come. */
    askedAbout: jsonb('asked_about').$type<AskedAbout[]>().notNull().default([]),
    calledOffAt: instant('called_off_at'),
    calledOffReason: text('called_off_reason', { enum: calledOffReasons }),
    /** For as long as an appeal may bring it back, which is until the plan is erased. */
    takenAway: jsonb('taken_away').$type<TakenAway>(),
    conversationId: id('conversation_id').references(() => conversations.id, { onDelete: 'set null' }),
    /** How far its steps have come. */
    stage: text({ enum: planStages }).notNull(),
    /** When the next step is to be done; null when none is left. */
    dueAt: instant('due_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => {
    const open = sql`called_off_at IS NULL AND listed`;
    // Lists are in the order of these; the activity is in them so that a rare one is found without reading the others.
    return [
      unique('plans_client').on(table.madeBy, table.clientId),
      check('plans_going_count', sql`going_count >= 0 AND going_count <= seats`),
      index('plans_in_q14').on(table.q14, table.startsAt, table.id, table.activity).where(open),
      index('plans_in_q12').on(table.q12, table.startsAt, table.id, table.activity).where(open),
      index('plans_in_q10').on(table.q10, table.startsAt, table.id, table.activity).where(open),
      index('plans_in_q8').on(table.q8, table.startsAt, table.id, table.activity).where(open),
      index('plans_ahead').on(table.startsAt, table.id, table.activity).where(open),
      index('plans_due').on(table.dueAt).where(sql`due_at IS NOT NULL`),
      index('plans_host').on(table.hostId, table.startsAt),
      index('plans_made').on(table.madeBy, table.createdAt),
      index('plans_conversation').on(table.conversationId),
    ];
  },
);

/** Where exactly to meet; the row goes 7 days after the end. Read through `spotFor` alone. */
export const planSpots = pgTable('plan_spots', {
  planId: id('plan_id')
    .primaryKey()
    .references(() => plans.id, { onDelete: 'cascade' }),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  name: text().notNull(),
  hint: text({ enum: spotHints }),
  /** Null as long as time and place are what they were when somebody was last asked. */
  agreed: jsonb().$type<Agreed>(),
});

/** How a plan was when somebody had no part in it any more; instants as text. */
export interface Parted {
  at: string;
  version: number;
  activity: ActivityCode;
  startsAt: string;
  endsAt: string;
}
/** Which plan is another one again: a plan is repeated once, says the key. */
export const planCopies = pgTable('plan_copies', {
  fromId: id('from_id')
    .primaryKey()
    .references(() => plans.id, { onDelete: 'cascade' }),
  toId: id('to_id')
    .notNull()
    .unique('plan_copies_to')
    .references(() => plans.id, { onDelete: 'cascade' }),
});

/** Which post a plan was made from. */
export const planPosts = pgTable(
  'plan_posts',
  {
    planId: id('plan_id')
      .primaryKey()
      .references(() => plans.id, { onDelete: 'cascade' }),
    postId: id('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
  },
  (table) => [index('plan_posts_post').on(table.postId)],
);

/** Whether others came, as somebody noted it for themselves: read by them alone. */
export const planMarks = pgTable(
  'plan_marks',
  {
    planId: id('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'cascade' }),
    byId: id('by_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    aboutId: id('about_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    came: boolean().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.planId, table.byId, table.aboutId] }),
    index('plan_marks_by').on(table.byId, table.planId, table.aboutId),
    index('plan_marks_about').on(table.aboutId),
  ],
);

/**
 * How people stand with a plan. Each who comes into the line has a later `queuedAt` than all
 * in it, given under the plan's lock: its order is that of the commits, whatever the clocks of the nodes say.
 */
export const planPeople = pgTable(
  'plan_people',
  {
    id: id().primaryKey(),
    planId: id('plan_id')
      .notNull()
      .references(() => plans.id, { onDelete: 'cascade' }),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    standing: text({ enum: storedStandings }).notNull(),
    /** Since when they stand so. */
    since: instant('since').notNull(),
    /** When they last tapped to join: what a day's joins are counted by. */
    triedAt: instant('tried_at').notNull(),
    queuedAt: instant('queued_at'),
    timesLeft: integer('times_left').notNull(),
    /** The version they know and come to. */
    confirmedVersion: integer('confirmed_version').notNull(),
    /** To the host, with a request. */
    message: text(),
    /** The host's no, of which nobody hears before the decision. */
    declinedAt: instant('declined_at'),
    removalReason: text('removal_reason', { enum: removalReasons }),
    /** Of who left or was removed: what their calendar goes on saying, whatever becomes of the plan. */
    parted: jsonb().$type<Parted>(),
  },
  (table) => [
    unique('plan_people_once').on(table.planId, table.userId),
    index('plan_people_standing').on(table.planId, table.standing, table.queuedAt, table.id),
    index('plan_people_user').on(table.userId, table.standing),
    index('plan_people_tried').on(table.userId, table.triedAt),
  ],
);

/** What somebody has stated once to host and join, and what they want to be reminded of. */
export const planSettings = pgTable('plan_settings', {
  userId: id('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  adultAt: instant('adult_at'),
  safetyCard: integer('safety_card'),
  safetyCardAt: instant('safety_card_at'),
  gender: text({ enum: ['M', 'F'] }),
  genderAt: instant('gender_at'),
  genderCountsFrom: instant('gender_counts_from'),
  languages: jsonb().$type<PlanLanguage[]>().notNull(),
  remindDay: boolean('remind_day').notNull().default(true),
  remindHours: boolean('remind_hours').notNull().default(true),
});

/** The secret address of somebody at which calendars read their plans. */
export const planCalendars = pgTable(
  'plan_calendars',
  {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the secret: that is told once and kept nowhere. */
    tokenHash: text('token_hash').notNull(),
    language: text({ enum: ['en', 'ja', 'zh'] }).notNull(),
    place: boolean().notNull(),
    madeAt: instant('made_at').notNull(),
  },
  (table) => [unique('plan_calendars_token').on(table.tokenHash)],
);

/** What those going are to be reminded of; each once. */
export const planReminders = pgTable(
  'plan_reminders',
  {
    planPersonId: id('plan_person_id')
      .notNull()
      .references(() => planPeople.id, { onDelete: 'cascade' }),
    code: text({ enum: reminderCodes }).notNull(),
    /** Of the plan, when its start was set. */
    version: integer().notNull(),
    /** A day or two hours before the start. */
    remindAt: instant('remind_at').notNull(),
    /** Whether the quiet hours of the person have a part in `dueAt`; until then it is when they were to be asked for. */
    isFitted: boolean('is_fitted').notNull(),
    /** Null once it was given or dropped. */
    dueAt: instant('due_at'),
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.planPersonId, table.code, table.version] }),
    index('plan_reminders_due').on(table.dueAt).where(sql`due_at IS NOT NULL`),
  ],
);
