import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';
import { boxAround, coverOf } from '@dazi/contract/places/cells';
import type { Position } from '@dazi/contract/places/places';
import { earthRadiusKm } from '@dazi/contract/places/places.rules';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { presence } from '#features/chat/presence/presence.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { shownWords } from '#platform/folded-links.store.ts';
import { notifiedPosts } from './notifications.tables.ts';

/** Where somebody shares to be; undefined when they share nothing. */
export async function findSharedPlace(
  db: Db,
  userId: string,
  usedSince: Date,
): Promise<Position | undefined> {
  const [row] = await db
    .select({ latitude: presence.latitude, longitude: presence.longitude })
    .from(presence)
    .where(and(eq(presence.userId, userId), gt(presence.sharedAt, usedSince)));
  return row;
}

export interface Unnotified {
  id: string;
  content: string;
  gender: 'M' | 'F';
  latitude: number;
  longitude: number;
}

/** Posts of others near a place that somebody was not told of yet, the newest first. */
export async function listUnnotified(
  db: Db,
  userId: string,
  { at, since, now }: { at: Position; since: Date; now: Date },
): Promise<Unnotified[]> {
  const { unnotified_km, unnotified } = notificationLimits;
  const cover = coverOf(boxAround(at, unnotified_km));
  if (!cover) return [];
  const cells = sql.join(
    cover.cells.map((cell) => sql`${cell}`),
    sql`, `,
  );
  const column = sql.identifier(`q${cover.level}`);
  const half = (angle: SQL) => sql`power(sin(radians(${angle}) / 2), 2)`;
  const km = sql`${2 * earthRadiusKm} * asin(least(1, sqrt(${half(sql`p.latitude - ${at.latitude}`)}
    + cos(radians(${at.latitude})) * cos(radians(p.latitude)) * ${half(sql`p.longitude - ${at.longitude}`)})))`;
  // Cell by cell, each newest first by its index, so that a crowded town costs no more than what is answered.
  return rowsOf<Unnotified>(
    db,
    sql`SELECT near.id, ${shownWords(sql`near.content`, sql`near.links_fold`)} AS content, near.gender, near.latitude, near.longitude
      FROM unnest(ARRAY[${cells}]::int[]) AS cell(number)
      CROSS JOIN LATERAL (
        SELECT p.* FROM ${posts} p
        WHERE p.is_active AND p.${column} = cell.number AND p.created_at > ${since.toISOString()}::timestamptz
          AND (p.expires_at IS NULL OR p.expires_at > ${now.toISOString()}::timestamptz) AND p.user_id <> ${userId}
          AND ${notHidden(userId, sql`p.user_id`)} AND ${km} <= ${unnotified_km}
          AND NOT EXISTS (SELECT 1 FROM ${notifiedPosts} t WHERE t.user_id = ${userId} AND t.post_id = p.id)
        ORDER BY p.created_at DESC, p.id DESC LIMIT ${unnotified}) near
      ORDER BY near.created_at DESC, near.id DESC LIMIT ${unnotified}`,
  );
}

/** Remembers posts that there are, whoever sees them; others are passed over. */
export async function rememberNotified(db: Db, userId: string, postIds: readonly string[]): Promise<void> {
  if (postIds.length === 0) return;
  const known = await db
    .select({ id: posts.id })
    .from(posts)
    .where(eq(posts.id, anyOf(postIds)));
  if (known.length === 0) return;
  await db
    .insert(notifiedPosts)
    .values(known.map(({ id }) => ({ userId, postId: id })))
    .onConflictDoNothing();
}

/** Once there are too many the latest stay. */
export async function trimNotified(db: Db, userId: string): Promise<void> {
  const { most, latest } = notificationLimits.notified;
  await db.execute(
    sql`DELETE FROM ${notifiedPosts} WHERE user_id = ${userId}
      AND (SELECT count(*) FROM ${notifiedPosts} WHERE user_id = ${userId}) > ${most}
      AND number <= (SELECT number FROM ${notifiedPosts} WHERE user_id = ${userId}
        ORDER BY number DESC OFFSET ${latest} LIMIT 1)`,
  );
}

export async function pageOfNotified(db: Db, userId: string, after: string, limit: number) {
  return db
    .select({ postId: notifiedPosts.postId, userId: notifiedPosts.userId })
    .from(notifiedPosts)
    .where(and(eq(notifiedPosts.userId, userId), gt(notifiedPosts.postId, after)))
    .orderBy(asc(notifiedPosts.postId))
    .limit(limit);
}

export async function deleteNotifiedOf(db: Db, userId: string): Promise<void> {
  await db.delete(notifiedPosts).where(eq(notifiedPosts.userId, userId));
}
