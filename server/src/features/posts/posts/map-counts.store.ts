import { countLevels } from '@dazi/contract/posts/map-counts.rules';
import { sql } from 'drizzle-orm';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { mapCountChanges, mapCounts } from './posts.tables.ts';

export interface CountRow {
  posts: number;
  latitudeE5: number;
  longitudeE5: number;
}

/** The counters of these cells that hold any post; one look into the primary key for each cell. */
export function findCounts(db: Db, level: number, cells: readonly number[]): Promise<CountRow[]> {
  return rowsOf(
    db,
    sql`SELECT posts, latitude_e5 AS "latitudeE5", longitude_e5 AS "longitudeE5" FROM ${mapCounts}
      WHERE level = ${level} AND cell = ANY (string_to_array(${cells.join()}, ',')::integer[]) AND posts > 0`,
  );
}

export async function hasChanges(db: Db): Promise<boolean> {
  return (await db.select({ id: mapCountChanges.id }).from(mapCountChanges).limit(1)).length > 0;
}

/** Any constant that no other lock uses. */
const advisoryLock = 7_463_202;

/** Adds the oldest changes to the counters of their cells on every level; false when another node is at it. */
export async function foldChanges(db: Db, limit: number): Promise<boolean> {
  const [lock] = await rowsOf<{ ours: boolean }>(
    db,
    sql`SELECT pg_try_advisory_xact_lock(${advisoryLock}) AS ours`,
  );
  if (!lock?.ours) return false;
  const { coarsest, finest } = countLevels;
  await db.execute(sql`WITH taken AS (
      DELETE FROM ${mapCountChanges} WHERE id IN (SELECT id FROM ${mapCountChanges} ORDER BY id LIMIT ${limit})
      RETURNING q14, posts, latitude_e5, longitude_e5
    )
    INSERT INTO ${mapCounts} AS counted (level, cell, posts, latitude_e5, longitude_e5)
    SELECT level, q14 >> (2 * (${finest}::integer - level)) AS cell, sum(posts), sum(latitude_e5), sum(longitude_e5)
    FROM taken, generate_series(${coarsest}::integer, ${finest}::integer) AS level
    GROUP BY level, cell ORDER BY level, cell
    ON CONFLICT (level, cell) DO UPDATE SET posts = counted.posts + excluded.posts,
      latitude_e5 = counted.latitude_e5 + excluded.latitude_e5,
      longitude_e5 = counted.longitude_e5 + excluded.longitude_e5`);
  await db.execute(sql`DELETE FROM ${mapCounts} WHERE posts = 0`);
  return true;
}
