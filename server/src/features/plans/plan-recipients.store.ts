import { sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { users } from '#features/identity/identity.tables.ts';
import { notBlocked } from '#features/people/blocks/blocks.service.ts';
import type { Db } from '#platform/database/builder.ts';
import { noticed, recipients } from '#platform/notices.store.ts';
import type { Recipient } from '#platform/notices.ts';

/** Those whom a notice names, unless who did it is hidden from them. */
export function namedByPlans(db: Db, notices: readonly object[]): Promise<Recipient[]> {
  return recipients(
    db,
    sql`SELECT e."eventId", u.id AS "userId"
      FROM ${noticed(notices, sql`"eventId" bigint, "personId" text, "userIds" json`)}
      CROSS JOIN LATERAL json_array_elements_text(e."userIds") named(id)
      JOIN ${users} u ON u.id = named.id COLLATE "C"
      WHERE ${accountStands(sql`u.id`)} AND (e."personId" IS NULL OR ${notBlocked(sql`u.id`, sql`e."personId"`)})
      ORDER BY e."eventId", u.id`,
  );
}
