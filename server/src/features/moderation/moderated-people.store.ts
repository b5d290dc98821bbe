import { and, asc, desc, eq, gt, inArray, lte, ne, or, sql } from 'drizzle-orm';
import { readBefore } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers } from '#features/chat/conversations/conversations.tables.ts';
import { rooms } from '#features/chat/rooms/rooms.tables.ts';
import { users } from '#features/identity/identity.tables.ts';
import { invitations, invitationUses } from '#features/identity/registration.tables.ts';
import { blocks } from '#features/people/blocks/blocks.tables.ts';
import { profiles } from '#features/people/profiles/profiles.tables.ts';
import { comments } from '#features/posts/comments/comments.tables.ts';
import { posts } from '#features/posts/posts/posts.tables.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { decisions, moderationLooks, moderatorNotes } from './moderation.tables.ts';

export async function findPerson(db: Db, personId: string) {
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      avatarUrl: users.avatarUrl,
      issuer: users.issuer,
      email: users.email,
      emailVerified: users.emailVerified,
      createdAt: users.createdAt,
      confirmedAt: users.confirmedAt,
      bio: profiles.bio,
      age: profiles.age,
      gender: users.gender,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.userId, users.id))
    .where(and(eq(users.id, personId), ne(users.issuer, 'erased')));
  return row;
}

export interface Made {
  posts: number;
  comments: number;
  rooms: number;
  blockedBy: number;
}

/** How much somebody made that is still there, and how many have blocked them since an instant. */
export async function countMade(db: Db, personId: string, since: Date): Promise<Made> {
  const [row] = await rowsOf<Made>(
    db,
    sql`${readBefore(db, { conversationMembers: sql`conversation_members.user_id = ${personId}` }).statement}SELECT (SELECT count(*)::int FROM ${posts} WHERE user_id = ${personId} AND is_active) AS posts,
      (SELECT count(*)::int FROM ${comments} WHERE user_id = ${personId} AND is_active) AS comments,
      (SELECT count(*)::int FROM ${rooms} o JOIN ${conversationMembers} v ON v.conversation_id = o.conversation_id
        WHERE o.is_active AND v.user_id = ${personId} AND v.role = 'OWNER') AS rooms,
      (SELECT count(*)::int FROM ${blocks} WHERE blocked_id = ${personId}
        AND created_at > ${since.toISOString()}::timestamptz) AS "blockedBy"`,
  );
  return row!;
}

export interface PublicWords {
  kind: 'post' | 'comment';
  id: string;
  postId: string;
  content: string;
  createdAt: string;
}

export function listPublic(db: Db, personId: string, limit: number): Promise<PublicWords[]> {
  return rowsOf<PublicWords>(
    db,
    sql`(SELECT 'post' AS kind, id, id AS "postId", content, created_at AS "createdAt"
        FROM ${posts} WHERE user_id = ${personId} AND is_active ORDER BY created_at DESC, id DESC LIMIT ${limit})
      UNION ALL (SELECT 'comment', id, post_id, content, created_at
        FROM ${comments} c WHERE user_id = ${personId} AND is_active
          AND EXISTS (SELECT 1 FROM ${posts} p WHERE p.id = c.post_id AND p.is_active) ORDER BY created_at DESC, id DESC LIMIT ${limit})
      ORDER BY "createdAt" DESC, id DESC LIMIT ${limit}`,
  );
}

/** Who invited somebody; nothing for who came by themselves, and nobody once that account is erased. */
export async function findInviter(db: Db, personId: string) {
  const [row] = await db
    .select({ id: users.id, name: users.name, avatarUrl: users.avatarUrl })
    .from(invitationUses)
    .leftJoin(invitations, eq(invitations.id, invitationUses.invitationId))
    .leftJoin(users, and(eq(users.id, invitations.inviterId), ne(users.issuer, 'erased')))
    .where(eq(invitationUses.userId, personId));
  return row;
}

