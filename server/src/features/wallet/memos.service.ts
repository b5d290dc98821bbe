import { newcomerBudgets } from '@dazi/contract/identity/newcomers.rules';
import { isMuted, mutedError } from '#features/chat/conversations/conversations.service.ts';
import { overBudgetWith, requireReach } from '#features/identity/identity.service.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps, TransactingDeps } from '#platform/deps.ts';
import type { Actor } from '#platform/http/viewer.ts';
import { memoRefusalOf, type TransferRequest } from './ledger.rules.ts';
import * as store from './memos.store.ts';

type WithMemo = TransferRequest & { actorId: string; memo: string };

const hasMemo = (request: TransferRequest): request is WithMemo =>
  request.kind === 'transfer' && request.actorId !== null && request.memo !== null;

const pairOf = ({ actorId, toWalletId }: WithMemo) => `${actorId} ${toWalletId}`;

/** Words beside money are words: a limited account writes none to a person or group that does not know it. */
export async function requireMemoReaches(deps: Deps, actor: Actor, walletId: string): Promise<void> {
  if (actor.standing.kind !== 'limited') return;
  const asked = [{ actorId: actor.id, walletId }];
  const [found] = await store.findMemoFacts(deps.db, asked, deps.clock());
  if (found?.isToStranger) requireReach(actor);
}

/** Judges the memos of transfers that are written together, each after the one before; the end of the chain is held. */
export class MemoJudge {
  readonly #inner: TransactingDeps;
  readonly #facts: ReadonlyMap<string, Awaited<ReturnType<typeof store.findMemoFacts>>[number]>;
  readonly #toStrangers: WithMemo[] = [];

  private constructor(inner: TransactingDeps, facts: Awaited<ReturnType<typeof store.findMemoFacts>>) {
    this.#inner = inner;
    this.#facts = new Map(facts.map((found) => [`${found.actorId} ${found.walletId}`, found]));
  }

  static async of(inner: TransactingDeps, requests: readonly TransferRequest[]): Promise<MemoJudge> {
    const pairs = requests
      .filter(hasMemo)
      .map(({ actorId, toWalletId }) => ({ actorId, walletId: toWalletId }));
    const since = new Date(inner.clock().getTime() - newcomerBudgets.day_ms);
    return new MemoJudge(inner, await store.findMemoFacts(inner.db, pairs, since));
  }

  /** Whether a transfer carries a memo to somebody who does not know its writer. */
  isToStranger(request: TransferRequest): request is WithMemo {
    return hasMemo(request) && this.#facts.get(pairOf(request))?.isToStranger === true;
  }

  /** Why the memo may not be written; null when it may. */
  refusalOf(request: TransferRequest): AppError | null {
    const found = hasMemo(request) ? this.#facts.get(pairOf(request)) : undefined;
    // Whoever may not write in a room writes nothing for all of it to read beside Dazi either.
    if (found && isMuted(found, this.#inner.clock())) return mutedError(found);
    if (!this.isToStranger(request)) return null;
    const { sent, toStrangers, writerSince, ...facts } = this.#facts.get(pairOf(request))!;
    const before = this.#toStrangers.filter(({ actorId }) => actorId === request.actorId);
    const toSame = before.filter(({ toWalletId }) => toWalletId === request.toWalletId);
    const code = memoRefusalOf(facts, sent.count + toSame.length);
    if (code === 'TOO_MANY_MEMOS') {
      const now = this.#inner.clock();
      const again_ms = (sent.oldest ?? now).getTime() + newcomerBudgets.day_ms - now.getTime();
      return new AppError(code, { retryAfter_s: Math.max(1, Math.ceil(again_ms / 1000)) });
    }
    if (code) return new AppError(code);
    const writer = { id: request.actorId, createdAt: writerSince };
    return overBudgetWith(this.#inner, writer, 'memosToStrangers', {
      ...toStrangers,
      count: toStrangers.count + before.length,
    });
  }

  /** It will be written with the others. */
  note(request: TransferRequest): void {
    if (this.isToStranger(request)) this.#toStrangers.push(request);
  }
}
