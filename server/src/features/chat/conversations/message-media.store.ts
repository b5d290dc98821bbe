import { eq, sql } from 'drizzle-orm';
import { media } from '#features/media/media.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { conversations, messages } from './conversations.tables.ts';
import { isClosed, isFolded, isGone } from './message-visibility.store.ts';

/** Whether somebody may see a medium: what they uploaded themselves, and what their conversations show. */
export async function showsMedium(
  db: Db,
  viewerId: string,
  mediaId: string,
  unfolds: boolean,
): Promise<boolean> {
  const [row] = await rowsOf<{ shown: boolean }>(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM ${messages} m JOIN ${conversations} c ON c.id = m.conversation_id
      JOIN conversation_members v ON v.conversation_id = m.conversation_id AND v.user_id = ${viewerId}
      WHERE m.media_id = ${mediaId} AND c.is_active AND m.sequence > v.hidden_up_to
        AND NOT ${isGone(sql`m`)} AND NOT ${isClosed(viewerId, sql`m`)} AND ((${unfolds} AND c.kind = 'private') OR NOT ${isFolded(viewerId, sql`m`)})) AS shown`,
  );
  return row!.shown;
}

export async function isAttached(db: Db, mediaId: string): Promise<boolean> {
  const rows = await db.select({ id: messages.id }).from(messages).where(eq(messages.mediaId, mediaId));
  return rows.length > 0;
}

/** Uploads that no message shows, older than an instant. */
export async function findUnattached(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`SELECT f.id FROM ${media} f LEFT JOIN ${messages} m ON m.media_id = f.id
      WHERE f.purpose = 'message' AND f.created_at < ${before.toISOString()}::timestamptz AND m.media_id IS NULL LIMIT ${limit}`,
  );
  return rows.map(({ id }) => id);
}