export async function countInvited(db: Db, personId: string) {
  const [row] = await rowsOf<{ people: number; withDecisions: number }>(
    db,
    sql`SELECT count(*)::int AS people, count(*) FILTER (WHERE EXISTS (SELECT 1 FROM ${decisions} d
        WHERE d.person_id = v.user_id AND d.action <> 'dismiss'))::int AS "withDecisions"
      FROM ${invitationUses} v JOIN ${invitations} i ON i.id = v.invitation_id WHERE i.inviter_id = ${personId}`,
  );
  return row!;
}

/** Whether there is a block between somebody and any of these; answers with whom. */
export async function blockedWith(
  db: Db,
  personId: string,
  otherIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (otherIds.length === 0) return new Set();
  const rows = await db
    .select({ blockerId: blocks.blockerId, blockedId: blocks.blockedId })
    .from(blocks)
    .where(
      or(
        and(eq(blocks.blockerId, personId), inArray(blocks.blockedId, [...otherIds])),
        and(eq(blocks.blockedId, personId), inArray(blocks.blockerId, [...otherIds])),
      ),
    );
  return new Set(rows.map(({ blockerId, blockedId }) => (blockerId === personId ? blockedId : blockerId)));
}

export async function insertNote(db: Db, row: typeof moderatorNotes.$inferInsert): Promise<void> {
  await db.insert(moderatorNotes).values(row);
}

export async function listNotes(db: Db, personId: string, since: Date) {
  return db
    .select()
    .from(moderatorNotes)
    .where(and(eq(moderatorNotes.personId, personId), gt(moderatorNotes.createdAt, since)))
    .orderBy(desc(moderatorNotes.createdAt), desc(moderatorNotes.id));
}

export async function insertLook(db: Db, row: typeof moderationLooks.$inferInsert): Promise<void> {
  await db.insert(moderationLooks).values(row);
}

export async function forgetNotesAndLooks(db: Db, notesBefore: Date, looksBefore: Date): Promise<void> {
  await db.delete(moderatorNotes).where(lte(moderatorNotes.createdAt, notesBefore));
  await db.delete(moderationLooks).where(lte(moderationLooks.lookedAt, looksBefore));
}

export async function pageOfNotesBy(db: Db, authorId: string, after: string, limit: number) {
  return db
    .select({ id: moderatorNotes.id, text: moderatorNotes.text, createdAt: moderatorNotes.createdAt })
    .from(moderatorNotes)
    .where(and(eq(moderatorNotes.authorId, authorId), gt(moderatorNotes.id, after)))
    .orderBy(asc(moderatorNotes.id))
    .limit(limit);
}

export async function pageOfLooksBy(db: Db, moderatorId: string, after: string, limit: number) {
  return db
    .select({ id: moderationLooks.id, lookedAt: moderationLooks.lookedAt })
    .from(moderationLooks)
    .where(and(eq(moderationLooks.moderatorId, moderatorId), gt(moderationLooks.id, after)))
    .orderBy(asc(moderationLooks.id))
    .limit(limit);
}

export async function deleteNotesAndLooksOf(db: Db, userId: string): Promise<void> {
  await db.delete(moderatorNotes).where(eq(moderatorNotes.personId, userId));
  await db.update(moderatorNotes).set({ authorId: null }).where(eq(moderatorNotes.authorId, userId));
  await db
    .delete(moderationLooks)
    .where(or(eq(moderationLooks.moderatorId, userId), eq(moderationLooks.personId, userId)));
}

/** By id, or by an address that the provider vouches for: several people may have signed in with one. */
export async function findAccounts(db: Db, who: string) {
  return db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      and(
        ne(users.issuer, 'erased'),
        or(eq(users.id, who), and(users.emailVerified, sql`lower(${users.email}) = lower(${who})`)),
      ),
    )
    .orderBy(asc(users.id));
}
