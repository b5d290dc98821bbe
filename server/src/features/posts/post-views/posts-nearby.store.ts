import { earthRadiusKm } from '@dazi/contract/places/places.rules';
import type { PostView } from '@dazi/contract/posts/post-views';
import { type SQL, sql } from 'drizzle-orm';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import type { Region } from '#features/places/places.service.ts';
import { bookmarks } from '#features/posts/bookmarks/bookmarks.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import type { Frontier } from '#platform/cursor.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { gramsOf, likePattern } from '#platform/text-grams.ts';
import { coverOfRegion, scanBudget } from './post-views.rules.ts';

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
 * order and filters above the merge, within a budget: the cost depends on what is shown, not on how many
 * posts there are. Rare words are found by the index of their letters instead, so that a page with keywords
 * is short only where nothing is left.
 */
export async function newestPosts(
  db: Db,
  filters: PostFilters,
  page: { before: Frontier | null; limit: number; offset?: number },
): Promise<PostPage> {
  const { offset = 0 } = page;
  const wanted = page.limit + offset;
  // Rows before a page that is asked for by number are skipped, not shown: they come on top.
  const budget = scanBudget.most + offset;
  const withWords = filters.keywords.length > 0;
  const found: Frontier[] = [];
  let before = page.before;
  let scanned = 0;
  let step = withWords ? scanBudget.taste : budget;
  while (scanned < budget) {
    const rows = await rowsOf<WalkedRow>(db, walkQuery(filters, before, step, wanted + 1 - found.length));
    found.push(...rows.filter((row) => row.accepted));
    if (found.length > wanted) return pageOf(found.slice(0, wanted), found[wanted - 1]!);
    const last = rows.at(-1);
    if (!last || last.position < step) return pageOf(found, null);
    before = last;
    scanned += step;
    if (found.length === wanted) break;
    step = budget - scanned;
    const share = found.length / scanned;
    if (withWords && (step <= 0 || wanted - found.length > share * step)) {
      found.push(...(await rowsOf<Frontier>(db, wordQuery(filters, before, wanted + 1 - found.length))));
      return found.length > wanted ? pageOf(found.slice(0, wanted), found[wanted - 1]!) : pageOf(found, null);
    }
  }
  return pageOf(found, before);

  function pageOf(rows: readonly Frontier[], frontier: Frontier | null): PostPage {
    return {
      ids: rows.slice(offset).map(({ id }) => id),
      frontier: frontier && { id: frontier.id, createdAt: frontier.createdAt },
    };
  }
}

interface WalkedRow extends Frontier {
  accepted: boolean;
  /** Counted from 1, rows that were not accepted included. */
  position: number;
}

const columns = sql`id, user_id, content, gender, latitude, longitude, created_at, expires_at`;
const newest = sql` ORDER BY created_at DESC, id DESC`;
const olderThan = (before: Frontier | null) =>
  before ? sql` AND (created_at, id) < (${before.createdAt}::timestamptz, ${before.id})` : sql``;

/**
 * One walk over at most `scan` rows: the accepted ones until there are `most`, and the last row of the walk,
 * from which the next one goes on. Rows are numbered, filtered and counted one at a time, so that reading
 * ends with the last one wanted. The limit inside keeps the filters above the merge of the cells; within an
 * arm they would make the database read cells without a match to their end.
 */
export function walkQuery(filters: PostFilters, before: Frontier | null, scan: number, most: number): SQL {
  return sql`SELECT id, created_at AS "createdAt", accepted, position FROM (
    SELECT id, created_at, (${accepted(filters, 'walk')}) AS accepted, row_number() OVER (${newest}) AS position FROM (
      SELECT * FROM (${source(filters, olderThan(before))}) arms${newest} LIMIT ${scan}
    ) candidates
  ) walked WHERE accepted OR position = ${scan}::bigint${newest} LIMIT ${most}`;
}

/** Posts with all pairs of letters of a word, by their index; what they have beside is judged after that. */
export function wordQuery(filters: PostFilters, before: Frontier | null, most: number): SQL {
  const any = filters.keywords.map(
    (word) =>
      sql`(text_grams(content) COLLATE "C") @> ARRAY(SELECT json_array_elements_text(${JSON.stringify(gramsOf(word))}::text::json))`,
  );
  return sql`SELECT id, created_at AS "createdAt" FROM (
    SELECT ${columns} FROM ${posts} WHERE is_active AND (${sql.join(any, sql` OR `)}) OFFSET 0
  ) candidates WHERE ${accepted(filters, 'words')}${olderThan(before)}${newest} LIMIT ${most}`;
}

/** Where the walk goes: one author, one person's bookmarks, the cells of a region, or all by time. */
function source(filters: PostFilters, older: SQL): SQL {
  const { authorId, view, viewerId } = filters;
  const authors = authorId ?? (view === 'mine' ? viewerId : null);
  if (authorId && authorId === viewerId) {
    // The own list shows in its place what moderators took away.
    const own = sql`user_id = ${authorId}${older}${newest}`;
    return sql`(SELECT ${columns} FROM ${posts} WHERE is_active AND ${own})
      UNION ALL (SELECT ${columns} FROM ${posts} WHERE removal IS NOT NULL AND ${own})`;
  }
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

/**
 * In the order in which they are cheap: what a row itself says, how far it is, its words, then what other tables say
 * of it. What a walk has followed already, the author or the bookmarks, is not asked again.
 */
function accepted(filters: PostFilters, way: 'walk' | 'words'): SQL {
  const { region, authorId, view, gender, keywords, postedSince, viewerId, now } = filters;
  const conditions: SQL[] = [sql`(expires_at IS NULL OR expires_at > ${now.toISOString()}::timestamptz)`];
  if (authorId && way === 'words') conditions.push(sql`candidates.user_id = ${authorId}`);
  if (view === 'mine' && (authorId || way === 'words')) {
    conditions.push(sql`candidates.user_id = ${viewerId}`);
  }
  if (gender) conditions.push(sql`gender = ${gender}`);
  if (postedSince) conditions.push(sql`created_at >= ${postedSince.toISOString()}::timestamptz`);
  conditions.push(...inRegion(region));
  if (keywords.length > 0) {
    const any = keywords.map((word) => sql`folded_text(content) LIKE ${likePattern(word)}`);
    conditions.push(sql`(${sql.join(any, sql` OR `)})`);
  }
  if (view === 'bookmarked' && (authorId || way === 'words')) {
    conditions.push(
      sql`EXISTS (SELECT 1 FROM ${bookmarks} own WHERE own.user_id = ${viewerId} AND own.post_id = candidates.id)`,
    );
  }
  conditions.push(notHidden(viewerId, sql`candidates.user_id`));
  return sql.join(conditions, sql` AND `);
}

function inRegion({ disc, box }: PostFilters['region']): SQL[] {
  const conditions: SQL[] = [];
  if (box) {
    const { west, south, east, north } = box;
    conditions.push(sql`latitude BETWEEN ${south} AND ${north}`);
    conditions.push(
      west <= east
        ? sql`longitude BETWEEN ${west} AND ${east}`
        : sql`(longitude >= ${west} OR longitude <= ${east})`,
    );
  }
  if (disc) conditions.push(sql`${distanceKmTo(disc.centre)} <= ${disc.radiusKm + rimKm}`);
  return conditions;
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
