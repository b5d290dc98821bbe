import { eq } from 'drizzle-orm';
import { users } from '#features/identity/identity.tables.ts';
import { anyOf, type Db } from '#platform/database/builder.ts';
import { profiles } from './profiles.tables.ts';

/** Everybody whose account was not erased, whoever has deleted it or hidden themselves. */
export async function findPeopleEver(db: Db, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  const rows = await db
    .select({
      id: users.id,
      issuer: users.issuer,
      name: users.name,
      avatarUrl: users.avatarUrl,
      createdAt: users.createdAt,
      bio: profiles.bio,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, anyOf(userIds)));
  return rows.filter(({ issuer }) => issuer !== 'erased');
}
