import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { users } from '#features/identity/identity.tables.ts';
import { media } from '#features/media/media.tables.ts';
import type { Removal } from '#platform/area.ts';
import { id, instant } from '#platform/database/columns.ts';
import { linkFolds } from '#platform/folded-links.ts';

/**
 * `latitude` and `longitude` are the displayed position, the only one there is. The cells of the nearby
 * index are kept beside it; each index serves one level, newest first, active posts only.
 *
 * Triggers note each coming and going in `map_count_changes`; they stand in the migration count_posts, and
 * `text_grams` in text_grams.
 */
export const posts = pgTable(
  'posts',
  {
    id: id().primaryKey(),
    userId: id('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: text().notNull(),
    /** Null while nobody has reported its links, and for new words. */
    linksFold: text('links_fold', { enum: linkFolds }),
    latitude: doublePrecision().notNull(),
    longitude: doublePrecision().notNull(),
    display: text({ enum: ['exact', 'approximate'] }).notNull(),
    gender: text({ enum: ['M', 'F'] }).notNull(),
    isActive: boolean('is_active').notNull(),
    /** Who took it away; null while it stands, and where its time was over. */
    removedBy: text('removed_by', { enum: ['author', 'moderators'] }),
    /** Of what moderators took away: told to its author. */
    removal: jsonb().$type<Removal>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    expiresAt: instant('expires_at'),
    editedAt: instant('edited_at'),
    q14: integer().notNull(),
    q12: integer().notNull(),
    q10: integer().notNull(),
    q8: integer().notNull(),
  },
  (table) => {
    // Made anew for each index: the builder takes the direction out of a column that it has used.
    const newestFirst = () => [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const;
    const active = sql`is_active`;
    return [
      index('posts_q14')
        .on(table.q14, ...newestFirst())
        .where(active),
      index('posts_q12')
        .on(table.q12, ...newestFirst())
        .where(active),
      index('posts_q10')
        .on(table.q10, ...newestFirst())
        .where(active),
      index('posts_q8')
        .on(table.q8, ...newestFirst())
        .where(active),
      index('posts_newest')
        .on(...newestFirst())
        .where(active),
      index('posts_author')
        .on(table.userId, ...newestFirst())
        .where(active),
      index('posts_author_removed').on(table.userId, table.createdAt).where(sql`NOT is_active`),
      // Without a list of pending entries: nobody empties it in the embedded database, and every search
      // reads it. Byte by byte, whatever the language settings of the server.
      index('posts_grams')
        .using('gin', sql`(text_grams(content) COLLATE "C")`)
        .with({ fastupdate: false })
        .where(active),
      index('posts_expiring').on(table.expiresAt).where(sql`is_active AND expires_at IS NOT NULL`),
      index('posts_of_removal').on(table.userId).where(sql`removal IS NOT NULL`),
      index('posts_removed').on(table.updatedAt).where(sql`NOT is_active`),
    ];
  },
);

export const postMedia = pgTable(
  'post_media',
  {
    postId: id('post_id')
      .notNull()
      .references(() => posts.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    mediaId: id('media_id')
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.postId, table.position] }),
    index('post_media_medium').on(table.mediaId),
  ],
);

/** That there once was such a post, and nothing of it: whoever reports it is answered as if it was there. */
export const erasedPosts = pgTable(
  'erased_posts',
  {
    id: id().primaryKey(),
    erasedAt: instant('erased_at').notNull(),
  },
  (table) => [index('erased_posts_erased_at').on(table.erasedAt)],
);

/** One small row for each thing that came or went, so that those in a hot city do not wait for each other's counter. */
const changeColumns = () => ({
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  q14: integer().notNull(),
  /** In 1/100,000 degrees: whole numbers come back to nothing when everything added was taken away. */
  latitudeE5: integer('latitude_e5').notNull(),
  longitudeE5: integer('longitude_e5').notNull(),
});

/** The sums of the positions of what a cell holds. */
const countColumns = () => ({
  level: smallint().notNull(),
  cell: integer().notNull(),
  latitudeE5: bigint('latitude_e5', { mode: 'number' }).notNull(),
  longitudeE5: bigint('longitude_e5', { mode: 'number' }).notNull(),
});

/** What is to be added to the map's counters of posts. */
export const mapCountChanges = pgTable('map_count_changes', {
  ...changeColumns(),
  posts: smallint().notNull(),
});

/** How many active posts each cell holds, and the sums of their displayed positions. */
export const mapCounts = pgTable('map_counts', { ...countColumns(), posts: integer().notNull() }, (table) => [
  primaryKey({ columns: [table.level, table.cell] }),
  index('map_counts_empty').on(table.level).where(sql`posts = 0`),
]);

/** The same of plans, by their districts. */
export const mapPlanCountChanges = pgTable('map_plan_count_changes', {
  ...changeColumns(),
  plans: smallint().notNull(),
});

export const mapPlanCounts = pgTable(
  'map_plan_counts',
  { ...countColumns(), plans: integer().notNull() },
  (table) => [primaryKey({ columns: [table.level, table.cell] })],
);
