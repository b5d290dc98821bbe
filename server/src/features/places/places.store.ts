import type { Position } from '@dazi/contract/places/places';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { shownPlaces } from './places.tables.ts';

/** Two posts of one person at the same time must not found two places side by side. */
export async function lockShownPlaces(db: Db, userId: string): Promise<void> {
  await db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`shown places ${userId}`}, 0))`);
}

/** Which of these positions somebody was shown by first; null when by none. */
export async function firstShownAmong(
  db: Db,
  userId: string,
  positions: readonly Position[],
): Promise<Position | null> {
  const [row] = await db
    .select({ latitude: shownPlaces.latitude, longitude: shownPlaces.longitude })
    .from(shownPlaces)
    .where(
      and(
        eq(shownPlaces.userId, userId),
        or(
          ...positions.map(({ latitude, longitude }) =>
            and(eq(shownPlaces.latitude, latitude), eq(shownPlaces.longitude, longitude)),
          ),
        ),
      ),
    )
    .orderBy(asc(shownPlaces.ordinal))
    .limit(1);
  return row ?? null;
}

export async function insertShownPlace(db: Db, userId: string, position: Position): Promise<void> {
  await db.execute(
    sql`INSERT INTO ${shownPlaces} (user_id, ordinal, latitude, longitude)
        SELECT ${userId}, coalesce(max(ordinal), 0) + 1, ${position.latitude}::float8, ${position.longitude}::float8
        FROM ${shownPlaces} WHERE user_id = ${userId}`,
  );
}

export async function listShownPlaces(db: Db, userId: string) {
  return db
    .select()
    .from(shownPlaces)
    .where(eq(shownPlaces.userId, userId))
    .orderBy(asc(shownPlaces.ordinal));
}

export async function deleteShownPlaces(db: Db, userId: string): Promise<void> {
  await db.delete(shownPlaces).where(eq(shownPlaces.userId, userId));
}
