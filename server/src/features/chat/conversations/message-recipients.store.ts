import { sql } from 'drizzle-orm';
import { users } from '#features/identity/identity.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { wantsToHear } from '#features/people/profiles/profiles.service.ts';
import type { Db } from '#platform/database/builder.ts';
import { noticed, recipients } from '#platform/notices.store.ts';
import type { Recipient } from '#platform/notices.ts';
import { conversationMembers, conversations, messageMentions, messages } from './conversations.tables.ts';
import { noticedIn } from './read-before.store.ts';

interface ReaderOfMessage extends Recipient {
  code: 'private_message' | 'mentioned' | 'message_answered';
  /** Of a group's: whether it answers them, be they mentioned in it or not. */
  isAnswer: boolean;
}

/**
 * Of a private message the receiver; of a group's whom it mentions or answers, as far as they are members. Results of mini
 * apps are nobody's words. Nobody who muted it or has read it; who archived it only of a mention.
 */
export function readersOfMessages(db: Db, notices: readonly object[]): Promise<ReaderOfMessage[]> {
  return recipients(
    db,
    sql`${noticedIn(db, notices).statement}SELECT e."eventId", v.user_id AS "userId", CASE WHEN c.kind = 'private' THEN 'private_message'
        WHEN bool_or(r.mentioned) THEN 'mentioned' ELSE 'message_answered' END AS code, NOT bool_and(r.mentioned) AS "isAnswer"
      FROM ${noticed(notices, sql`"eventId" bigint, "conversationId" text, sequence int`)}
      JOIN ${messages} m ON m.conversation_id = e."conversationId" AND m.sequence = e.sequence AND m.deleted_at IS NULL
      JOIN ${conversations} c ON c.id = m.conversation_id AND c.is_active
      CROSS JOIN LATERAL (
        SELECT w.user_id, false AS mentioned FROM ${conversationMembers} w
          WHERE c.kind = 'private' AND w.conversation_id = m.conversation_id
        UNION ALL SELECT t.user_id, true FROM ${messageMentions} t
          WHERE t.conversation_id = m.conversation_id AND t.sequence = m.sequence
        UNION ALL SELECT q.sender_id, false FROM ${messages} q
          WHERE q.conversation_id = m.conversation_id AND q.sequence = m.reply_to AND q.sender_id IS NOT NULL
            AND q.type <> 'MINI_APP_RESULT') r
      JOIN ${conversationMembers} v ON v.conversation_id = m.conversation_id AND v.user_id = r.user_id
      WHERE v.user_id <> m.sender_id AND NOT v.is_muted AND v.read_sequence < m.sequence
        AND (r.mentioned OR NOT v.is_archived)
        AND ${wantsToHear(sql`v.user_id`, 'newMessages')} AND ${notHidden(sql`v.user_id`, sql`m.sender_id`)}
      GROUP BY e."eventId", v.user_id, c.kind`,
  );
}

/** As those a message mentions from the beginning; also who had read it before it was changed. */
export function mentionedInMessages(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`${noticedIn(db, notices).statement}SELECT e."eventId", v.user_id AS "userId"
      FROM ${noticed(notices, sql`"eventId" bigint, "conversationId" text, sequence int, "userIds" json`)}
      JOIN ${messages} m ON m.conversation_id = e."conversationId" AND m.sequence = e.sequence AND m.deleted_at IS NULL
      JOIN ${conversations} c ON c.id = m.conversation_id AND c.is_active
      JOIN ${messageMentions} t ON t.conversation_id = m.conversation_id AND t.sequence = m.sequence
        AND t.user_id IN (SELECT json_array_elements_text(e."userIds"))
      JOIN ${conversationMembers} v ON v.conversation_id = m.conversation_id AND v.user_id = t.user_id
      WHERE v.user_id <> m.sender_id AND NOT v.is_muted AND m.sequence > v.hidden_up_to
        AND ${wantsToHear(sql`v.user_id`, 'newMessages')} AND ${notHidden(sql`v.user_id`, sql`m.sender_id`)}`,
  );
}

/** Who sent the messages, as far as they still hear of the conversation. */
export function sendersOfReacted(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`${noticedIn(db, notices).statement}SELECT e."eventId", v.user_id AS "userId"
      FROM ${noticed(notices, sql`"eventId" bigint, "conversationId" text, sequence int, "personId" text`)}
      JOIN ${messages} m ON m.conversation_id = e."conversationId" AND m.sequence = e.sequence AND m.deleted_at IS NULL
      JOIN ${conversations} c ON c.id = m.conversation_id AND c.is_active
      JOIN ${conversationMembers} v ON v.conversation_id = m.conversation_id AND v.user_id = m.sender_id
      JOIN ${users} u ON u.id = e."personId"
      WHERE v.user_id <> u.id AND NOT v.is_muted AND NOT v.is_archived AND m.sequence > v.hidden_up_to
        AND ${wantsToHear(sql`v.user_id`, 'reactions')} AND ${notHidden(sql`v.user_id`, sql`u.id`)}`,
  );
}

/** Those whom a notice itself names, as far as they and the conversation are still there. */
export function namedInConversations(
  db: Db,
  notices: readonly {
    eventId: number;
    userId: string;
    personId?: string | null;
    conversationId: string | null;
  }[],
): Promise<Recipient[]> {
  return recipients(
    db,
    sql`${noticedIn(db, notices).statement}SELECT e."eventId", u.id AS "userId"
      FROM ${noticed(notices, sql`"eventId" bigint, "userId" text, "personId" text, "conversationId" text`)}
      JOIN ${users} u ON u.id = e."userId"
      LEFT JOIN ${users} o ON o.id = e."personId" LEFT JOIN ${conversations} c ON c.id = e."conversationId"
      WHERE (e."personId" IS NULL OR o.id IS NOT NULL) AND (e."conversationId" IS NULL OR c.id IS NOT NULL)`,
  );
}
