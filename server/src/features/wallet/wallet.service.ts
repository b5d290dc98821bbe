import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import {
  minorUnits,
  type Transaction,
  type transfer as transferEndpoint,
  type Wallet,
  type WalletParty,
  type WalletResult,
  walletLimits,
} from '@dazi/contract/wallet/wallet';
import { ownerOf, requireMembership } from '#features/chat/conversations/conversations.service.ts';
import { visibleEmail } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cleanedText } from '#platform/clean-text.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { foldedText } from '#platform/text-grams.ts';
import { forgetFoundBefore, lockFinder, noteFound } from './found-addresses.store.ts';
import { type LedgerWallet, maySend, treasuryId } from './ledger.rules.ts';
import { type LedgerWriter, type Made, writeTransfers } from './ledger.service.ts';
import { nameOfGroup, nameOfUser, readName, typedEmail } from './wallet.rules.ts';
import * as store from './wallet.store.ts';

export { LedgerWriter } from './ledger.service.ts';
export { verifyLedger } from './ledger-verification.service.ts';

type Owner = { userId: string } | { conversationId: string };

/** The own wallet, or the one of a group one belongs to, opened when it is first asked for. */
export async function getWallet(
  deps: Deps,
  actor: Actor,
  wanted: { userId?: string | undefined; conversationId?: string | undefined },
): Promise<Wallet> {
  if (wanted.conversationId !== undefined) {
    const { conversation, member } = await requireMembership(deps, actor, wanted.conversationId);
    // A conversation of two is no group: each has a wallet of their own.
    if (conversation.kind !== 'group') throw new AppError('CONVERSATION_NOT_FOUND');
    const row = await walletOf(deps, { conversationId: conversation.id });
    return {
      id: row.id,
      conversation: { id: conversation.id, title: conversation.title ?? '' },
      isGroup: true,
      balanceMinor: row.balanceMinor,
      canSend: member.role === 'OWNER',
      lastNumber: row.lastNumber,
    };
  }
  if (wanted.userId === undefined) throw new AppError('WALLET_OF_WHOM');
  const row = await walletOf(deps, { userId: actor.id });
  return {
    id: row.id,
    user: { id: actor.id, name: actor.name, avatarUrl: actor.avatarUrl },
    balanceMinor: row.balanceMinor,
    canSend: true,
    lastNumber: row.lastNumber,
  };
}

async function walletOf(deps: Deps, owner: Owner): Promise<store.WalletRow> {
  const found = await store.findWalletOf(deps.db, owner);
  return found ?? deps.transact((inner) => openWallet(inner, owner));
}

/** Opens a wallet exactly once; a person's begins with the opening deposit. */
async function openWallet(inner: TransactingDeps, owner: Owner): Promise<store.WalletRow> {
  const now = inner.clock();
  const id = inner.ids.next(now);
  const isPersons = 'userId' in owner;
  const made = await store.insertWallet(inner.db, {
    id,
    kind: isPersons ? 'user' : 'group',
    userId: isPersons ? owner.userId : null,
    conversationId: isPersons ? null : owner.conversationId,
    balanceMinor: 0,
    lastNumber: 0,
    openedAt: now,
    closedAt: null,
  });
  const deposit = Math.round(inner.config.openingDeposit * minorUnits);
  if (made && isPersons && deposit > 0) {
    await writeTransfers(inner, [
      {
        actorId: null,
        kind: 'opening',
        fromWalletId: treasuryId,
        toWalletId: id,
        amountMinor: deposit,
        memo: null,
        key: `opening-${id}`,
      },
    ]);
  }
  return (await store.findWalletOf(inner.db, owner))!;
}

