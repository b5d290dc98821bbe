import { mediaUrl } from '@dazi/contract/media/media.rules';
import { and, asc, count, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { isSeenOnline } from '#features/chat/presence/presence.service.ts';
import { accountIsThere, accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { media } from '#features/media/media.tables.ts';
import { hasBlocked, notBlocked, notHidden } from '#features/people/blocks/blocks.service.ts';
import { profiles } from '#features/people/profiles/profiles.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import type { Db } from '#platform/database/builder.ts';

export async function countPosts(
  db: Db,
  viewerId: string | null,
  userId: string,
  now: Date,
): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(posts)
    .where(
      and(
        eq(posts.userId, userId),
        posts.isActive,
        or(isNull(posts.expiresAt), gt(posts.expiresAt, now)),
        notHidden(viewerId, posts.userId),
      ),
    );
  return Number(row?.count ?? 0);
}

interface Page {
  /** The last id of the page before. */
  after: string | null;
  limit: number;
  offset: number;
}

export function listUsers(db: Db, viewerId: string, { after, limit, offset }: Page, userId: string | null) {
  return db
    .select({
      id: users.id,
      name: users.name,
      avatarUrl: users.avatarUrl,
      email: users.email,
    })
    .from(users)
    .where(
      and(
        notHidden(viewerId, users.id),
        after ? gt(users.id, after) : undefined,
        userId ? eq(users.id, userId) : undefined,
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit)
    .offset(offset);
}

export function listFaces(db: Db, viewerId: string, { after, limit, offset }: Page) {
  return db
    .select({ profile: profiles, user: users })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(notHidden(viewerId, profiles.userId), after ? gt(profiles.userId, after) : undefined))
    .orderBy(asc(profiles.userId))
    .limit(limit)
    .offset(offset);
}

/** Somebody's profile, whether they are online, and whether the viewer has blocked them. */
export async function findFace(db: Db, viewerId: string | null, userId: string, onlineSince: Date) {
  const blockedByMe =
    viewerId === null ? sql<boolean>`false` : sql<boolean>`${hasBlocked(viewerId, profiles.userId)}`;
  // Who asks for their own is in, though a measure that is over may not have been ended by its job yet.
  const stands = viewerId === userId ? accountIsThere(profiles.userId) : accountStands(profiles.userId);
  const [row] = await db
    .select({
      profile: profiles,
      user: users,
      blockedByMe,
      isOnline: sql<boolean>`${isSeenOnline(sql`${profiles.userId}`, onlineSince)}`,
      isPictureFolded: sql<boolean>`EXISTS (SELECT 1 FROM ${media}
        WHERE ${media.fold} = 'folded' AND ${media.id} = substr(${users.avatarUrl}, ${mediaUrl('').length + 1}))`,
    })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(and(eq(profiles.userId, userId), stands, or(notBlocked(viewerId, profiles.userId), blockedByMe)));
  return row;
}
