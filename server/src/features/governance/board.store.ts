import { boardSize } from '@dazi/contract/governance/governance';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { wantsToHear } from '#features/people/profiles/profiles.service.ts';
import type { Head } from '#platform/chain.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { noticed, recipients } from '#platform/notices.store.ts';
import type { Recipient } from '#platform/notices.ts';
import type { BoardVoteLink } from './governance.rules.ts';
import {
  ballotDetails,
  ballots,
  boardCandidates,
  boardVoteDetails,
  boardVoteLog,
  boardVotes,
  governanceHeads,
  motions,
} from './governance.tables.ts';

/** Until the end of the transaction none of them leaves or comes back. Comes before the heads are held. */
export async function lockAccounts(db: Db, userIds: readonly string[]): Promise<void> {
  await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, anyOf(userIds)))
    .orderBy(asc(users.id))
    .for('key share');
}

/** The 12 seats, or who comes behind them: first the most votes, then whoever has had as many for longer. */
function seats(stands: SQL, { from, limit } = { from: 0, limit: boardSize }): SQL {
  return sql`FROM ${boardCandidates} c JOIN ${users} u ON u.id = c.user_id
    WHERE c.vote_count > 0 AND ${stands}
    ORDER BY c.vote_count DESC, c.reached_number LIMIT ${limit} OFFSET ${from}`;
}

export interface SeatRow {
  id: string;
  name: string;
  avatarUrl: string | null;
  email: string | null;
  verified: boolean;
  voteCount: number;
  createdAt: Date;
  /** Whether the viewer's vote stands; false for visitors. */
  hasVoted: boolean;
}

export function findSeats(
  db: Db,
  viewerId: string | null,
  page?: { from: number; limit: number },
): Promise<SeatRow[]> {
  return rowsOf<SeatRow>(
    db,
    sql`SELECT u.id, u.name, u.avatar_url AS "avatarUrl", u.email, u.verified, c.vote_count AS "voteCount",
        u.created_at AS "createdAt", EXISTS (SELECT 1 FROM ${boardVotes} v
          WHERE v.voter_id = ${viewerId}::text COLLATE "C" AND v.candidate_id = u.id AND NOT v.is_withdrawn
        ) AS "hasVoted" ${seats(accountStands(sql`u.id`), page)}`,
  );
}

/** Who is on the board; `but` looks at it as if somebody's account stood, or did not. */
export async function findBoard(db: Db, but?: { userId: string; stands: boolean }): Promise<Set<string>> {
  const stands = accountStands(sql`u.id`);
  const asIf = but
    ? sql`CASE WHEN u.id = ${but.userId} THEN ${but.stands}::boolean ELSE ${stands} END`
    : stands;
  const rows = await rowsOf<{ id: string }>(db, sql`SELECT u.id ${seats(asIf)}`);
  return new Set(rows.map(({ id }) => id));
}

