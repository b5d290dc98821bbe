import type { Stats } from '@dazi/contract/people/profiles';
import { statsLimit } from '@dazi/contract/people/profiles.rules';
import { type SQL, sql } from 'drizzle-orm';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { comments } from '#features/posts/comments/comments.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { reactions } from '#features/posts/reactions/reactions.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';

/** Rows are counted up to the limit: the cost of a profile must not grow with a busy life. */
const counted = (rows: SQL) => sql`(SELECT count(*) FROM (${rows} LIMIT ${statsLimit}) counted)`;

/** Of as many of both as are counted: who reacted or commented there. */
const people = (reacted: SQL, commented: SQL) =>
  sql`((${reacted} LIMIT ${statsLimit}) UNION (${commented} LIMIT ${statsLimit}))`;

/** What there is to count of somebody, as far as the viewer may see it, in one query. */
export async function countStats(db: Db, viewerId: string | null, userId: string, now: Date): Promise<Stats> {
  const [row] = await rowsOf<Record<keyof Stats, number>>(db, statsQuery(viewerId, userId, now));
  return Object.fromEntries(
    Object.entries(row!).map(([name, count]) => [name, Math.min(statsLimit, Number(count))]),
  ) as Stats;
}

export function statsQuery(viewerId: string | null, userId: string, now: Date): SQL {
  const there = (alias: string) =>
    sql`${sql.raw(alias)}.is_active AND (${sql.raw(alias)}.expires_at IS NULL OR ${sql.raw(alias)}.expires_at > ${now.toISOString()}::timestamptz)`;
  const ownPosts = sql`SELECT p.id FROM ${posts} p WHERE p.user_id = ${userId} AND ${there('p')}`;
  // Posts of others that the viewer may see.
  const toOthers = sql`JOIN ${posts} p ON p.id = x.post_id AND p.user_id <> ${userId} AND ${there('p')} AND ${notHidden(viewerId, sql`p.user_id`)}`;
  const fromOthers = sql`JOIN ${posts} p ON p.id = x.post_id AND p.user_id = ${userId} AND ${there('p')} WHERE x.user_id <> ${userId} AND ${notHidden(viewerId, sql`x.user_id`)}`;
  const peopleGivenTo = people(
    sql`SELECT p.user_id FROM ${reactions} x ${toOthers} WHERE x.user_id = ${userId}`,
    sql`SELECT p.user_id FROM ${comments} x ${toOthers} WHERE x.user_id = ${userId} AND x.is_active`,
  );
  const peopleReceivedFrom = people(
    sql`SELECT x.user_id FROM ${reactions} x ${fromOthers}`,
    sql`SELECT x.user_id FROM ${comments} x ${fromOthers} AND x.is_active`,
  );
  return sql`SELECT
      ${counted(ownPosts)} AS "messagesSent",
      ${counted(sql`SELECT 1 FROM ${comments} x ${fromOthers} AND x.is_active`)} AS "messagesReceived",
      ${counted(sql`SELECT 1 FROM ${reactions} x ${toOthers} WHERE x.user_id = ${userId}`)} AS "reactionsGiven",
      ${counted(sql`SELECT 1 FROM ${reactions} x ${fromOthers}`)} AS "reactionsReceived",
      ${counted(sql`${peopleGivenTo} INTERSECT ${peopleReceivedFrom}`)} AS "connectionsMade",
      (SELECT count(DISTINCT q10) FROM (SELECT p.q10 FROM ${posts} p WHERE p.user_id = ${userId} AND ${there('p')} LIMIT ${statsLimit}) places) AS "citiesVisited"`;
}
