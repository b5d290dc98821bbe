import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import { and, asc, eq, gt, isNotNull, type SQL, sql } from 'drizzle-orm';
import { membersIn, readBefore } from '#features/chat/conversations/conversations.service.ts';
import { conversationMembers, conversations } from '#features/chat/conversations/conversations.tables.ts';
import { accountStands } from '#features/identity/identity.service.ts';
import { leftAccounts, users } from '#features/identity/identity.tables.ts';
import { notHidden } from '#features/people/blocks/blocks.service.ts';
import { isPrivatePerson } from '#features/people/profiles/profiles.service.ts';
import { type Db, rowsOf } from '#platform/database/builder.ts';
import { gramsOf, likePattern } from '#platform/text-grams.ts';
import { transferDetails, transfers, walletEntries, wallets } from './wallet.tables.ts';

export type WalletRow = typeof wallets.$inferSelect;
type Owner = { userId: string } | { conversationId: string };

const isOf = (owner: Owner) =>
  'userId' in owner ? eq(wallets.userId, owner.userId) : eq(wallets.conversationId, owner.conversationId);

export async function findWalletOf(db: Db, owner: Owner): Promise<WalletRow | undefined> {
  const [row] = await db.select().from(wallets).where(isOf(owner));
  return row;
}

export async function findWallet(db: Db, id: string): Promise<WalletRow | undefined> {
  const [row] = await db.select().from(wallets).where(eq(wallets.id, id));
  return row;
}

export async function insertWallet(db: Db, row: WalletRow): Promise<boolean> {
  const made = await db.insert(wallets).values(row).onConflictDoNothing().returning({ id: wallets.id });
  return made.length > 0;
}

/** Takes the person away from a wallet, which stays in the ledger. */
export async function closeWallet(db: Db, id: string, closedAt: Date): Promise<void> {
  await db.update(wallets).set({ userId: null, closedAt }).where(eq(wallets.id, id));
}

/** Whether somebody may be sent Dazi: their account stands and neither has blocked the other. */
export async function isReachable(db: Db, viewerId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), notHidden(viewerId, users.id)));
  return rows.length > 0;
}

export async function isActiveGroup(db: Db, conversationId: string): Promise<boolean> {
  const rows = await db
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        eq(conversations.id, conversationId),
        eq(conversations.kind, 'group'),
        // Those of plans have no name, and no wallet.
        isNotNull(conversations.title),
        conversations.isActive,
      ),
    );
  return rows.length > 0;
}

/** Whether an account is gone for good, or is just being erased. */
export async function isErased(db: Db, userId: string): Promise<boolean> {
  const [row] = await rowsOf<{ isErased: boolean }>(
    db,
    sql`SELECT NOT EXISTS (SELECT 1 FROM ${users} WHERE id = ${userId})
      OR EXISTS (SELECT 1 FROM ${leftAccounts} WHERE user_id = ${userId} AND erasing_at IS NOT NULL) AS "isErased"`,
  );
  return row!.isErased;
}

/** Wallets of groups that have ended and hold something still, with whoever owned the group at its end. */
export async function findUnsettled(
  db: Db,
  limit: number,
): Promise<{ walletId: string; ownerId: string | null }[]> {
  return rowsOf(
    db,
    sql`${readBefore(db, membersIn(sql`SELECT o.conversation_id FROM ${wallets} o WHERE o.kind = 'group' AND o.balance_minor > 0`)).statement}SELECT w.id AS "walletId", m.user_id AS "ownerId" FROM ${wallets} w
        LEFT JOIN ${conversations} c ON c.id = w.conversation_id
        LEFT JOIN ${conversationMembers} m ON m.conversation_id = c.id AND m.role = 'OWNER'
      WHERE w.kind = 'group' AND w.balance_minor > 0 AND NOT coalesce(c.is_active, false) ORDER BY w.id LIMIT ${limit}`,
  );
}

export interface FoundWallet {
  type: 'USER' | 'GROUP';
  walletId: string | null;
  ownerId: string;
  name: string;
  avatarUrl: string | null;
  email: string | null;
  emailVerified: boolean;
  isPrivate: boolean;
  description: string | null;
  memberCount: number | null;
}

/** The local part of an e-mail address is compared from so many characters on. */
const emailFrom = 3;

/** People by name or the beginning of their e-mail address, private ones by name alone, and active groups by title; folded `query`. */
export const findWallets = (db: Db, viewerId: string, query: string): Promise<FoundWallet[]> =>
  rowsOf<FoundWallet>(db, walletsQuery(db, viewerId, query));

