import { and, asc, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { anyOf, type Db, rowsOf } from '#platform/database/builder.ts';
import { accountIsThere, accountStands, isInGoodStanding } from './identity.store.ts';
import { users } from './identity.tables.ts';
import { invitations, invitationUses } from './registration.tables.ts';

export type InvitationRow = typeof invitations.$inferSelect;

export async function insertInvitation(db: Db, row: typeof invitations.$inferInsert): Promise<void> {
  await db.insert(invitations).values(row);
}

export async function countMade(db: Db, inviterId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ made: count() })
    .from(invitations)
    .where(and(eq(invitations.inviterId, inviterId), gt(invitations.createdAt, since)));
  return row!.made;
}

/** Until the end of the transaction nobody else comes by it. */
export async function lockInvitation(db: Db, invitationId: string): Promise<void> {
  await db
    .select({ id: invitations.id })
    .from(invitations)
    .where(eq(invitations.id, invitationId))
    .for('update');
}

/** An invitation by somebody who is there and in good standing: those of others do not count at the moment. */
export async function findInvitation(db: Db, invitationId: string) {
  const [row] = await db
    .select({
      id: invitations.id,
      inviterId: invitations.inviterId,
      people: invitations.people,
      until: invitations.until,
      closedAt: invitations.closedAt,
      inviterName: users.name,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.inviterId))
    .where(and(eq(invitations.id, invitationId), accountIsThere(users.id), isInGoodStanding(users.id)));
  return row;
}

export async function insertUse(db: Db, row: typeof invitationUses.$inferInsert): Promise<void> {
  await db.insert(invitationUses).values(row);
}

export async function listInvitationsOf(db: Db, inviterId: string, limit: number): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitations)
    .where(eq(invitations.inviterId, inviterId))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(limit);
}

/** Who came by these, in that order, also those whose account does not stand at the moment. */
export async function listUses(db: Db, invitationIds: readonly string[]) {
  return db
    .select({
      invitationId: invitationUses.invitationId,
      id: users.id,
      name: users.name,
      avatarUrl: users.avatarUrl,
      stands: sql<boolean>`${accountStands(users.id)}`,
    })
    .from(invitationUses)
    .innerJoin(users, eq(users.id, invitationUses.userId))
    .where(eq(invitationUses.invitationId, anyOf(invitationIds)))
    .orderBy(asc(invitationUses.usedAt), asc(users.id));
}

/** False when there is none of theirs that could still be used. */
export async function closeInvitation(
  db: Db,
  invitationId: string,
  inviterId: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(invitations)
    .set({ closedAt: now })
    .where(
      and(
        eq(invitations.id, invitationId),
        eq(invitations.inviterId, inviterId),
        isNull(invitations.closedAt),
        gt(invitations.until, now),
      ),
    )
    .returning({ id: invitations.id });
  return rows.length > 0;
}

/** Of those made up to an instant the ones that nobody came by. Answers how many. */
export async function forgetUnused(db: Db, madeUntil: Date, limit: number): Promise<number> {
  const rows = await rowsOf(
    db,
    sql`DELETE FROM ${invitations} WHERE id IN (
      SELECT i.id FROM ${invitations} i WHERE i.created_at <= ${madeUntil.toISOString()}::timestamptz
        AND NOT EXISTS (SELECT 1 FROM ${invitationUses} v WHERE v.invitation_id = i.id) LIMIT ${limit}
    ) RETURNING id`,
  );
  return rows.length;
}

export async function listMadeBy(db: Db, inviterId: string) {
  return db
    .select({
      id: invitations.id,
      people: invitations.people,
      createdAt: invitations.createdAt,
      until: invitations.until,
      closedAt: invitations.closedAt,
    })
    .from(invitations)
    .where(eq(invitations.inviterId, inviterId))
    .orderBy(asc(invitations.createdAt), asc(invitations.id));
}

export async function findUsedAt(db: Db, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ usedAt: invitationUses.usedAt })
    .from(invitationUses)
    .where(eq(invitationUses.userId, userId));
  return row?.usedAt ?? null;
}
