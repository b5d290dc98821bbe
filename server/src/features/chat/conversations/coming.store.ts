import type { JoinType, MemberRole } from '@dazi/contract/chat/conversations';
import { type SQL, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { conversationMembers, conversationMutes, conversations } from './conversations.tables.ts';
import { type MemberView, memberColumns } from './member-views.store.ts';
import {
  type Appended,
  countingIn,
  takingNumbers,
  type UnsentMessage,
  writing,
} from './message-appending.store.ts';

export interface Coming {
  userId: string;
  role: MemberRole;
  joinType: JoinType;
  /** Which of the lines says that they have come, from 1 on: they have read up to it. 0 for whoever was there before all of them. */
  line: number;
}

export interface NewMember extends MemberView {
  stands: boolean;
}

export interface Come {
  /** In the order in which they came. */
  members: NewMember[];
  /** Of those whose account stands, from now on. */
  memberCount: number;
  appended: Appended[];
}

interface Company {
  coming: readonly Coming[];
  lines: readonly UnsentMessage[];
  now: Date;
}

interface ComeRow extends NewMember {
  memberCount: number;
  lastSequence: number;
}

/** Lets somebody into an active group and writes the lines, in one statement; null for members, and where it has ended. */
export async function letIn(
  db: Db,
  conversationId: string,
  { coming, lines, now }: Company,
): Promise<Come | null> {
  const ids = anyOf(coming.map(({ userId }) => userId));
  const standing = sql`(SELECT count(*)::int FROM ${users} a WHERE a.id = ${ids} AND ${accountStands(sql`a.id`)})`;
  return come(
    db,
    conversationId,
    { coming, lines, now },
    sql`UPDATE ${conversations} SET ${takingNumbers(lines, now)}, member_count = member_count + ${standing}
      WHERE id = ${conversationId} AND kind = 'group' AND is_active AND closed_at IS NULL
        AND NOT EXISTS (SELECT FROM ${conversationMembers} w WHERE w.conversation_id = ${conversationId} AND w.user_id = ${ids})`,
  );
}

interface NewGroup {
  id: string;
  title: string | null;
  description: string | null;
  memberCount: number;
}

/** A group with its first members and lines, in one statement. */
export async function insertGroup(
  db: Db,
  { id, title, description, memberCount }: NewGroup,
  { coming, lines, now }: Company,
): Promise<Come> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const made = await come(
    db,
    id,
    { coming, lines, now },
    sql`INSERT INTO ${conversations} (id, kind, title, description, is_active, member_count, last_sequence, last_counted,
        last_change, slow_mode_s, created_at, updated_at, last_message_at)
      VALUES (${id}, 'group', ${title}, ${description}, true, ${memberCount}::int, ${lines.length}::int, ${countingIn(lines)},
        0, 0, ${at}, ${at}, ${lines.length > 0 ? at : sql`NULL`})`,
  );
  return made!;
}

/** `taking` changes or makes the conversation and takes the numbers of the lines. */
async function come(
  db: Db,
  conversationId: string,
  { coming, lines, now }: Company,
  taking: SQL,
): Promise<Come | null> {
  const many = sql`${lines.length}::int`;
  const drafts = JSON.stringify(coming.map((each, index) => ({ ...each, ordinal: index + 1 })));
  const rows = await rowsOf<ComeRow>(
    db,
    sql`WITH taken AS (
        ${taking} RETURNING last_sequence, last_counted, member_count
      ), ${writing(conversationId, lines, now)}, draft AS (
        SELECT d.* FROM json_to_recordset(${drafts}::text::json)
          AS d(ordinal int, "userId" text, role text, "joinType" text, line int)
      ), moved AS (
        INSERT INTO ${conversationMembers} (conversation_id, user_id, role, join_type, joined_at, joined_sequence,
          name_key, read_sequence, read_counted, hidden_up_to, is_muted, is_pinned, is_archived, muted_until)
        SELECT ${conversationId}, u.id, d.role, d."joinType", ${now.toISOString()}::timestamptz,
          taken.last_sequence - ${many} + greatest(d.line - 1, 0), folded_text(u.name), taken.last_sequence - ${many} + d.line,
          taken.last_counted, 0, false, false, false,
          (SELECT k.until FROM ${conversationMutes} k WHERE k.conversation_id = ${conversationId} AND k.user_id = u.id)
        FROM taken, draft d JOIN ${users} u ON u.id = d."userId" COLLATE "C" RETURNING *
      )
      SELECT ${memberColumns}, ${accountStands(sql`v.user_id`)} AS stands, taken.member_count AS "memberCount",
        taken.last_sequence AS "lastSequence"
      FROM taken, moved v JOIN ${users} u ON u.id = v.user_id JOIN draft d ON d."userId" COLLATE "C" = v.user_id ORDER BY d.ordinal`,
  );
  const [first] = rows;
  if (!first) return null;
  const { memberCount, lastSequence } = first;
  const appended = lines.map(({ id }, index) => ({ id, sequence: lastSequence - lines.length + index + 1 }));
  return { members: rows, memberCount, appended };
}