/** People and groups to send to; nobody's wallet is opened by being found. */
export async function searchWallets(deps: Deps, actor: Actor, query: string): Promise<WalletResult[]> {
  // As names are shown in what is found.
  const sought = foldedText(query).replace(/^@(?=..)/u, '');
  const found = await store.findWallets(deps.db, actor.id, sought);
  const emails = await emailsFor(deps, actor, sought, found);
  return found.map((row) => {
    const face = { name: row.name, avatarUrl: row.avatarUrl };
    if (row.type === 'USER') {
      const email = emails.get(row.ownerId) ?? null;
      const id = row.walletId ?? nameOfUser(row.ownerId);
      return { type: row.type, id, ...face, userId: row.ownerId, email };
    }
    return {
      type: row.type,
      id: row.walletId ?? nameOfGroup(row.ownerId),
      ...face,
      description: row.description,
      memberCount: row.memberCount ?? 0,
      conversationId: row.ownerId,
    };
  });
}

const day_ms = 24 * 60 * 60 * 1000;

/**
 * What the searcher may see of the addresses of whom they found, by whose it is. Nobody reads through the addresses of
 * everybody by typing: of more people than `addressesADay` the name alone is shown.
 */
async function emailsFor(
  deps: Deps,
  actor: Actor,
  sought: string,
  found: readonly store.FoundWallet[],
): Promise<ReadonlyMap<string, string>> {
  const emails = new Map<string, string>();
  for (const { type, ownerId, email, emailVerified, isPrivate } of found) {
    if (type !== 'USER') continue;
    const shown =
      visibleEmail(email, ownerId, actor) ?? (emailVerified && !isPrivate ? typedEmail(email, sought) : null);
    if (shown) emails.set(ownerId, shown);
  }
  if (emails.size === 0 || actor.isAdministrator) return emails;
  const now = deps.clock();
  const day = { now, since: new Date(now.getTime() - day_ms), most: walletLimits.addressesADay };
  const shown = await deps.transact(async (inner) => {
    await lockFinder(inner.db, actor.id);
    return noteFound(inner.db, actor.id, [...emails.keys()], day);
  });
  return new Map([...emails].filter(([ownerId]) => shown.has(ownerId)));
}

/** Forgets who found whose address when it counts no more. */
export const forgetFoundAddresses = (deps: Deps): Promise<void> =>
  forgetFoundBefore(deps.db, new Date(deps.clock().getTime() - day_ms));

/** The only way to look into a wallet: the own one, or that of a group one belongs to. WALLET_NOT_FOUND. */
async function requireWallet(deps: Deps, actor: Actor, walletId: string): Promise<store.WalletRow> {
  const row = await store.findWallet(deps.db, walletId);
  if (row?.kind === 'user' && row.userId === actor.id) return row;
  if (row?.conversationId && (await belongsTo(deps, actor, row.conversationId))) return row;
  throw new AppError('WALLET_NOT_FOUND');
}

async function belongsTo(deps: Deps, actor: Actor, conversationId: string): Promise<boolean> {
  try {
    return Boolean(await requireMembership(deps, actor, conversationId));
  } catch (error) {
    if (error instanceof AppError) return false;
    // That the database is away says nothing about the wallet.
    throw error;
  }
}

/** Newest first; `nextCursor` is the number to go on below. */
export async function listTransactions(
  deps: Deps,
  actor: Actor,
  walletId: string,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ transactions: Transaction[]; nextCursor: string | null }> {
  const wallet = await requireWallet(deps, actor, walletId);
  const rows = await store.pageOfTransactions(deps.db, wallet.id, numberOf(cursor), limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    transactions: shown.map(transactionOf),
    nextCursor: rows.length > limit && last ? String(last.number) : null,
  };
}

/** What was sent from a wallet under a key; null when nothing was, or nothing yet. Error: WALLET_NOT_FOUND. */
export async function findTransfer(
  deps: Deps,
  actor: Actor,
  walletId: string,
  key: string,
): Promise<Transaction | null> {
  const wallet = await requireWallet(deps, actor, walletId);
  const row = await store.findTransactionByKey(deps.db, wallet.id, key);
  return row ? transactionOf(row) : null;
}

function numberOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  if (!/^\d{1,15}$/.test(cursor)) throw new AppError('INVALID_INPUT');
  return Number(cursor);
}

