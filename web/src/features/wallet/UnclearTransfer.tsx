import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { currentTime } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { Note } from '#ui/Note.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { daziText } from './amount.ts';
import {
  forgetPending,
  isJudged,
  keepPending,
  type PendingTransfer,
  underWay_ms,
} from './pending-transfer.ts';
import { forgetSending } from './send-draft.ts';
import { useSent, useTransfer, type WalletOwner } from './wallet.api.ts';

interface UnclearTransferProps {
  userId: string;
  owner: WalletOwner;
  pending: PendingTransfer;
  /** It was sent, or will not be. */
  onKnown(): void;
}

/**
 * In place of the form while nobody knows whether a transfer went out: the server is asked by its key. Only once the
 * server has said that it did not may something else be sent; sending the same again is safe at any time.
 */
export function UnclearTransfer({ userId, owner, pending, onKnown }: UnclearTransferProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const errorText = useErrorText();
  const { body, name, askedAt } = pending;
  const send = useTransfer(owner);
  const { data: sent, error, isFetching, refetch, dataUpdatedAt } = useSent(body.fromWalletId, body.key);
  const amount = daziText(body.amountMinor, language);
  const done = t('wallet.done', { amount, name });
  // Whoever has no way to the wallet any more has none to find out either.
  const isLost = isJudged(error) && error.status !== 401 && error.status !== 429;
  const isNot = sent === null && dataUpdatedAt - askedAt >= underWay_ms;

  /** The words it was asked for with go along: they are not those of another one. */
  const forget = () => {
    forgetSending(userId, owner);
    forgetPending(userId, { body });
  };
  const arrived = () => {
    forget();
    showToast({ type: 'success', message: done });
    onKnown();
  };
  const hasArrived = useEffectEvent(arrived);
  useEffect(() => {
    if (sent) hasArrived();
  }, [sent]);

  const discard = () => {
    forget();
    onKnown();
  };
  const sendAgain = useOneAtATime(async () => {
    keepPending(userId, { ...pending, askedAt: currentTime() });
    try {
      await send.mutateAsync(body);
      arrived();
    } catch (failure) {
      if (!isJudged(failure)) return;
      forgetPending(userId, { body });
      showToast({ type: 'error', message: errorText(failure) });
    }
  });

  return (
    <div className="stack" aria-busy={send.isPending}>
      <div role="status">
        <Note kind="warn" icon="info">
          {t(isNot ? 'wallet.unclear.not' : 'wallet.unclear.text')}
        </Note>
      </div>
      <UserText as="p" className="t2">
        {t('wallet.unclear.what', { amount, name })}
      </UserText>
      <div className="row wallet-actions">
        {(isNot || isLost) && (
          <Button kind="ghost" disabled={send.isPending} onClick={discard}>
            {t('wallet.unclear.discard')}
          </Button>
        )}
        {isNot ? (
          <Button kind="primary" icon="send" busy={send.isPending} onClick={() => void sendAgain()}>
            {t('wallet.unclear.again')}
          </Button>
        ) : (
          <Button icon="refresh" busy={isFetching} onClick={() => void refetch()}>
            {t('wallet.unclear.ask')}
          </Button>
        )}
      </div>
    </div>
  );
}
