import { boxAround, type Cover, coverOf } from '@dazi/contract/places/cells';
import { earthRadiusKm } from '@dazi/contract/places/places.rules';
import { type SQL, sql } from 'drizzle-orm';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import type { Region } from '#features/places/places.service.ts';
import type { Frontier } from '#platform/cursor.ts';
import { type Db, listText, rowsOf } from '#platform/database/builder.ts';
import { countingGender } from './plans.store.ts';
import { planPeople, plans } from './plans.tables.ts';

export interface SoonFilters {
  region: Region;
  viewerId: string | null;
  /** Rows of past plans are not touched, whatever is asked for. Null: from now on. */
  from: Date | null;
  to: Date | null;
  activities: readonly string[];
  languages: readonly string[];
  isFree: boolean;
  isOpen: boolean;
  now: Date;
}

export interface SoonPage {
  ids: string[];
  /** Where to go on; null when nothing is left. */
  frontier: Frontier | null;
}

/** More arms cost more in planning than they save in reading. */
const mostCells = 9;

/**
 * Rows of the merge that are read one after the other, until the page is full; then it goes on from the frontier. With the head
 * of each further arm, and what is read of a rare activity, they are 6,400 at most.
 */
export const soonBudgets = [400, 1600, 4300] as const;

/** Ids of the soonest plans that pass the filters, after `after`: the cost depends on what is shown, not on how many there are. */
export async function soonestPlans(
  db: Db,
  filters: SoonFilters,
  { after, limit }: { after: Frontier | null; limit: number },
): Promise<SoonPage> {
  const found: WalkedRow[] = [];
  let frontier = after;
  for (const scan of soonBudgets) {
    const rows = await rowsOf<WalkedRow>(db, soonQuery(filters, frontier, scan, limit + 1 - found.length));
    found.push(...rows.filter(({ accepted }) => accepted));
    if (found.length > limit) return pageOf(found.slice(0, limit), found[limit - 1]!);
    const last = rows.at(-1);
    if (!last || last.position < scan) return pageOf(found, null);
    frontier = last;
  }
  return pageOf(found, frontier);
}

interface WalkedRow extends Frontier {
  accepted: boolean;
  /** Counted from 1, rows that were not accepted included. */
  position: number;
}

const pageOf = (rows: readonly Frontier[], frontier: Frontier | null): SoonPage => ({
  ids: rows.map(({ id }) => id),
  frontier: frontier && { id: frontier.id, createdAt: frontier.createdAt },
});

/** What the indexes hold, so that rows of other activities are not read themselves. */
const indexed = sql`id, starts_at, activity`;
const whole = sql`id, host_id, starts_at, district_latitude, district_longitude, seats, going_count, entry, who, gender, languages`;
const soonest = sql` ORDER BY starts_at, id`;

/**
 * One walk over at most `scan` rows, soonest first: one arm a cell, each in the order of its index, merged; filters stay
 * above the merge. The accepted rows until there are `most`, and the last of the walk.
 */
export function soonQuery(filters: SoonFilters, after: Frontier | null, scan: number, most: number): SQL {
  const { activities } = filters;
  const row = activities.length > 0 ? sql`entries` : sql`candidates`;
  const isAccepted = activities.length > 0 ? acceptedOf(activities, filters) : accepted(filters);
  return sql`SELECT id, starts_at AS "createdAt", accepted, position FROM (
    SELECT id, starts_at, (${isAccepted}) AS accepted, row_number() OVER (${soonest} ROWS UNBOUNDED PRECEDING) AS position FROM (
      SELECT * FROM (${source(filters, after)}) arms${soonest} LIMIT ${scan}
    ) ${row}
  ) walked WHERE accepted OR position = ${scan}::bigint${soonest} LIMIT ${most}`;
}

