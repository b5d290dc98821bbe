import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { transfer } from '@dazi/contract/wallet/wallet';
import { useSyncExternalStore } from 'react';
import { ApiError } from '#platform/api.ts';
import { PersonalStore } from '#platform/personal-store.ts';
import { isRecord } from '#platform/storage.ts';

/** A transfer that was asked for and whose end is not known: kept before it goes out, and until the server has said. */
export interface PendingTransfer {
  body: BodyOf<typeof transfer> & { key: string };
  /** To whom, as it is said. */
  name: string;
  /** Milliseconds since 1970 at which it was asked for last. */
  askedAt: number;
}

const isPending = (value: unknown): value is PendingTransfer =>
  isRecord(value) &&
  typeof value.name === 'string' &&
  typeof value.askedAt === 'number' &&
  isRecord(value.body) &&
  typeof value.body.fromWalletId === 'string' &&
  typeof value.body.toWalletId === 'string' &&
  typeof value.body.amountMinor === 'number' &&
  typeof value.body.key === 'string';

/** One of each wallet that a person sends from. */
const pending = new PersonalStore(
  'transfers',
  (value): value is Record<string, PendingTransfer> =>
    isRecord(value) && Object.values(value).every(isPending),
  { outlives: true },
);

/**
 * Keeps a transfer before it goes out. Answers false where another one from the same wallet is not known of yet, also
 * one of another tab: then nothing may go out but that one.
 */
export function keepPending(userId: string, transferred: PendingTransfer): boolean {
  let isKept = false;
  const { fromWalletId, key } = transferred.body;
  pending.change(userId, (before) => {
    const other = before?.[fromWalletId];
    isKept = !other || other.body.key === key;
    return isKept ? { ...before, [fromWalletId]: transferred } : before;
  });
  return isKept;
}

/** The server has said what became of it. */
export function forgetPending(userId: string, { body }: Pick<PendingTransfer, 'body'>): void {
  pending.change(userId, (before) => {
    if (before?.[body.fromWalletId]?.body.key !== body.key) return before;
    const { [body.fromWalletId]: _, ...others } = before;
    return Object.keys(others).length === 0 ? null : others;
  });
}

export const pendingOf = (userId: string, walletId: string | undefined): PendingTransfer | null =>
  (walletId && pending.read(userId)?.[walletId]) || null;

export const usePending = (userId: string, walletId: string | undefined): PendingTransfer | null =>
  useSyncExternalStore(pending.subscribe, () => pendingOf(userId, walletId));

/**
 * What the server itself has judged; of everything else nobody knows whether it arrived. What stands before the server
 * may give up while the server goes on, and has no words of its own.
 */
export const isJudged = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.code !== 'UNSAID';

/** One that was asked for so long ago is under way no more: what the server does not know by then was not sent. */
export const underWay_ms = 30_000;
