import type { Language } from '@dazi/contract/identity/identity.rules';
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { accountStands } from '#features/identity/identity.service.ts';
import { leftAccounts, users } from '#features/identity/identity.tables.ts';
import { anyOf, type Db, handOver, rowsOf } from '#platform/database/builder.ts';
import { noticed as asRows } from '#platform/notices.store.ts';
import type { NotedParams } from '#platform/notices.ts';
import { mailLinks, mailSettings, mails } from './mail.tables.ts';
import { notifications } from './notifications.tables.ts';

export interface NewMail {
  id: string;
  userId: string;
  eventId: number;
  code: string;
  params: NotedParams;
  /** One that waits already says it. */
  isGathered: boolean;
}

const hasAddress = sql`u.email_verified AND u.email IS NOT NULL`;

/** Has mails written to those of the people who have an address. Handed over. */
export function orderMails(inside: Db, ordered: readonly NewMail[], now: Date): void {
  if (ordered.length === 0) return;
  const at = sql`${now.toISOString()}::timestamptz`;
  handOver(
    inside,
    sql`INSERT INTO ${mails} (id, user_id, event_id, code, params, attempts, created_at, due_at)
      SELECT e.id, u.id, e."eventId", e.code, e.params, 0, ${at}, ${at}
      FROM ${asRows(
        ordered,
        sql`id text, "userId" text, "eventId" bigint, code text, params jsonb, "isGathered" boolean`,
      )}
      JOIN ${users} u ON u.id = e."userId" COLLATE "C"
      WHERE ${hasAddress} AND NOT (e."isGathered" AND EXISTS (SELECT 1 FROM ${mails} w
        WHERE w.user_id = u.id AND w.code = e.code))
      ON CONFLICT DO NOTHING`,
  );
}

export interface DueMail {
  id: string;
  userId: string;
  eventId: number | null;
  code: string;
  params: NotedParams;
  attempts: number;
}