function source({ region, activities, from, to, now }: SoonFilters, after: Frontier | null): SQL {
  // What starts at this moment has started, and what starts at the first moment of a day is of that day.
  const first =
    from && from > now
      ? sql`starts_at >= ${from.toISOString()}::timestamptz`
      : sql`starts_at > ${now.toISOString()}::timestamptz`;
  const bounds = [sql`called_off_at IS NULL AND listed AND ${first}`];
  if (to) bounds.push(sql`starts_at < ${to.toISOString()}::timestamptz`);
  if (after) bounds.push(sql`(starts_at, id) > (${after.createdAt}::timestamptz, ${after.id})`);
  const bounded = sql.join(bounds, sql` AND `);
  const columns = activities.length > 0 ? indexed : whole;
  const cover = coverOfRegion(region);
  if (!cover) return sql`SELECT ${columns} FROM ${plans} WHERE ${bounded}${soonest}`;
  const level = sql.identifier(`q${cover.level}`);
  return sql.join(
    cover.cells.map(
      (cell) => sql`(SELECT ${columns} FROM ${plans} WHERE ${level} = ${cell} AND ${bounded}${soonest})`,
    ),
    sql` UNION ALL `,
  );
}

function coverOfRegion({ disc, box }: Region): Cover | null {
  const boxes = [disc && boxAround(disc.centre, disc.radiusKm), box].filter((one) => one !== null);
  const covers = boxes.map((one) => coverOf(one, mostCells)).filter((cover) => cover !== null);
  return covers.sort((a, b) => b.level - a.level || a.cells.length - b.cells.length)[0] ?? null;
}

/** In the order in which they are cheap: what a row itself says, how far it is, then what other tables say of it. */
function accepted(filters: SoonFilters): SQL {
  return sql.join(
    [...asWanted(filters), ...inRegion(filters.region), ...seenBy(filters.viewerId, filters.now)],
    sql` AND `,
  );
}

/** The same of entries of the index: only rows of a wanted activity are read. The list is made of its text once, not for each. */
function acceptedOf(activities: readonly string[], filters: SoonFilters): SQL {
  return sql`activity = ANY((SELECT ${listText(activities)}::text::text[])::text[])
    AND EXISTS (SELECT 1 FROM ${plans} candidates WHERE candidates.id = entries.id AND ${accepted(filters)})`;
}

function asWanted({ languages, isFree, isOpen }: SoonFilters): SQL[] {
  const conditions: SQL[] = [];
  if (isOpen) conditions.push(sql`entry = 'open'`);
  if (isFree) conditions.push(sql`going_count < seats`);
  if (languages.length > 0)
    conditions.push(sql`jsonb_exists_any(languages, ${`{${languages.join()}}`}::text::text[])`);
  return conditions;
}

function inRegion({ disc, box }: Region): SQL[] {
  const conditions: SQL[] = [];
  if (box) {
    const { west, south, east, north } = box;
    const joined = west <= east ? sql`AND` : sql`OR`;
    conditions.push(
      sql`district_latitude BETWEEN ${south} AND ${north}`,
      sql`(district_longitude >= ${west} ${joined} district_longitude <= ${east})`,
    );
  }
  if (disc) conditions.push(sql`${kmTo(disc.centre)} <= ${disc.radiusKm + rimKm}`);
  return conditions;
}

function seenBy(viewerId: string | null, now: Date): SQL[] {
  const isHostSeen = sql`(host_id IS NULL OR coalesce(host_id = ${viewerId}, false) OR ${notHidden(viewerId, sql`candidates.host_id`)})`;
  if (viewerId === null) return [sql`who = 'everyone'`, isHostSeen];
  // Whoever is in sees it also when the gender that they stated counts no longer.
  const standing = sql`SELECT 1 FROM ${planPeople} me WHERE me.plan_id = candidates.id AND me.user_id = ${viewerId}`;
  return [
    isHostSeen,
    sql`NOT EXISTS (${standing} AND me.standing = 'removed')`,
    sql`(who = 'everyone' OR coalesce(gender = ${countingGender(viewerId, now)}, false) OR EXISTS (${standing}))`,
  ];
}

/** A millimetre: who computes the distance elsewhere rounds differently, and the rim belongs to the disc. */
const rimKm = 1e-6;

/** The same formula as `distanceKm` of the contract, from the middle of the district alone. */
const kmTo = ({ latitude, longitude }: { latitude: number; longitude: number }): SQL =>
  sql`(${2 * earthRadiusKm}::double precision * asin(least(1, sqrt(
    power(sin(radians(district_latitude - ${latitude}::double precision) / 2), 2) +
    cos(radians(${latitude}::double precision)) * cos(radians(district_latitude)) *
    power(sin(radians(district_longitude - ${longitude}::double precision) / 2), 2)))))`;