/** Sends Dazi; answered once it is stored for good. The wallet of whoever is hidden is not found. */
export async function transfer(
  deps: Deps,
  ledger: LedgerWriter,
  actor: Actor,
  input: BodyOf<typeof transferEndpoint>,
) {
  const { fromWalletId } = input;
  const toWalletId = await openedWallet(deps, actor, input);
  const done = await ledger.transfer({
    actorId: actor.id,
    kind: 'transfer',
    fromWalletId,
    toWalletId,
    amountMinor: input.amountMinor,
    memo: cleanedText(input.memo ?? '') || null,
    key: input.key ?? deps.ids.secret(),
  });
  const transaction =
    'made' in done
      ? transactionFrom(done.made, actor)
      : transactionOf(await store.findTransaction(deps.db, fromWalletId, done.doneBefore));
  return {
    transaction,
    fromWallet: { id: fromWalletId, balanceMinor: transaction.balanceMinor },
    toWallet: { id: toWalletId },
  };
}

/**
 * The wallet that is named; one that was never opened is opened for whoever may send to it. What an opened one may
 * take is decided with the transfer, where nothing can change any more.
 */
async function openedWallet(
  deps: Deps,
  actor: Actor,
  { fromWalletId, toWalletId, amountMinor }: BodyOf<typeof transferEndpoint>,
): Promise<string> {
  const name = readName(toWalletId);
  if ('walletId' in name) return name.walletId;
  // Nothing is opened for somebody who may not send.
  const from = await store.findWallet(deps.db, fromWalletId);
  if (!from) throw new AppError('WALLET_NOT_FOUND');
  const ownerId = from.conversationId ? await ownerOf(deps, from.conversationId) : null;
  if (!maySend({ ...from, ownerId }, actor.id)) throw new AppError('NOT_YOUR_WALLET');
  const mayOpen =
    'userId' in name
      ? name.userId === actor.id || (await store.isReachable(deps.db, actor.id, name.userId))
      : await store.isActiveGroup(deps.db, name.conversationId);
  if (!mayOpen) throw new AppError('WALLET_NOT_FOUND');
  const standing = await store.findWalletOf(deps.db, name);
  if (standing) return standing.id;
  // What will be refused opens nothing.
  if (from.balanceMinor < amountMinor) throw new AppError('INSUFFICIENT_BALANCE');
  return (await walletOf(deps, name)).id;
}

/** A transfer that was just made, as its sender sees it. */
function transactionFrom({ from, to, ...link }: Made, { id, name }: Actor): Transaction {
  const party = ({ id, kind, user, conversation }: LedgerWallet): WalletParty => ({
    id,
    ...(user && { user }),
    ...(conversation && { conversation }),
    ...(kind === 'group' && { isGroup: true }),
    ...(id === treasuryId && { isTreasury: true }),
  });
  return {
    id: link.id,
    fromWalletId: from.id,
    toWalletId: to.id,
    amountMinor: link.amountMinor,
    memo: link.memo,
    kind: link.kind,
    createdAt: link.createdAt.toISOString(),
    balanceMinor: from.balanceMinor,
    fromWallet: party(from),
    toWallet: party(to),
    sentBy: from.kind === 'group' ? { id, name } : null,
  };
}

function partyOf(row: store.PartyRow): WalletParty {
  return {
    id: row.id,
    ...(row.userId !== null && { user: { id: row.userId, name: row.name ?? '', avatarUrl: row.avatarUrl } }),
    ...(row.conversationId !== null && {
      conversation: { id: row.conversationId, title: row.title ?? '' },
    }),
    ...(row.kind === 'group' && { isGroup: true }),
    ...(row.id === treasuryId && { isTreasury: true }),
  };
}

function transactionOf(row: store.TransactionRow): Transaction {
  return {
    id: row.id,
    fromWalletId: row.from.id,
    toWalletId: row.to.id,
    amountMinor: row.amountMinor,
    memo: row.memo,
    kind: row.kind,
    createdAt: new Date(row.createdAt).toISOString(),
    balanceMinor: row.balanceMinor,
    fromWallet: partyOf(row.from),
    toWallet: partyOf(row.to),
    sentBy: row.sentBy,
  };
}