/** Its statement, for whoever wants to know how much it reads. */
export function walletsQuery(db: Db, viewerId: string, query: string): SQL {
  const grams = sql`ARRAY(SELECT json_array_elements_text(${JSON.stringify(gramsOf(query))}::text::json))`;
  const contains = (text: SQL) =>
    sql`(text_grams(${text}) COLLATE "C") @> ${grams} AND folded_text(${text}) LIKE ${likePattern(query)}`;
  const { found: limit } = walletLimits;
  // Of names that very many have in common so many are looked at.
  const most = limit * 50;
  const byEmail =
    Array.from(query).length >= emailFrom && !query.includes('@')
      ? sql`UNION (SELECT u.id FROM ${users} u WHERE u.email_verified AND NOT ${isPrivatePerson(sql`u.id`)}
          AND (folded_text(split_part(u.email, '@', 1)) COLLATE "C") >= ${query}
          AND (folded_text(split_part(u.email, '@', 1)) COLLATE "C") < ${`${query}\u{10ffff}`} LIMIT ${limit * 5})`
      : sql``;
  const groups = sql`SELECT g.id FROM ${conversations} g WHERE g.is_active AND g.kind = 'group' AND ${contains(sql`g.title`)}
    LIMIT ${most}`;
  // On several servers the members are those of the very groups that were read before them.
  const before = readBefore(db, {
    conversations: sql`conversations.id IN (${groups})`,
    conversationMembers: sql`conversation_members.conversation_id IN (SELECT r.id FROM ${conversations} r)`,
  });
  return sql`${before.statement}SELECT * FROM (
      (SELECT 'USER' AS type, w.id AS "walletId", u.id AS "ownerId", u.name, u.avatar_url AS "avatarUrl", u.email,
          u.email_verified AS "emailVerified", ${isPrivatePerson(sql`u.id`)} AS "isPrivate", NULL AS description, NULL::int AS "memberCount"
        FROM ((SELECT u.id FROM ${users} u WHERE ${contains(sql`u.name`)} LIMIT ${most}) ${byEmail}) found
          JOIN ${users} u ON u.id = found.id LEFT JOIN ${wallets} w ON w.user_id = u.id
        WHERE u.id <> ${viewerId} AND ${notHidden(viewerId, sql`u.id`)}
        ORDER BY folded_text(u.name) NOT LIKE ${likePattern(query).slice(1)}, folded_text(u.name) COLLATE "C", u.id LIMIT ${limit})
      UNION ALL
      (SELECT 'GROUP', w.id, c.id, c.title, NULL, NULL, false, false, c.description, c.member_count
        FROM (${groups}) found JOIN ${conversations} c ON c.id = found.id LEFT JOIN ${wallets} w ON w.conversation_id = c.id
        WHERE NOT EXISTS (SELECT 1 FROM ${conversationMembers} m WHERE m.conversation_id = c.id AND m.role = 'OWNER'
            AND NOT ${notHidden(viewerId, sql`m.user_id`)})
        ORDER BY folded_text(c.title) NOT LIKE ${likePattern(query).slice(1)}, folded_text(c.title) COLLATE "C", c.id LIMIT ${limit})
    ) everything ORDER BY folded_text(name) NOT LIKE ${likePattern(query).slice(1)}, type DESC, folded_text(name) COLLATE "C", "ownerId" LIMIT ${limit}`;
}

/** What somebody's wallet gained and lost, oldest first, for the archive. */
export function pageOfEntries(db: Db, userId: string, after: number, limit: number) {
  return db
    .select({
      number: walletEntries.number,
      id: transfers.id,
      kind: transfers.kind,
      fromWalletId: transfers.fromWalletId,
      toWalletId: transfers.toWalletId,
      amountMinor: walletEntries.amountMinor,
      balanceMinor: walletEntries.balanceMinor,
      // What others wrote is theirs; what nobody wrote says what a deposit was for.
      memo: sql<
        string | null
      >`CASE WHEN coalesce(${transferDetails.actorId}, ${userId}) = ${userId} THEN ${transferDetails.memo} END`,
      createdAt: transfers.createdAt,
    })
    .from(wallets)
    .innerJoin(walletEntries, eq(walletEntries.walletId, wallets.id))
    .innerJoin(transfers, eq(transfers.number, walletEntries.number))
    .leftJoin(transferDetails, eq(transferDetails.number, transfers.number))
    .where(and(eq(wallets.userId, userId), gt(walletEntries.number, after)))
    .orderBy(asc(walletEntries.number))
    .limit(limit);
}

/** Erases what somebody wrote to their transfers; the commitments stay. Answers how many it was. */
export async function eraseDetailsOf(db: Db, userId: string, limit: number): Promise<number> {
  const gone = await rowsOf<{ number: number }>(
    db,
    sql`DELETE FROM ${transferDetails} WHERE number IN (
        SELECT number FROM ${transferDetails} WHERE actor_id = ${userId} ORDER BY number LIMIT ${limit})
      RETURNING number`,
  );
  return gone.length;
}

/** Somebody by id, or by their verified e-mail address as a whole. */
export async function findPerson(
  db: Db,
  idOrEmail: string,
): Promise<{ id: string; name: string } | undefined> {
  const [row] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(
      and(
        sql`(${users.id} = ${idOrEmail} OR (${users.emailVerified} AND lower(${users.email}) = lower(${idOrEmail})))`,
        accountStands(users.id),
      ),
    );
  return row;
}
