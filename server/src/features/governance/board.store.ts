import { boardSize } from '@dazi/contract/governance/governance.rules';
import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { accountIsThere } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { wantsToHear } from '#features/people/profiles/profiles.service.ts';
import { anyOf, type Db, isSpread, rowsOf } from '#platform/database/builder.ts';
import { noticed, recipients } from '#platform/notices.store.ts';
import type { Recipient } from '#platform/notices.ts';
import { ballotDetails, ballots, boardCandidates, boardVotes, motions } from './governance.tables.ts';

/**
 * Until the end of the transaction none of them leaves or comes back. Comes before the heads are held. On a cluster two
 * who share what is on every server wait for each other at once, so one holds it alone there.
 */
export async function lockAccounts(db: Db, userIds: readonly string[]): Promise<void> {
  await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, anyOf(userIds)))
    .orderBy(asc(users.id))
    .for(isSpread(db) ? 'no key update' : 'key share');
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
        ) AS "hasVoted" ${seats(accountIsThere(sql`u.id`), page)}`,
  );
}

/** Who is on the board; `but` looks at it as if somebody's account stood, or did not. */
export async function findBoard(db: Db, but?: { userId: string; stands: boolean }): Promise<Set<string>> {
  const stands = accountIsThere(sql`u.id`);
  const asIf = but
    ? sql`CASE WHEN u.id = ${but.userId} THEN ${but.stands}::boolean ELSE ${stands} END`
    : stands;
  const rows = await rowsOf<{ id: string }>(db, sql`SELECT u.id ${seats(asIf)}`);
  return new Set(rows.map(({ id }) => id));
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

/** Motions that wait for somebody's ballot; none for whoever has no seat. A column of a query. */
export const motionsWaitingFor = (userId: string): SQL => sql`(SELECT count(*)::int FROM ${motions} m
  WHERE m.status = 'PENDING' AND m.removal IS NULL AND ${userId}::text COLLATE "C" IN (SELECT u.id ${seats(accountIsThere(sql`u.id`))})
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
