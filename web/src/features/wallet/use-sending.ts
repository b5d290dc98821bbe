import type { Wallet } from '@dazi/contract/wallet/wallet';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { localId } from '#platform/local-id.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { currentTime } from '#platform/time.ts';
import { showToast } from '#ui/toast-store.ts';
import { amountIn, daziText } from './amount.ts';
import { forgetPending, isJudged, keepPending } from './pending-transfer.ts';
import { forgetSending, type useSendDraft } from './send-draft.ts';
import { useTransfer, type WalletOwner } from './wallet.api.ts';

interface Sender {
  userId: string;
  owner: WalletOwner;
  /** Not known until it was loaded: nothing can be sent before. */
  wallet: Wallet | undefined;
  onSending(isSending: boolean): void;
  onDone(): void;
}

/** Sends what stands in the form, and remembers it until it is known what became of it. */
export function useSending(
  { userId, owner, wallet, onSending, onDone }: Sender,
  { recipient, amount, memo, change }: ReturnType<typeof useSendDraft>,
) {
  const { t } = useTranslation();
  const language = useLanguage();
  const failureText = useTransferFailureText(owner);
  const send = useTransfer(owner);
  const amountMinor = amountIn(amount);

  const submit = useOneAtATime(async () => {
    if (!wallet || !recipient || amountMinor === null) return;
    const body = {
      actorUserId: userId,
      fromWalletId: wallet.id,
      toWalletId: recipient.id,
      amountMinor,
      ...(memo.trim() && { memo: memo.trim() }),
      key: localId(),
    };
    const asked = { body, name: recipient.name, askedAt: currentTime() };
    onSending(true);
    try {
      // Another tab may not know yet what became of its own.
      if (!keepPending(userId, asked)) return;
      await send.mutateAsync(body);
      forgetSending(userId, owner);
      forgetPending(userId, asked);
      const parts = { amount: daziText(amountMinor, language), name: recipient.name };
      showToast({ type: 'success', message: t('wallet.done', parts) });
      onDone();
    } catch (error) {
      if (!isJudged(error)) return;
      forgetPending(userId, asked);
      // Whoever is not there any more is not named any more, not after a reload either.
      if (error.code === 'WALLET_NOT_FOUND') change({ recipient: null });
    } finally {
      onSending(false);
    }
  });
  return {
    submit,
    isSending: send.isPending,
    failure: send.isError ? failureText(send.error) : null,
  };
}

function useTransferFailureText(owner: WalletOwner) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error: Error): string => {
    if (!isJudged(error)) return t('wallet.unclear.text');
    // Somebody else has become the owner.
    const isGroups = error.code === 'NOT_YOUR_WALLET' && 'conversationId' in owner;
    return isGroups ? t('wallet.group.ownerOnly') : errorText(error);
  };
}