/** Takes mails that are due and puts them off: should this node go down with them, another one comes back to them then. */
export async function takeDueMails(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<DueMail[]> {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(lte(mails.dueAt, now))
    .orderBy(asc(mails.dueAt), asc(mails.id))
    .limit(limit)
    .for('update', { skipLocked: true });
  return rowsOf<DueMail>(
    db,
    // Looked for once and for all: looked for row by row, those taken a moment before would be missing.
    sql`WITH due AS MATERIALIZED (${due})
      UPDATE ${mails} m SET due_at = ${until.toISOString()}::timestamptz, attempts = m.attempts + 1
      FROM due WHERE m.id = due.id
      RETURNING m.id, m.user_id AS "userId", m.event_id AS "eventId", m.code, m.params, m.attempts`,
  );
}

export interface MailRecipient {
  email: string;
  language: Language;
  /** Whether nobody put them out. */
  stands: boolean;
  wantsDigest: boolean;
  /** They have seen on the page what the mail tells, or have put it away. */
  isRead: boolean;
}

/** Whoever a mail is for; undefined when they have no address any more, or have deleted their account. */
export async function findRecipient(
  db: Db,
  { userId, eventId }: Pick<DueMail, 'userId' | 'eventId'>,
): Promise<MailRecipient | undefined> {
  const [row] = await rowsOf<MailRecipient>(
    db,
    sql`SELECT u.email, coalesce(u.language, 'en') AS language, ${accountStands(sql`u.id`)} AS stands,
        coalesce(s.digest, false) AS "wantsDigest", coalesce(n.is_read, true) AS "isRead"
      FROM ${users} u LEFT JOIN ${mailSettings} s ON s.user_id = u.id
      LEFT JOIN ${notifications} n ON n.user_id = u.id AND n.event_id = ${eventId}::bigint
      WHERE u.id = ${userId} AND ${hasAddress}
        AND NOT EXISTS (SELECT 1 FROM ${leftAccounts} l WHERE l.user_id = u.id)`,
  );
  return row;
}

export async function deleteMail(db: Db, mailId: string): Promise<void> {
  await db.delete(mails).where(eq(mails.id, mailId));
}

export async function putOffMail(db: Db, mailId: string, dueAt: Date): Promise<void> {
  await db.update(mails).set({ dueAt }).where(eq(mails.id, mailId));
}

export const countMails = (db: Db): Promise<number> => db.$count(mails);

export interface OwnMailSettings {
  /** Null where the sign-in vouches for none. */
  address: string | null;
  digest: boolean;
}

export async function findMailSettings(db: Db, userId: string): Promise<OwnMailSettings> {
  const [row] = await rowsOf<OwnMailSettings>(
    db,
    sql`SELECT CASE WHEN u.email_verified THEN u.email END AS address, coalesce(s.digest, false) AS digest
      FROM ${users} u LEFT JOIN ${mailSettings} s ON s.user_id = u.id WHERE u.id = ${userId}`,
  );
  return row ?? { address: null, digest: false };
}

/** Asked for once more, the next digest stays when it was. */
export async function saveDigest(db: Db, userId: string, digest: boolean, nextDigestAt: Date): Promise<void> {
  await db
    .insert(mailSettings)
    .values({ userId, digest, nextDigestAt })
    .onConflictDoUpdate({
      target: mailSettings.userId,
      set: {
        digest,
        nextDigestAt: sql`CASE WHEN ${mailSettings.digest} THEN ${mailSettings.nextDigestAt} ELSE excluded.next_digest_at END`,
      },
    });
}

/** Whose digest is due, at most so many; nobody else takes them meanwhile. */
export async function lockDueDigests(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ userId: mailSettings.userId })
    .from(mailSettings)
    .where(and(mailSettings.digest, lte(mailSettings.nextDigestAt, now)))
    .orderBy(asc(mailSettings.nextDigestAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return rows.map(({ userId }) => userId);
}

export async function putOffDigests(db: Db, userIds: readonly string[], until: Date): Promise<void> {
  await db
    .update(mailSettings)
    .set({ nextDigestAt: until })
    .where(eq(mailSettings.userId, anyOf(userIds)));
}

export async function insertDigests(
  db: Db,
  digests: readonly { id: string; userId: string }[],
  now: Date,
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(
    sql`INSERT INTO ${mails} (id, user_id, code, params, attempts, created_at, due_at)
      SELECT e.id, u.id, 'digest', '{}', 0, ${at}, ${at} FROM ${asRows(digests, sql`id text, "userId" text`)}
      JOIN ${users} u ON u.id = e."userId" COLLATE "C" WHERE ${hasAddress} AND ${accountStands(sql`u.id`)}`,
  );
}

export async function insertLink(db: Db, link: typeof mailLinks.$inferInsert): Promise<void> {
  await db.insert(mailLinks).values(link);
}

export async function findLinkOwner(db: Db, tokenHash: string, since: Date): Promise<string | undefined> {
  const [row] = await rowsOf<{ userId: string }>(
    db,
    sql`SELECT user_id AS "userId" FROM ${mailLinks}
      WHERE token_hash = ${tokenHash} AND created_at > ${since.toISOString()}::timestamptz`,
  );
  return row?.userId;
}

export async function deleteLinksBefore(db: Db, before: Date): Promise<void> {
  await db.delete(mailLinks).where(lte(mailLinks.createdAt, before));
}

export async function listMails(db: Db, userId: string) {
  return db
    .select({ userId: mails.userId, code: mails.code, params: mails.params, createdAt: mails.createdAt })
    .from(mails)
    .where(eq(mails.userId, userId))
    .orderBy(asc(mails.id));
}

export async function listMailSettings(db: Db, userId: string) {
  return db.select().from(mailSettings).where(eq(mailSettings.userId, userId));
}

/** Without the tokens, of which nothing is known but what they were hashed to. */
export async function listLinks(db: Db, userId: string) {
  return db
    .select({ userId: mailLinks.userId, createdAt: mailLinks.createdAt })
    .from(mailLinks)
    .where(eq(mailLinks.userId, userId));
}

export async function deleteMailsOf(db: Db, userId: string): Promise<void> {
  await db.delete(mails).where(eq(mails.userId, userId));
  await db.delete(mailLinks).where(eq(mailLinks.userId, userId));
  await db.delete(mailSettings).where(eq(mailSettings.userId, userId));
}
