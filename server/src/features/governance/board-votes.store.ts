import { and, asc, eq, sql } from 'drizzle-orm';
import { accountIsThere } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import type { Head } from '#platform/chain.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import type { BoardVoteLink } from './governance.rules.ts';
import {
  ballotDetails,
  boardCandidates,
  boardVoteDetails,
  boardVoteLog,
  boardVotes,
  governanceHeads,
  motions,
} from './governance.tables.ts';

/** Whether a vote stands; null when there is no such candidate, or the voter has just deleted their account. */
export async function findVote(db: Db, voterId: string, candidateId: string): Promise<boolean | null> {
  const [row] = await rowsOf<{ hasVoted: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM ${boardVotes} v WHERE v.voter_id = ${voterId} AND v.candidate_id = u.id
        AND NOT v.is_withdrawn) AS "hasVoted"
      FROM ${users} u WHERE u.id = ${candidateId} AND ${accountIsThere(sql`u.id`)}
        AND ${accountIsThere(sql`${voterId}`)}`,
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

export async function findTraces(db: Db, userId: string): Promise<Traces> {
  const [row] = await rowsOf<Traces>(
    db,
    sql`SELECT ${accountIsThere(sql`me.id`)} AS stands,
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

export async function findVotesOf(db: Db, voterId: string, isWithdrawn: boolean): Promise<Pair[]> {
  return db
    .select(pair)
    .from(boardVotes)
    .where(and(eq(boardVotes.voterId, voterId), eq(boardVotes.isWithdrawn, isWithdrawn)))
    .orderBy(asc(boardVotes.number));
}

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

/** What was kept aside goes, with the count of somebody who has no votes any more. */
export async function deleteTraces(db: Db, userId: string): Promise<void> {
  await db.delete(boardVotes).where(sql`${boardVotes.voterId} = ${userId} AND ${boardVotes.isWithdrawn}`);
  await db.delete(boardVotes).where(sql`${boardVotes.candidateId} = ${userId} AND ${boardVotes.isWithdrawn}`);
  await db.delete(boardCandidates).where(eq(boardCandidates.userId, userId));
}

export async function eraseBoardVoteDetails(db: Db, userId: string, limit: number): Promise<number> {
  const some = (column: string) =>
    sql`(SELECT number FROM ${boardVoteDetails} WHERE ${sql.identifier(column)} = ${userId} ORDER BY number LIMIT ${limit})`;
  const gone = await rowsOf<{ number: number }>(
    db,
    sql`DELETE FROM ${boardVoteDetails} WHERE number IN (${some('voter_id')} UNION ${some('candidate_id')}) RETURNING number`,
  );
  return gone.length;
}
