import type { Position } from '@dazi/contract/places/places';
import { sql } from 'drizzle-orm';
import { cellsOf } from '#features/posts/posts/posts.rules.ts';
import type { PostRow } from '#features/posts/posts/posts.store.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import type { Db } from '#platform/database/builder.ts';

/** A post as it is stored; whatever is not said is plain. */
export function buildPost(facts: Position & Partial<PostRow> & Pick<PostRow, 'id' | 'userId'>): PostRow {
  const createdAt = facts.createdAt ?? new Date('2026-06-01T12:00:00Z');
  return {
    content: 'Hello',
    display: 'approximate',
    gender: 'F',
    isActive: true,
    ...{ removedBy: null, removal: null, linksFold: null },
    createdAt,
    updatedAt: createdAt,
    expiresAt: null,
    editedAt: null,
    ...cellsOf(facts),
    ...facts,
  };
}

/** Thousands of posts at once, and the planner knows of them. */
export async function insertPosts(db: Db, rows: readonly PostRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 1000) {
    await db.insert(posts).values(rows.slice(start, start + 1000));
  }
  await db.execute(sql`ANALYZE posts`);
}
