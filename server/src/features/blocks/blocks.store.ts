import { eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#platform/database/builder.ts';
import { blocks } from './blocks.tables.ts';

/** The one predicate: true when neither has blocked the other. Visitors see whatever is public. */
export function notHidden(viewerId: string | null, author: SQLWrapper): SQL {
  if (viewerId === null) return sql`true`;
  return sql`NOT EXISTS (SELECT 1 FROM ${blocks} WHERE (${blocks.blockerId} = ${viewerId} AND ${blocks.blockedId} = ${author}) OR (${blocks.blockerId} = ${author} AND ${blocks.blockedId} = ${viewerId}))`;
}

export async function findHidden(db: Db, viewerId: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(blocks)
    .where(or(eq(blocks.blockerId, viewerId), eq(blocks.blockedId, viewerId)));
  return rows.map((row) => (row.blockerId === viewerId ? row.blockedId : row.blockerId));
}