/** Whether a vote stands; null when there is no such candidate. */
export async function findVote(db: Db, voterId: string, candidateId: string): Promise<boolean | null> {
  const [row] = await rowsOf<{ hasVoted: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM ${boardVotes} v WHERE v.voter_id = ${voterId} AND v.candidate_id = u.id
        AND NOT v.is_withdrawn) AS "hasVoted"
      FROM ${users} u WHERE u.id = ${candidateId} AND ${accountStands(sql`u.id`)}`,
  );
  return row ? row.hasVoted : null;
}

interface Traces {
  stands: boolean;
  isVoter: boolean;
  isCandidate: boolean;
  /** By a motion or a ballot. */
  isNamed: boolean;
}

/** What there is of somebody, and whether their account stands. */
export async function findTraces(db: Db, userId: string): Promise<Traces> {
  const [row] = await rowsOf<Traces>(
    db,
    sql`SELECT ${accountStands(sql`me.id`)} AS stands,
        EXISTS (SELECT 1 FROM ${boardVotes} v WHERE v.voter_id = me.id) AS "isVoter",
        EXISTS (SELECT 1 FROM ${boardCandidates} c WHERE c.user_id = me.id AND c.vote_count > 0) AS "isCandidate",
        EXISTS (SELECT 1 FROM ${motions} m WHERE m.created_by = me.id)
          OR EXISTS (SELECT 1 FROM ${ballotDetails} d WHERE d.voter_id = me.id) AS "isNamed"
      FROM (SELECT ${userId}::text COLLATE "C" AS id) me`,
  );
  return row!;
}

export interface Pair {
  voterId: string;
  candidateId: string;
}

const pair = { voterId: boardVotes.voterId, candidateId: boardVotes.candidateId };

/** Somebody's votes: those that stand, or those withdrawn because they had left. */
export async function findVotesOf(db: Db, voterId: string, isWithdrawn: boolean): Promise<Pair[]> {
  return db
    .select(pair)
    .from(boardVotes)
    .where(and(eq(boardVotes.voterId, voterId), eq(boardVotes.isWithdrawn, isWithdrawn)))
    .orderBy(asc(boardVotes.number));
}

/** Some of the votes that stand for somebody. */
export async function findVotesFor(db: Db, candidateId: string, limit: number): Promise<Pair[]> {
  return db
    .select(pair)
    .from(boardVotes)
    .where(and(eq(boardVotes.candidateId, candidateId), eq(boardVotes.isWithdrawn, false)))
    .orderBy(asc(boardVotes.voterId))
    .limit(limit);
}

/** A link with what becomes of the vote: one that is removed because its voter leaves is kept aside. */
export interface EnteredVote extends BoardVoteLink, Pair {
  hash: string;
  salt: string;
  keepsAside: boolean;
}

/** Stores links, their details, what stands afterwards, the counts, and the new end of the chain. */
export async function appendBoardVotes(db: Db, entered: readonly EnteredVote[], head: Head): Promise<void> {
  const columns = sql.raw(
    `(number bigint, id text, action text, "createdAt" timestamptz, commitment text, hash text, "voterId" text,
      "candidateId" text, salt text, "keepsAside" boolean)`,
  );
  const isSame = sql.raw(
    'v.voter_id = entered."voterId" COLLATE "C" AND v.candidate_id = entered."candidateId" COLLATE "C"',
  );
  await db.execute(sql`
    WITH entered AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(entered)}::text::json) AS entered ${columns}
    ), stored AS (
      INSERT INTO ${boardVoteLog} (number, id, action, created_at, commitment, hash)
      SELECT number, id, action, "createdAt", commitment, hash FROM entered ORDER BY number
    ), detailed AS (
      INSERT INTO ${boardVoteDetails} (number, voter_id, candidate_id, salt)
      SELECT number, "voterId", "candidateId", salt FROM entered
    ), added AS (
      INSERT INTO ${boardVotes} (voter_id, candidate_id, number, is_withdrawn)
      SELECT "voterId", "candidateId", number, false FROM entered WHERE action = 'ADDED'
      ON CONFLICT (voter_id, candidate_id) DO UPDATE SET number = excluded.number, is_withdrawn = false
    ), set_aside AS (
      UPDATE ${boardVotes} v SET is_withdrawn = true FROM entered
      WHERE action = 'REMOVED' AND "keepsAside" AND ${isSame}
    ), removed AS (
      DELETE FROM ${boardVotes} v USING entered WHERE action = 'REMOVED' AND NOT "keepsAside" AND ${isSame}
    ), changes AS MATERIALIZED (
      SELECT "candidateId" COLLATE "C" AS user_id, sum(CASE action WHEN 'ADDED' THEN 1 ELSE -1 END)::int AS votes,
        max(number) AS number
      FROM entered GROUP BY 1
    ), counted AS (
      UPDATE ${boardCandidates} c SET vote_count = c.vote_count + changes.votes, reached_number = changes.number
      FROM changes WHERE c.user_id = changes.user_id
    ), newcomers AS (
      INSERT INTO ${boardCandidates} (user_id, vote_count, reached_number)
      SELECT user_id, votes, number FROM changes
      WHERE NOT EXISTS (SELECT 1 FROM ${boardCandidates} c WHERE c.user_id = changes.user_id)
    )
    UPDATE ${governanceHeads} SET number = ${head.number}, hash = ${head.hash} WHERE chain = 'board-votes'`);
}

/** Notes that they were told, and answers those who were not told of late. */
export async function markNotified(
  db: Db,
  userIds: readonly string[],
  { now, before }: { now: Date; before: Date },
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await rowsOf<{ userId: string }>(
    db,
    sql`UPDATE ${boardCandidates} SET told_at = ${now.toISOString()}
      WHERE user_id = ${anyOf(userIds)} AND (told_at IS NULL OR told_at < ${before.toISOString()})
      RETURNING user_id AS "userId"`,
  );
  return rows.map(({ userId }) => userId);
}

interface RecordPerson {
  id: string;
  name: string;
  avatarUrl: string | null;
  email: string | null;
}

export interface RecordRow {
  number: number;
  id: string;
  createdAt: Date;
  voter: RecordPerson;
  candidate: RecordPerson;
}

const face = (alias: SQL) =>
  sql`json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'avatarUrl', ${alias}.avatar_url, 'email', ${alias}.email)`;

/** The votes that stand between people whose accounts do, newest first, from below a number. */
export function pageOfRecords(db: Db, below: number | null, limit: number): Promise<RecordRow[]> {
  const older = below === null ? sql`` : sql` AND v.number < ${below}`;
  return rowsOf<RecordRow>(
    db,
    sql`SELECT v.number, l.id, l.created_at AS "createdAt", ${face(sql`voter`)} AS voter, ${face(sql`candidate`)} AS candidate
      FROM ${boardVotes} v JOIN ${boardVoteLog} l ON l.number = v.number
        JOIN ${users} voter ON voter.id = v.voter_id JOIN ${users} candidate ON candidate.id = v.candidate_id
      WHERE NOT v.is_withdrawn AND ${accountStands(sql`v.voter_id`)} AND ${accountStands(sql`v.candidate_id`)}${older}
      ORDER BY v.number DESC LIMIT ${limit}`,
  );
}

export async function findCandidacy(db: Db, userId: string) {
  return db.select().from(boardCandidates).where(eq(boardCandidates.userId, userId));
}

/** Everything that somebody has voted, oldest first, for the archive. */
export async function pageOfHistory(db: Db, voterId: string, after: number, limit: number) {
  return db
    .select({
      number: boardVoteLog.number,
      id: boardVoteLog.id,
      action: boardVoteLog.action,
      candidateId: boardVoteDetails.candidateId,
      createdAt: boardVoteLog.createdAt,
    })
    .from(boardVoteDetails)
    .innerJoin(boardVoteLog, eq(boardVoteLog.number, boardVoteDetails.number))
    .where(and(eq(boardVoteDetails.voterId, voterId), gt(boardVoteDetails.number, after)))
    .orderBy(asc(boardVoteDetails.number))
    .limit(limit);
}

/** What was kept aside goes, with the count of somebody who has no votes any more. */
export async function deleteTraces(db: Db, userId: string): Promise<void> {
  await db.delete(boardVotes).where(sql`${boardVotes.voterId} = ${userId} AND ${boardVotes.isWithdrawn}`);
  await db.delete(boardVotes).where(sql`${boardVotes.candidateId} = ${userId} AND ${boardVotes.isWithdrawn}`);
  await db.delete(boardCandidates).where(eq(boardCandidates.userId, userId));
}

/** Erases some of the links' details that name somebody, the oldest first; answers how many. */
export async function eraseBoardVoteDetails(db: Db, userId: string, limit: number): Promise<number> {
  const some = (column: string) =>
    sql`(SELECT number FROM ${boardVoteDetails} WHERE ${sql.identifier(column)} = ${userId} ORDER BY number LIMIT ${limit})`;
  const gone = await rowsOf<{ number: number }>(
    db,
    sql`DELETE FROM ${boardVoteDetails} WHERE number IN (${some('voter_id')} UNION ${some('candidate_id')}) RETURNING number`,
  );
  return gone.length;
}

/** Motions that wait for somebody's ballot; none for whoever has no seat. A column of a query. */
export const motionsWaitingFor = (userId: string): SQL => sql`(SELECT count(*)::int FROM ${motions} m
  WHERE m.status = 'PENDING' AND ${userId}::text COLLATE "C" IN (SELECT u.id ${seats(accountStands(sql`u.id`))})
    AND NOT EXISTS (SELECT 1 FROM ${ballots} b JOIN ${ballotDetails} d ON d.number = b.number
      WHERE b.motion_id = m.id AND d.voter_id = ${userId}))`;

/** Those who are on the board and want to hear of it. */
export function electedRecipients(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", u.id AS "userId"
      FROM ${noticed(notices, sql`"eventId" bigint, "userId" text`)} JOIN ${users} u ON u.id = e."userId"
      WHERE ${wantsToHear(sql`u.id`, 'cityUpdates')}`,
  );
}
