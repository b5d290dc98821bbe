import type { Transaction } from '@dazi/contract/wallet/wallet';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { currentTime } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast-store.ts';
import { instantOf } from './created-at.ts';
import { foldedMemo, movementOf, partyName, titleOf } from './movement.ts';
import { statementCsv } from './statement.ts';
import { fetchAllTransactions } from './wallet.api.ts';

/** The browser has taken the file over by then. */
const forgetAfter_ms = 60_000;

function csvOf(transactions: readonly Transaction[], walletId: string, t: TFunction): string {
  const columns = ['time', 'what', 'counterparty', 'memo', 'amount', 'balance', 'id'] as const;
  const lines = transactions.map((transaction) => {
    const { isOutgoing, counterparty } = movementOf(transaction, walletId);
    const { id, memo, amountMinor, balanceMinor, createdAt } = transaction;
    return {
      createdAt: instantOf(createdAt),
      what: titleOf({ ...transaction, memo: null }, isOutgoing, t),
      counterparty: partyName(counterparty, t),
      memo: foldedMemo(transaction, t) ?? memo ?? '',
      amountMinor: isOutgoing ? -amountMinor : amountMinor,
      balanceMinor,
      id,
    };
  });
  return statementCsv(
    columns.map((column) => t(`wallet.statement.${column}`)),
    lines,
  );
}

/** The day that it is where the device is, such as 2026-05-01. */
const dayOf = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

function saveFile(csv: string, day: string): void {
  const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `dazi-wallet-${day}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), forgetAfter_ms);
}

/** The whole history as a table for other programs, made here. */
export function StatementButton({ walletId }: { walletId: string }) {
  const { t } = useTranslation();
  const stop = useRef<AbortController>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      stop.current = new AbortController();
      const all = await fetchAllTransactions(walletId, stop.current.signal);
      saveFile(csvOf(all, walletId, t), dayOf(new Date(currentTime())));
    },
    onError: () => {
      const isLeft = stop.current?.signal.aborted;
      if (!isLeft) showToast({ type: 'error', message: t('wallet.statement.failed') });
    },
  });
  return (
    <Button kind="ghost" size="s" icon="download" busy={isPending} onClick={() => mutate()}>
      {t('wallet.statement.download')}
    </Button>
  );
}
