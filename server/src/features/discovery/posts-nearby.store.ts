import type { PostView } from '@dazi/contract/discovery';
import { earthRadiusKm } from '@dazi/contract/places';
import { type SQL, sql } from 'drizzle-orm';
import { notHidden } from '#features/blocks/blocks.service.ts';
import { bookmarks } from '#features/bookmarks/bookmarks.tables.ts';
import { posts } from '#features/posts/posts.tables.ts';
import type { Frontier } from '#platform/cursor.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { coverOfRegion, likePattern, type Region, scanBudget } from './discovery.rules.ts';

export interface PostFilters {
  region: Region;
  viewerId: string | null;
  authorId: string | null;
  view: PostView;
  gender: 'M' | 'F' | null;
  keywords: readonly string[];
  postedSince: Date | null;
  now: Date;
}

export interface PostPage {
  ids: string[];
  /** Where to go on; null when nothing is left. */
  frontier: Frontier | null;
}

/**
 * Ids of the newest posts that pass the filters, older than `before`. Reads the cells of the region in time
 * order and filters above the merge, in growing steps within a budget: the cost depends on what is shown,
 * not on how many posts there are.
 */
export async function newestPosts(
  db: Db,
  filters: PostFilters,
  page: { before: Frontier | null; limit: number; offset?: number },
): Promise<PostPage> {
  const wanted = page.limit + (page.offset ?? 0);
  // Rows before a page that is asked for by number are skipped, not shown: they come on top.
  const budget = scanBudget.most + (page.offset ?? 0);
  const ids: string[] = [];
  let before = page.before;
  let scanned = 0;
  let step: number = scanBudget.first;
  while (ids.length < wanted && scanned < budget) {
    const scan = Math.min(step, budget - scanned);
    const rows = await scanOnce(db, filters, before, scan);
    const accepted = rows.filter((row) => row.accepted);
    const missing = wanted - ids.length;
    if (accepted.length > missing) {
      const taken = accepted.slice(0, missing);
      return finish([...ids, ...taken.map(({ id }) => id)], taken.at(-1)!);
    }
    ids.push(...accepted.map(({ id }) => id));
    const last = rows.at(-1);
    if (!last || rows.length < scan) return finish(ids, null);
    before = last;
    scanned += rows.length;
    step *= scanBudget.growth;
  }
  return finish(ids, before);

  function finish(found: string[], frontier: Frontier | null): PostPage {
    return {
      ids: found.slice(page.offset ?? 0),
      frontier: frontier && { id: frontier.id, createdAt: frontier.createdAt },
    };
  }
}

interface ScannedRow extends Frontier {
  accepted: boolean;
}

async function scanOnce(db: Db, filters: PostFilters, before: Frontier | null, limit: number) {
  return rowsOf<ScannedRow>(db, scanQuery(filters, before, limit));
}

const columns = sql`id, user_id, content, gender, latitude, longitude, created_at, expires_at`;

/**
 * One step of the walk. The fence (OFFSET 0) keeps the filters above the merge of the cells; within an arm
 * they would make the database read cells without a match to their end.
 */
export function scanQuery(filters: PostFilters, before: Frontier | null, limit: number): SQL {
  const older = before
    ? sql` AND (created_at, id) < (${before.createdAt}::timestamptz, ${before.id})`
    : sql``;
  const newest = sql` ORDER BY created_at DESC, id DESC`;
  return sql`SELECT id, created_at AS "createdAt", (${accepted(filters)}) AS accepted FROM (
    SELECT * FROM (${source(filters, older, newest)}) arms${newest} OFFSET 0
  ) candidates${newest} LIMIT ${limit}`;
}

/** Where the walk goes: one author, one person's bookmarks, the cells of a region, or all by time. */
function source(filters: PostFilters, older: SQL, newest: SQL): SQL {
  const { authorId, view, viewerId } = filters;
  const authors = authorId ?? (view === 'mine' ? viewerId : null);
  if (authors) {
    return sql`SELECT ${columns} FROM ${posts} WHERE is_active AND user_id = ${authors}${older}${newest}`;
  }
  if (view === 'bookmarked') {
    return sql`SELECT ${columns} FROM ${posts} WHERE is_active AND id IN (SELECT post_id FROM ${bookmarks} WHERE user_id = ${viewerId})${older}${newest}`;
  }
  const cover = coverOfRegion(filters.region);
  if (!cover) return sql`SELECT ${columns} FROM ${posts} WHERE is_active${older}${newest}`;
  const level = sql.identifier(`q${cover.level}`);
  return sql.join(
    cover.cells.map(
      (cell) =>
        sql`(SELECT ${columns} FROM ${posts} WHERE is_active AND ${level} = ${cell}${older}${newest})`,
    ),
    sql` UNION ALL `,
  );
}

function accepted(filters: PostFilters): SQL {
  const { region, authorId, view, gender, keywords, postedSince, viewerId, now } = filters;
  const conditions: SQL[] = [
    sql`(expires_at IS NULL OR expires_at > ${now.toISOString()}::timestamptz)`,
    notHidden(viewerId, sql`candidates.user_id`),
  ];
  // The walk follows the author when one is given; the view is a condition of its own then.
  if (authorId && view === 'mine') conditions.push(sql`candidates.user_id = ${viewerId}`);
  if (authorId && view === 'bookmarked') {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM ${bookmarks} kept WHERE kept.user_id = ${viewerId} AND kept.post_id = candidates.id)`,
    );
  }
  if (region.disc) {
    conditions.push(sql`${distanceKmTo(region.disc.centre)} <= ${region.disc.radiusKm + rimKm}`);
  }
  if (region.box) {
    const { west, south, east, north } = region.box;
    conditions.push(sql`latitude BETWEEN ${south} AND ${north}`);
    conditions.push(
      west <= east
        ? sql`longitude BETWEEN ${west} AND ${east}`
        : sql`(longitude >= ${west} OR longitude <= ${east})`,
    );
  }
  if (gender) conditions.push(sql`gender = ${gender}`);
  if (postedSince) conditions.push(sql`created_at >= ${postedSince.toISOString()}::timestamptz`);
  if (keywords.length > 0) {
    const any = keywords.map((word) => sql`lower(normalize(content, NFKC)) LIKE ${likePattern(word)}`);
    conditions.push(sql`(${sql.join(any, sql` OR `)})`);
  }
  return sql.join(conditions, sql` AND `);
}

/** A millimetre: who computes the distance to a post elsewhere rounds differently, and the rim belongs to the disc. */
const rimKm = 1e-6;

/** The same formula as `distanceKm` of the contract. */
function distanceKmTo({ latitude, longitude }: { latitude: number; longitude: number }): SQL {
  return sql`(${2 * earthRadiusKm}::double precision * asin(least(1, sqrt(
    power(sin(radians(latitude - ${latitude}::double precision) / 2), 2) +
    cos(radians(${latitude}::double precision)) * cos(radians(latitude)) *
    power(sin(radians(longitude - ${longitude}::double precision) / 2), 2)))))`;
}
