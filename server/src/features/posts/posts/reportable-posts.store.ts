import { and, eq, sql } from 'drizzle-orm';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { mayTurn } from '#platform/folded-links.store.ts';
import type { LinkFold } from '#platform/folded-links.ts';
import { erasedPosts, postMedia, posts } from './posts.tables.ts';

export interface PostEver {
  id: string;
  userId: string;
  content: string;
  latitude: number;
  longitude: number;
  createdAt: Date;
  updatedAt: Date;
  isActive: boolean;
  expiresAt: Date | null;
  removedBy: 'author' | 'moderators' | null;
  mediaIds: string[];
}

/** Whose it was; null when it was erased, undefined for what never was: one statement, whatever became of it. */
export async function findAuthorEver(db: Db, postId: string): Promise<string | null | undefined> {
  const [row] = await rowsOf<{ userId: string | null }>(
    db,
    sql`SELECT ${posts.userId} AS "userId" FROM ${posts} WHERE ${posts.id} = ${postId}
      UNION ALL SELECT NULL FROM ${erasedPosts} WHERE ${erasedPosts.id} = ${postId}`,
  );
  return row?.userId ?? (row && null);
}

/** Posts whether they are still shown or not, as long as their rows are there. */
export async function findPostsEver(db: Db, postIds: readonly string[]): Promise<PostEver[]> {
  if (postIds.length === 0) return [];
  const rows = await rowsOf<
    Omit<PostEver, 'createdAt' | 'updatedAt' | 'expiresAt'> & {
      createdAt: string;
      updatedAt: string;
      expiresAt: string | null;
    }
  >(
    db,
    sql`SELECT p.id, p.user_id AS "userId", p.content, p.latitude, p.longitude, p.created_at AS "createdAt", p.updated_at AS "updatedAt",
        p.is_active AS "isActive", p.expires_at AS "expiresAt", p.removed_by AS "removedBy",
        coalesce((SELECT json_agg(pm.media_id ORDER BY pm.position) FROM ${postMedia} pm WHERE pm.post_id = p.id), '[]') AS "mediaIds"
      FROM ${posts} p WHERE p.id = ${anyOf(postIds)}`,
  );
  return rows.map((row) => ({
    ...row,
    createdAt: new Date(row.createdAt),
    updatedAt: new Date(row.updatedAt),
    expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt),
  }));
}

/** False where there is nothing to change: what was shown once stays so. */
export async function foldLinks(db: Db, postId: string, to: LinkFold): Promise<boolean> {
  const rows = await db
    .update(posts)
    .set({ linksFold: to })
    .where(and(eq(posts.id, postId), mayTurn(posts.linksFold, to)))
    .returning({ id: posts.id });
  return rows.length > 0;
}

/** False when its author took it away meanwhile, or its row is gone. */
export async function reactivatePost(db: Db, postId: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(posts)
    .set({ isActive: true, removedBy: null, removal: null, updatedAt: now })
    .where(and(eq(posts.id, postId), eq(posts.removedBy, 'moderators')))
    .returning({ id: posts.id });
  return rows.length > 0;
}
