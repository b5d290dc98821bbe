import { isBlank } from '@dazi/contract/kernel/blank-text';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { transfer as transferEndpoint, Wallet, WalletResult } from '@dazi/contract/wallet/wallet';
import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import { requireMembership } from '#features/chat/conversations/conversations.service.ts';
import { visibleEmail } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import { cleanedText } from '#platform/clean-text.ts';
import type { Deps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { foldedText } from '#platform/text-grams.ts';
import { forgetFoundBefore, lockFinder, noteFound } from './found-addresses.store.ts';
import type { LedgerWriter } from './ledger.service.ts';
import { findByKeys } from './ledger.store.ts';
import { requireMemoReaches } from './memos.service.ts';
import { openedWallet, walletOf } from './opening.service.ts';
import { transactionFrom, transactionOf } from './transactions.service.ts';
import * as transactionStore from './transactions.store.ts';
import { nameOfGroup, nameOfUser, readName, typedEmail } from './wallet.rules.ts';
import * as store from './wallet.store.ts';

export { returnFromGroup } from './closing.service.ts';

export { LedgerWriter } from './ledger.service.ts';
export { verifyLedger } from './ledger-verification.service.ts';

/** The own wallet, or the one of a group one belongs to, opened when it is first asked for. */
export async function getWallet(
  deps: Deps,
  actor: Actor,
  wanted: { userId?: string | undefined; conversationId?: string | undefined },
): Promise<Wallet> {
  if (wanted.conversationId !== undefined) {
    const { conversation, member } = await requireMembership(deps, actor, wanted.conversationId);
    // A conversation of two is no group: each has a wallet of their own. That of a plan, which has no name, has none.
    if (conversation.kind !== 'group' || conversation.title === null)
      throw new AppError('CONVERSATION_NOT_FOUND');
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

/**
 * The wallet that it goes to, where it may go there; what was sent there under the same key before goes on to the ledger,
 * which answers it again, whatever lies between the two since.
 */
async function receivingWallet(
  deps: Deps,
  actor: Actor,
  input: BodyOf<typeof transferEndpoint>,
): Promise<string> {
  const { fromWalletId, key } = input;
  try {
    const toWalletId = await openedWallet(deps, actor, input);
    if (memoIn(input)) await requireMemoReaches(deps, actor, toWalletId);
    return toWalletId;
  } catch (error) {
    const [done] = error instanceof AppError && key ? await findByKeys(deps.db, [{ fromWalletId, key }]) : [];
    if (!done) throw error;
    const name = readName(input.toWalletId);
    const named = 'walletId' in name ? name.walletId : (await store.findWalletOf(deps.db, name))?.id;
    if (done.toWalletId !== named) throw error;
    return named;
  }
}

/** What is written beside it; null where nothing of that can be seen. */
function memoIn({ memo }: BodyOf<typeof transferEndpoint>): string | null {
  const words = cleanedText(memo ?? '');
  return isBlank(words) ? null : words;
}

/** Sends Dazi; answered once it is stored for good. The wallet of whoever is hidden is not found. */
export async function transfer(
  deps: Deps,
  ledger: LedgerWriter,
  actor: Actor,
  input: BodyOf<typeof transferEndpoint>,
) {
  const { fromWalletId } = input;
  const toWalletId = await receivingWallet(deps, actor, input);
  const done = await ledger.transfer({
    actorId: actor.id,
    kind: 'transfer',
    fromWalletId,
    toWalletId,
    amountMinor: input.amountMinor,
    memo: memoIn(input),
    key: input.key ?? deps.ids.secret(),
  });
  const transaction =
    'made' in done
      ? transactionFrom(done.made, actor)
      : transactionOf(
          await transactionStore.findTransaction(deps.db, actor.id, fromWalletId, done.doneBefore),
        );
  return {
    transaction,
    fromWallet: { id: fromWalletId, balanceMinor: transaction.balanceMinor },
    toWallet: { id: toWalletId },
  };
}
