import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';
import { boxAround, coverOf } from '@dazi/contract/places/cells';
import type { Position } from '@dazi/contract/places/places';
import { earthRadiusKm } from '@dazi/contract/places/places.rules';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { presence } from '#features/chat/presence/presence.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { wantsToHear } from '#features/people/profiles/profiles.service.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { notificationSettings } from './notifications.tables.ts';

export async function findNewPost(
  db: Db,
  postId: string,
): Promise<(Position & { userId: string }) | undefined> {
  const [row] = await db
    .select({ userId: posts.userId, latitude: posts.latitude, longitude: posts.longitude })
    .from(posts)
    .where(and(eq(posts.id, postId), posts.isActive));
  return row;
}

/** Who shares to be near a place now and wants to hear of it, the nearest first, each at most once an hour. */
export async function ofPlace(
  db: Db,
  { at, authorId, now, usedSince }: { at: Position; authorId: string; now: Date; usedSince: Date },
): Promise<string[]> {
  const { nearby_km, nearbyPeople, nearbyEvery_ms } = notificationLimits;
  const cover = coverOf(boxAround(at, nearby_km));
  if (!cover) return [];
  const finer = 4 ** (14 - cover.level);
  const inReach = sql.join(
    cover.cells.map((cell) => sql`w.q14 BETWEEN ${cell * finer} AND ${(cell + 1) * finer - 1}`),
    sql` OR `,
  );
  const half = (angle: SQL) => sql`power(sin(radians(${angle}) / 2), 2)`;
  const km = sql`${2 * earthRadiusKm} * asin(least(1, sqrt(${half(sql`w.latitude - ${at.latitude}`)}
    + cos(radians(${at.latitude})) * cos(radians(w.latitude)) * ${half(sql`w.longitude - ${at.longitude}`)})))`;
  const since = new Date(now.getTime() - nearbyEvery_ms).toISOString();
  const rows = await rowsOf<{ userId: string }>(
    db,
    sql`SELECT w.user_id AS "userId" FROM ${presence} w
      LEFT JOIN ${notificationSettings} s ON s.user_id = w.user_id
      WHERE (${inReach}) AND w.shared_at > ${usedSince.toISOString()}::timestamptz AND w.user_id <> ${authorId}
        AND (s.nearby_at IS NULL OR s.nearby_at <= ${since}::timestamptz) AND ${km} <= ${nearby_km}
        AND ${wantsToHear(sql`w.user_id`, 'nearbyActivity')} AND ${notHidden(sql`w.user_id`, sql`${authorId}::text`)}
      ORDER BY ${km}, w.user_id LIMIT ${nearbyPeople}`,
  );
  return rows.map(({ userId }) => userId);
}

export async function noteNearby(db: Db, userIds: readonly string[], now: Date): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .insert(notificationSettings)
    .values(userIds.map((userId) => ({ userId, pushPreviews: false, nearbyAt: now })))
    .onConflictDoUpdate({ target: notificationSettings.userId, set: { nearbyAt: now } });
}
