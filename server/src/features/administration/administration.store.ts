import { sql } from 'drizzle-orm';
import { leftAccounts, sessions, users } from '#features/identity/identity.tables.ts';
import { media } from '#features/media/media.tables.ts';
import { noticeProgress, pushDeliveries } from '#features/notifications/notifications.tables.ts';
import type { Frontier } from '#platform/cursor.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { noticeTopic } from '#platform/notices.ts';
import { outbox } from '#platform/outbox.tables.ts';
import { foldedText, gramsOf, likePattern } from '#platform/text-grams.ts';

export interface StateRow {
  databaseVersion: string;
  databaseBytes: number;
  schema: string;
  files: number;
  fileBytes: number;
  accounts: number;
  ofLastHour: number;
  ofLastDay: number;
  active: number;
  notifications: number;
  pushes: number;
  uploads: number;
}

/** How much there is of everything; reads whole tables, which an operator waits for. */
export async function readState(db: Db, { hourAgo, dayAgo }: { hourAgo: Date; dayAgo: Date }) {
  const since = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;
  const [row] = await rowsOf<StateRow>(
    db,
    sql`SELECT current_setting('server_version') AS "databaseVersion",
      pg_database_size(current_database())::float8 AS "databaseBytes",
      (SELECT max(name) FROM migrations) AS schema,
      m.files, m.bytes AS "fileBytes", m.uploads,
      (SELECT count(*)::int FROM ${users} WHERE issuer <> 'erased') AS accounts,
      (SELECT count(*)::int FROM ${users} WHERE created_at > ${since(hourAgo)}) AS "ofLastHour",
      (SELECT count(*)::int FROM ${users} WHERE created_at > ${since(dayAgo)}) AS "ofLastDay",
      (SELECT count(DISTINCT user_id)::int FROM ${sessions} WHERE last_used_at > ${since(dayAgo)}) AS active,
      (SELECT count(*)::int FROM ${outbox} o WHERE o.topic = ${noticeTopic} AND NOT EXISTS (SELECT 1 FROM ${noticeProgress} p
        WHERE (o.transaction_id, o.id) <= (p.transaction_id, p.event_id))) AS notifications,
      (SELECT count(*)::int FROM ${pushDeliveries}) AS pushes
    FROM (SELECT count(*)::int AS files, coalesce(sum(bytes), 0)::float8 AS bytes,
      count(*) FILTER (WHERE purpose = 'upload')::int AS uploads FROM ${media}) m`,
  );
  return row!;
}

export interface AccountRow {
  id: string;
  name: string;
  avatarUrl: string | null;
  email: string | null;
  emailVerified: boolean;
  createdAt: string;
  lastActiveAt: string;
  leftAt: string | null;
}

/** By a part of the name, by the beginning of the address where the provider vouches for it, or by id. */
function foundBy(query: string) {
  const folded = foldedText(query);
  const grams = sql`ARRAY(SELECT json_array_elements_text(${JSON.stringify(gramsOf(folded))}::text::json))`;
  const [localPart = ''] = folded.split('@');
  return sql`AND u.id IN (SELECT u.id FROM ${users} u WHERE u.id = ${query}
    UNION SELECT u.id FROM ${users} u WHERE (text_grams(u.name) COLLATE "C") @> ${grams} AND folded_text(u.name) LIKE ${likePattern(folded)}
    UNION SELECT u.id FROM ${users} u WHERE u.email_verified
      AND (folded_text(split_part(u.email, '@', 1)) COLLATE "C") >= ${localPart}
      AND (folded_text(split_part(u.email, '@', 1)) COLLATE "C") < ${`${localPart}\u{10ffff}`}
      AND folded_text(u.email) LIKE ${likePattern(folded).slice(1)})`;
}

/** The newest first, those that were deleted among them; without a query all. */
export function pageOfAccounts(
  db: Db,
  { query, before, limit }: { query: string; before: Frontier | null; limit: number },
): Promise<AccountRow[]> {
  const after = before
    ? sql`AND (u.created_at, u.id) < (${before.createdAt}::timestamptz, ${before.id})`
    : sql``;
  return rowsOf<AccountRow>(
    db,
    sql`SELECT u.id, u.name, u.avatar_url AS "avatarUrl", u.email, u.email_verified AS "emailVerified",
        u.created_at AS "createdAt", u.last_active_at AS "lastActiveAt", l.left_at AS "leftAt"
      FROM ${users} u LEFT JOIN ${leftAccounts} l ON l.user_id = u.id
      WHERE u.issuer <> 'erased' ${query === '' ? sql`` : foundBy(query)} ${after}
      ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit}`,
  );
}
