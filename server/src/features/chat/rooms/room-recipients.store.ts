import { sql } from 'drizzle-orm';
import { noticedIn } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers } from '#features/chat/conversations/conversations.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { wantsToHear } from '#features/people/profiles/profiles.service.ts';
import type { Db } from '#platform/database/builder.ts';
import { noticed, recipients } from '#platform/notices.store.ts';
import type { Recipient } from '#platform/notices.ts';
import { joinRequests } from './rooms.tables.ts';

export function ownersOfRequested(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`${noticedIn(db, notices).statement}SELECT e."eventId", v.user_id AS "userId"
      FROM ${noticed(notices, sql`"eventId" bigint, "conversationId" text, "requestId" text, "personId" text`)}
      JOIN ${joinRequests} q ON q.id = e."requestId"
      JOIN ${conversationMembers} v ON v.conversation_id = e."conversationId" AND v.role = 'OWNER'
      WHERE ${notHidden(sql`v.user_id`, sql`e."personId"`)}`,
  );
}

/** Owners of the rooms, as far as they want to hear how full they are. */
export function ownersOfFull(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`${noticedIn(db, notices).statement}SELECT e."eventId", v.user_id AS "userId" FROM ${noticed(notices, sql`"eventId" bigint, "conversationId" text`)}
      JOIN ${conversationMembers} v ON v.conversation_id = e."conversationId" AND v.role = 'OWNER'
      WHERE ${wantsToHear(sql`v.user_id`, 'cityUpdates')}`,
  );
}
