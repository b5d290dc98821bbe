import type { Reaction } from '@dazi/contract/posts/reactions';
import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';
import { users } from '#features/identity/identity.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { wantsToHear } from '#features/people/profiles/profiles.service.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import type { Db } from '#platform/database/builder.ts';
import { noticed, recipients } from '#platform/notices.store.ts';
import type { Recipient } from '#platform/notices.ts';
import { reactions } from './reactions.tables.ts';

const listLimit = 200;

export async function listReactions(db: Db, viewerId: string | null, postId: string): Promise<Reaction[]> {
  const rows = await db
    .select({ reaction: reactions, userName: users.name })
    .from(reactions)
    .innerJoin(users, eq(users.id, reactions.userId))
    .where(and(eq(reactions.postId, postId), notHidden(viewerId, reactions.userId)))
    .orderBy(desc(reactions.createdAt), desc(reactions.id))
    .limit(listLimit);
  return rows.map(({ reaction, userName }) => ({
    id: reaction.id,
    messageId: reaction.postId,
    userId: reaction.userId,
    userName,
    reactionType: reaction.type,
    createdAt: reaction.createdAt.toISOString(),
  }));
}

/** Sets the one reaction of a person; another kind replaces the one before. */
export async function putReaction(db: Db, row: typeof reactions.$inferInsert): Promise<void> {
  await db
    .insert(reactions)
    .values(row)
    .onConflictDoUpdate({
      target: [reactions.postId, reactions.userId],
      set: { id: row.id, type: row.type, createdAt: row.createdAt },
    });
}

export async function deleteReaction(
  db: Db,
  key: Pick<typeof reactions.$inferSelect, 'postId' | 'userId' | 'type'>,
): Promise<boolean> {
  const rows = await db
    .delete(reactions)
    .where(
      and(eq(reactions.postId, key.postId), eq(reactions.userId, key.userId), eq(reactions.type, key.type)),
    )
    .returning({ id: reactions.id });
  return rows.length > 0;
}

export async function pageOfReactions(db: Db, userId: string, after: string, limit: number) {
  return db
    .select()
    .from(reactions)
    .where(and(eq(reactions.userId, userId), gt(reactions.postId, after)))
    .orderBy(asc(reactions.postId))
    .limit(limit);
}

export async function deleteReactionsOf(db: Db, userId: string): Promise<void> {
  await db.delete(reactions).where(eq(reactions.userId, userId));
}

/** The areas of the stream that hold posts somebody has reacted to. */
export async function areasOfReactions(db: Db, userId: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ q12: posts.q12 })
    .from(reactions)
    .innerJoin(posts, eq(posts.id, reactions.postId))
    .where(eq(reactions.userId, userId))
    .limit(limit);
  return rows.map(({ q12 }) => q12);
}

export function authorsOfReacted(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", p.user_id AS "userId"
      FROM ${noticed(notices, sql`"eventId" bigint, "postId" text, "personId" text`)}
      JOIN ${posts} p ON p.id = e."postId" AND p.is_active
      JOIN ${users} u ON u.id = e."personId"
      WHERE p.user_id <> u.id AND ${wantsToHear(sql`p.user_id`, 'reactions')}
        AND ${notHidden(sql`p.user_id`, sql`u.id`)}`,
  );
}
