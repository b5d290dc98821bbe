import { type CountedKind, countedKinds, countLevels } from '@dazi/contract/posts/map-counts.rules';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { mapCountChanges, mapCounts, mapPlanCountChanges, mapPlanCounts } from './posts.tables.ts';

export interface CountRow {
  count: number;
  latitudeE5: number;
  longitudeE5: number;
}

/** The counters of each kind, what is to be added to them, and the column that says how many. */
const tables = {
  posts: { counts: mapCounts, changes: mapCountChanges, column: sql`posts` },
  plans: { counts: mapPlanCounts, changes: mapPlanCountChanges, column: sql`plans` },
} satisfies Record<CountedKind, { counts: object; changes: object; column: SQL }>;

/** The counters of these cells that hold any; one look into the primary key for each cell. */
export function findCounts(
  db: Db,
  kind: CountedKind,
  level: number,
  cells: readonly number[],
): Promise<CountRow[]> {
  const { counts, column } = tables[kind];
  return rowsOf(
    db,
    sql`SELECT ${column} AS count, latitude_e5 AS "latitudeE5", longitude_e5 AS "longitudeE5" FROM ${counts}
      WHERE level = ${level} AND cell = ANY (string_to_array(${cells.join()}, ',')::integer[]) AND ${column} > 0`,
  );
}

/** Of which kind something came or went that is not in the counters yet; null where there is none. */
export async function kindWithChanges(db: Db): Promise<CountedKind | null> {
  const [row] = await rowsOf<Record<CountedKind, boolean>>(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM ${mapCountChanges}) AS posts, EXISTS (SELECT 1 FROM ${mapPlanCountChanges}) AS plans`,
  );
  return countedKinds.find((kind) => row![kind]) ?? null;
}

/** Adds the oldest changes to the counters of their cells on every level; false when another node is at it. */
export async function foldChanges(db: Db, kind: CountedKind, limit: number): Promise<boolean> {
  const [lock] = await rowsOf<{ ours: boolean }>(
    db,
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended('counts of the map', 0)) AS ours`,
  );
  if (!lock?.ours) return false;
  const { counts, changes, column } = tables[kind];
  const { coarsest, finest } = countLevels;
  await db.execute(sql`WITH taken AS (
      DELETE FROM ${changes} WHERE id IN (SELECT id FROM ${changes} ORDER BY id LIMIT ${limit})
      RETURNING q14, ${column}, latitude_e5, longitude_e5
    )
    INSERT INTO ${counts} AS counted (level, cell, ${column}, latitude_e5, longitude_e5)
    SELECT level, q14 >> (2 * (${finest}::integer - level)) AS cell, sum(${column}), sum(latitude_e5), sum(longitude_e5)
    FROM taken, generate_series(${coarsest}::integer, ${finest}::integer) AS level
    GROUP BY level, cell ORDER BY level, cell
    ON CONFLICT (level, cell) DO UPDATE SET ${column} = counted.${column} + excluded.${column},
      latitude_e5 = counted.latitude_e5 + excluded.latitude_e5,
      longitude_e5 = counted.longitude_e5 + excluded.longitude_e5`);
  await db.execute(sql`DELETE FROM ${counts} WHERE ${column} = 0`);
  return true;
}
