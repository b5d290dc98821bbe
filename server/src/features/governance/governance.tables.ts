import { ballotVotes, governanceChains, motionStatuses } from '@dazi/contract/governance/governance.rules';
import { desc, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import type { Removal } from '#platform/area.ts';
import { id, instant } from '#platform/database/columns.ts';

const count = (name: string) => bigint(name, { mode: 'number' });

/** The ends of the chains. Whoever changes the board or decides with it holds all three rows. */
export const governanceHeads = pgTable('governance_heads', {
  chain: text({ enum: governanceChains }).primaryKey(),
  number: count('number').notNull(),
  hash: text().notNull(),
});

/** What became of board votes, append-only and chained; who and for whom lies in `board_vote_details`. */
export const boardVoteLog = pgTable(
  'board_vote_log',
  {
    number: count('number').primaryKey(),
    id: id().notNull(),
    action: text({ enum: ['ADDED', 'REMOVED'] }).notNull(),
    createdAt: instant('created_at').notNull(),
    commitment: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [unique('board_vote_log_id').on(table.id)],
);

/** Without references to people: it must not wait for somebody who is just leaving. */
export const boardVoteDetails = pgTable(
  'board_vote_details',
  {
    number: count('number')
      .primaryKey()
      .references(() => boardVoteLog.number),
    voterId: id('voter_id').notNull(),
    candidateId: id('candidate_id').notNull(),
    salt: text().notNull(),
  },
  (table) => [
    index('board_vote_details_voter').on(table.voterId, table.number),
    index('board_vote_details_candidate').on(table.candidateId, table.number),
  ],
);

/** Board votes that stand, as the log leaves them. */
export const boardVotes = pgTable(
  'board_votes',
  {
    voterId: id('voter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    candidateId: id('candidate_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the link that added it. */
    number: count('number')
      .notNull()
      .references(() => boardVoteLog.number),
    /** Taken back because the voter deleted their account; added again when they return. */
    isWithdrawn: boolean('is_withdrawn').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.voterId, table.candidateId] }),
    unique('board_votes_number').on(table.number),
    index('board_votes_candidate').on(table.candidateId, table.voterId),
    check('board_votes_two_people', sql`voter_id <> candidate_id`),
  ],
);

export const boardCandidates = pgTable(
  'board_candidates',
  {
    userId: id('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    voteCount: integer('vote_count').notNull(),
    /** The link by which the count became what it is: of two who have as many the earlier one comes first. */
    reachedNumber: count('reached_number').notNull(),
    /** When they were last told that they are on the board. */
    notifiedAt: instant('told_at'),
  },
  (table) => [
    index('board_candidates_rank').on(desc(table.voteCount), table.reachedNumber).where(sql`vote_count > 0`),
    check('board_candidates_count', sql`vote_count >= 0`),
  ],
);

export const motions = pgTable(
  'motions',
  {
    id: id().primaryKey(),
    title: text().notNull(),
    content: text().notNull(),
    createdBy: id('created_by').references(() => users.id, { onDelete: 'set null' }),
    status: text({ enum: motionStatuses }).notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** What moderators took away keeps its words, of which its digest is made, and shows none of them. */
    removal: jsonb().$type<Removal>(),
    removedAt: instant('removed_at'),
  },
  (table) => [
    index('motions_list').on(sql`(status = 'PENDING') DESC`, desc(table.createdAt), desc(table.id)),
    index('motions_creator').on(table.createdBy, table.id),
  ],
);

/** Append-only and chained; whose ballot it is lies in `ballot_details`. */
export const ballots = pgTable(
  'ballots',
  {
    number: count('number').primaryKey(),
    id: id().notNull(),
    motionId: id('motion_id')
      .notNull()
      .references(() => motions.id),
    /** Of the text that was voted on. */
    motionDigest: text('motion_digest').notNull(),
    vote: text({ enum: ballotVotes }).notNull(),
    votedAt: instant('voted_at').notNull(),
    commitment: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [unique('ballots_id').on(table.id), index('ballots_motion').on(table.motionId, table.number)],
);

export const ballotDetails = pgTable(
  'ballot_details',
  {
    number: count('number')
      .primaryKey()
      .references(() => ballots.number),
    motionId: id('motion_id')
      .notNull()
      .references(() => motions.id),
    voterId: id('voter_id')
      .notNull()
      .references(() => users.id),
    salt: text().notNull(),
  },
  (table) => [
    unique('ballot_details_once').on(table.motionId, table.voterId),
    index('ballot_details_voter').on(table.voterId, table.number),
  ],
);

/** Append-only and chained. */
export const resolutions = pgTable(
  'resolutions',
  {
    number: count('number').primaryKey(),
    motionId: id('motion_id')
      .notNull()
      .references(() => motions.id),
    motionDigest: text('motion_digest').notNull(),
    ballotNumbers: jsonb('ballot_numbers').$type<number[]>().notNull(),
    passedAt: instant('passed_at').notNull(),
    hash: text().notNull(),
  },
  (table) => [unique('resolutions_motion').on(table.motionId)],
);
