import type { JoinType, Member, MemberRole } from '@dazi/contract/chat/conversations';
import { and, eq, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import type { NamedMember } from './conversations.rules.ts';
import { conversationMembers } from './conversations.tables.ts';

export interface MemberView {
  userId: string;
  role: MemberRole;
  moderates: boolean;
  mutedUntil: string | null;
  joinType: JoinType;
  joinedAt: string;
  nameKey: string;
  name: string;
  avatarUrl: string | null;
}

/** Of a member `v` who is the person `u`. */
export const memberColumns = sql`v.user_id AS "userId", v.role, v.moderates, v.muted_until AS "mutedUntil", v.join_type AS "joinType", v.joined_at AS "joinedAt",
  v.name_key AS "nameKey", u.name, u.avatar_url AS "avatarUrl"`;

/** A membership has no id of its own: the person's serves. Who is muted is for those who keep the room in order. */
export const asMember = (row: MemberView, keepsOrder = false): Member => ({
  id: row.userId,
  userId: row.userId,
  role: row.role,
  moderates: row.moderates,
  mutedUntil: keepsOrder ? row.mutedUntil : null,
  joinedAt: row.joinedAt,
  joinType: row.joinType,
  user: { id: row.userId, name: row.name, avatarUrl: row.avatarUrl },
});

/** Members by name, without the owner, after a person; or those whose name contains something. */
export async function pageOfMembers(
  db: Db,
  conversationId: string,
  page: { after: string | null; contains: string | null; limit: number },
): Promise<MemberView[]> {
  const { after, contains, limit } = page;
  // The person may have gone meanwhile: their account still says where the list was.
  const beyond = after
    ? sql` AND (v.name_key, v.user_id) > (SELECT folded_text(name) COLLATE "C", id FROM ${users} WHERE id = ${after})`
    : sql``;
  const like = contains ? sql` AND v.name_key LIKE ${`%${contains.replace(/[\\%_]/g, '\\$&')}%`}` : sql``;
  // Who stands is asked of those who are listed, in their order, and not of all who were found.
  const found = sql`SELECT * FROM ${conversationMembers} v
    WHERE v.conversation_id = ${conversationId} AND ${contains ? sql`true` : sql`v.role <> 'OWNER'`}${beyond}${like}
    ORDER BY v.name_key, v.user_id OFFSET 0`;
  return rowsOf<MemberView>(
    db,
    sql`SELECT ${memberColumns} FROM (${found}) v JOIN ${users} u ON u.id = v.user_id
      WHERE ${accountStands(sql`v.user_id`)} ORDER BY v.name_key, v.user_id LIMIT ${limit}`,
  );
}

export async function findMember(
  db: Db,
  conversationId: string,
  userId: string,
): Promise<MemberView | undefined> {
  const [row] = await rowsOf<MemberView>(
    db,
    sql`SELECT ${memberColumns} FROM ${conversationMembers} v JOIN ${users} u ON u.id = v.user_id
      WHERE v.conversation_id = ${conversationId} AND v.user_id = ${userId} AND ${accountStands(sql`v.user_id`)}`,
  );
  return row;
}

/** Members with one of these names, and those whose name contains one of these words. */
export async function findNamed(
  db: Db,
  conversationId: string,
  names: readonly string[],
  words: readonly string[],
  limit: number,
): Promise<{ byWholeName: NamedMember[]; byPart: NamedMember[] }> {
  const named = { userId: conversationMembers.userId, nameKey: conversationMembers.nameKey };
  const here = and(
    eq(conversationMembers.conversationId, conversationId),
    accountStands(conversationMembers.userId),
  );
  const byWholeName =
    names.length === 0
      ? []
      : await db
          .select(named)
          .from(conversationMembers)
          .where(and(here, eq(conversationMembers.nameKey, anyOf(names))))
          .limit(limit);
  const byPart =
    words.length === 0
      ? []
      : await db
          .select(named)
          .from(conversationMembers)
          .where(
            and(
              here,
              sql`(${sql.join(
                words.map((word) => sql`position(${word} in ${conversationMembers.nameKey}) > 0`),
                sql` OR `,
              )})`,
            ),
          )
          .limit(limit);
  return { byWholeName, byPart };
}