/** An operator gives Dazi to somebody, named by id or verified e-mail address. Errors: PERSON_NOT_FOUND. */
export async function deposit(
  deps: Deps,
  to: string,
  amountMinor: number,
  memo: string | null,
): Promise<{ name: string; balanceMinor: number }> {
  const person = await store.findPerson(deps.db, to);
  if (!person) throw new AppError('PERSON_NOT_FOUND');
  await walletOf(deps, { userId: person.id });
  return deps.transact(async (inner) => {
    const wallet = (await store.findWalletOf(inner.db, { userId: person.id }))!;
    const key = inner.ids.secret();
    const request = { kind: 'deposit' as const, fromWalletId: treasuryId, toWalletId: wallet.id };
    const [outcome] = await writeTransfers(inner, [{ ...request, actorId: null, amountMinor, memo, key }]);
    if (outcome && 'refusal' in outcome) throw new AppError(outcome.refusal);
    return { name: person.name, balanceMinor: wallet.balanceMinor + amountMinor };
  });
}

/** What is left returns to the treasury, and the wallet is nobody's; its past stays in the ledger. */
export async function leaveWallet(deps: Deps, userId: string): Promise<void> {
  await deps.transact(async (inner) => {
    const found = await store.findWalletOf(inner.db, { userId });
    if (!found) return;
    await returnAll(inner, found.id, treasuryId);
    await store.closeWallet(inner.db, found.id, inner.clock());
  });
}

/**
 * A group ends, and what it had returns to the last who owned it: by a transfer of the same transaction, so that there
 * is no moment at which nobody can spend it. `ownerId` is null when nobody is known; then it returns to the treasury.
 * Who takes owners out of groups does so afterwards: a transfer holds the end of the chain and then the owner.
 */
export async function returnFromGroup(
  inner: TransactingDeps,
  conversationId: string,
  ownerId: string | null,
): Promise<void> {
  const group = await store.findWalletOf(inner.db, { conversationId });
  if (!group) return;
  await lockLedger(inner);
  // Nobody's wallet is opened for nothing.
  if ((await store.findWallet(inner.db, group.id))!.balanceMinor === 0) return;
  await returnAll(inner, group.id, (ownerId && (await openWalletOf(inner, ownerId))) ?? treasuryId);
}

/** Null when the account is erased, or about to be and its wallet closed. */
async function openWalletOf(inner: TransactingDeps, userId: string): Promise<string | null> {
  const wallet = await store.findWalletOf(inner.db, { userId });
  if (wallet) return wallet.id;
  return (await store.isErased(inner.db, userId)) ? null : (await openWallet(inner, { userId })).id;
}

/** What comes at this moment comes before, and everything is held from here on. */
const lockLedger = (inner: TransactingDeps) => writeTransfers(inner, []);

async function returnAll(inner: TransactingDeps, fromWalletId: string, toWalletId: string): Promise<void> {
  await lockLedger(inner);
  const { balanceMinor: amountMinor } = (await store.findWallet(inner.db, fromWalletId))!;
  if (amountMinor === 0) return;
  const request = {
    actorId: null,
    kind: 'return' as const,
    fromWalletId,
    toWalletId,
    amountMinor,
    memo: null,
  };
  const [outcome] = await writeTransfers(inner, [{ ...request, key: `return-${fromWalletId}` }]);
  // Whoever ends something must not lose what it had.
  if (!outcome || !('made' in outcome)) throw new Error(`What wallet ${fromWalletId} has does not return`);
}

/** So many groups are settled in one run of the job; the rest waits for the next. */
const settledAtOnce = 100;

/** Groups that ended before their money was returned with their end, or whose end was interrupted. */
export async function settleEndedGroups(deps: Deps): Promise<void> {
  for (const { walletId, ownerId } of await store.findUnsettled(deps.db, settledAtOnce)) {
    // One that cannot be settled keeps no other one waiting.
    await deps
      .transact(async (inner) => {
        await returnAll(inner, walletId, (ownerId && (await openWalletOf(inner, ownerId))) ?? treasuryId);
      })
      .catch((error) => deps.log.error({ err: error }, 'a group that ended was not settled'));
  }
}
