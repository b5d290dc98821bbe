import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import { GroupQueue } from '#platform/group-queue.ts';
import {
  chained,
  commitmentOf,
  isSameRequest,
  type LedgerWallet,
  type Link,
  refusalOf,
  type TransferRequest,
} from './ledger.rules.ts';
import * as store from './ledger.store.ts';
import { publishNotices, tellOwners } from './ledger-events.service.ts';
import { MemoJudge } from './memos.service.ts';

export interface Made extends Link {
  memo: string | null;
  from: LedgerWallet;
  to: LedgerWallet;
}

/** What became of a request: stored now, stored before under a number, or refused. */
export type Outcome = { made: Made } | { doneBefore: number } | { refusal: AppError };

/** Decides each transfer on its own, in order, and stores those that may be done; locks the end of the chain. */
export async function writeTransfers(
  inner: TransactingDeps,
  requests: readonly TransferRequest[],
): Promise<Outcome[]> {
  const ids = new Set(requests.flatMap(({ fromWalletId, toWalletId }) => [fromWalletId, toWalletId]));
  const keyed = requests.flatMap(({ fromWalletId, key }) => (key ? [{ fromWalletId, key }] : []));
  const now = inner.clock();
  // Handed over at once, done in this order: what is read is read while the end of the chain is held.
  const [head, found, earlier, hidden, memos] = await Promise.all([
    store.lockHead(inner.db),
    store.findLedgerWallets(inner.db, [...ids], now),
    store.findByKeys(inner.db, keyed),
    hiddenPairs(inner, requests),
    MemoJudge.of(inner, requests),
  ]);
  const wallets = new Map(found.map((wallet) => [wallet.id, wallet]));
  const keyOf = ({ fromWalletId, key }: { fromWalletId: string; key: string | null }) =>
    `${fromWalletId} ${key}`;
  const done = new Map<string, { number: number; request: Parameters<typeof isSameRequest>[1] }>();
  for (const row of earlier) done.set(keyOf(row), { ...row, request: row });

  const entered: store.Entered[] = [];
  let { number, hash } = head;
  const decide = (request: TransferRequest): Outcome => {
    const from = wallets.get(request.fromWalletId);
    const to = wallets.get(request.toWalletId);
    const before = request.key === null ? undefined : done.get(keyOf(request));
    const refusal = refusalOf(request, from, to, hidden.has(pairOf(request)));
    // Whoever may not send from the wallet does not learn what was sent from it.
    if (before && refusal !== 'NOT_YOUR_WALLET') {
      if (!isSameRequest(request, before.request)) {
        return { refusal: new AppError('TRANSFER_KEY_USED') };
      }
      return { doneBefore: before.number };
    }
    if (refusal) return { refusal: new AppError(refusal) };
    const memoRefusal = memos.refusalOf(request);
    if (memoRefusal) return { refusal: memoRefusal };
    memos.note(request);
    move(from!, to!, request.amountMinor);
    number++;
    const salt = inner.ids.secret();
    const link: Link = {
      number,
      id: inner.ids.next(now),
      kind: request.kind,
      fromWalletId: request.fromWalletId,
      toWalletId: request.toWalletId,
      amountMinor: request.amountMinor,
      createdAt: now,
      commitment: commitmentOf(salt, request),
    };
    hash = chained(hash, link);
    entered.push({
      ...link,
      key: request.key,
      hash,
      actorId: request.actorId,
      memo: request.memo,
      toStrangerAt: memos.isToStranger(request) ? now : null,
      salt,
      fromBalanceMinor: from!.balanceMinor,
      toBalanceMinor: to!.balanceMinor,
    });
    if (request.key) done.set(keyOf(request), { number, request });
    return { made: { ...link, memo: request.memo, from: { ...from! }, to: { ...to! } } };
  };
  const outcomes = requests.map(decide);
  store.appendTransfers(inner.db, entered);
  for (const each of entered) publishNotices(inner, each, wallets);
  tellOwners(inner, entered, wallets);
  return outcomes;
}

const pairOf = ({ actorId, toWalletId }: TransferRequest) => `${actorId} ${toWalletId}`;

/** Whom of those who would receive the senders do not see; the house sees everybody. */
async function hiddenPairs(
  inner: TransactingDeps,
  requests: readonly TransferRequest[],
): Promise<ReadonlySet<string>> {
  const pairs = requests.flatMap(({ actorId, toWalletId }) =>
    actorId === null ? [] : [{ actorId, walletId: toWalletId }],
  );
  const found = await store.findHiddenFrom(inner.db, pairs);
  return new Set(found.map(({ actorId, walletId }) => `${actorId} ${walletId}`));
}

function move(from: LedgerWallet, to: LedgerWallet, amountMinor: number) {
  from.balanceMinor -= amountMinor;
  to.balanceMinor += amountMinor;
}

const mostInGroup = 256;

/** The only way transfers enter the ledger on this node; nothing is answered before it is stored for good. */
export class LedgerWriter {
  readonly #queue: GroupQueue<TransferRequest, Outcome>;

  constructor(deps: Deps) {
    this.#queue = new GroupQueue(
      (requests) => {
        deps.measures.observe('ledger_batch', requests.length, {});
        return deps.transact((inner) => writeTransfers(inner, requests));
      },
      // Each has a key: done already, it is found.
      { mostInGroup, retriesAlone: () => true },
    );
  }

  /** Errors: those of `Refusal` and of memos. The key makes sure that a transfer whose answer was lost is not done twice. */
  async transfer(
    request: TransferRequest & { key: string },
  ): Promise<Exclude<Outcome, { refusal: AppError }>> {
    const outcome = await this.#queue.add(request);
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome;
  }
}
