import { type Wallet, type WalletResult, walletLimits } from '@dazi/contract/wallet/wallet';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { localId } from '#platform/chance.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { currentTime } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { showToast } from '#ui/toast-store.ts';
import { AmountField } from './AmountField.tsx';
import { amountIn, daziText } from './amount.ts';
import { forgetPending, isJudged, keepPending, usePending } from './pending-transfer.ts';
import { ChosenRecipient, RecipientSearch } from './RecipientSearch.tsx';
import { forgetSending, useSendDraft } from './send-draft.ts';
import { UnclearTransfer } from './UnclearTransfer.tsx';
import { useTransfer, type WalletOwner } from './wallet.api.ts';

interface SendDaziProps {
  userId: string;
  owner: WalletOwner;
  /** Not known until it was loaded: nothing can be sent before. */
  wallet: Wallet | undefined;
  /** To whom, where that was chosen before one came here. */
  to?: WalletResult | null;
}

/** A button, and behind it the form. */
export function SendDazi({ userId, owner, wallet, to = null }: SendDaziProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(to !== null);
  const [wasOpen, setWasOpen] = useState(false);
  // Known to this form and under way is one thing; what is left of it afterwards, or from before, is another.
  const [isSending, setSending] = useState(false);
  const pending = usePending(userId, wallet?.id);
  const open = () => {
    setOpen(true);
    setWasOpen(true);
  };
  // The next one goes to whoever is chosen then.
  const close = () => {
    setOpen(false);
    setWasOpen(true);
  };
  // Whoever came to send to somebody else goes on with that once the one before is clear; to the same one it is done.
  const isForAnother = to !== null && !wasOpen && pending?.body.toWalletId !== to.id;
  const afterUnclear = isForAnother ? () => {} : close;
  return (
    <section className="card wallet-send" aria-labelledby="wallet-send-title">
      <h2 id="wallet-send-title">{t('wallet.send')}</h2>
      {pending && !isSending ? (
        <UnclearTransfer
          key={pending.body.key}
          userId={userId}
          owner={owner}
          pending={pending}
          onKnown={afterUnclear}
        />
      ) : isOpen ? (
        <SendForm
          userId={userId}
          owner={owner}
          wallet={wallet}
          to={wasOpen ? null : to}
          onSending={setSending}
          onDone={close}
        />
      ) : (
        <>
          <p className="t2">{t('wallet.sendText')}</p>
          <Button
            kind="primary"
            icon="send"
            block
            // biome-ignore lint/a11y/noAutofocus: focus returns to what opened the form
            autoFocus={wasOpen}
            onClick={open}
          >
            {t('wallet.sendMoney')}
          </Button>
        </>
      )}
    </section>
  );
}

/** What an amount leaves in the wallet, or that there is less in it; null as long as there is nothing to say. */
function useRest(wallet: Wallet | undefined, amountMinor: number | null): string | null {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!wallet || amountMinor === null) return null;
  const left = wallet.balanceMinor - amountMinor;
  if (left < 0) return t('wallet.only', { amount: daziText(wallet.balanceMinor, language) });
  return t('wallet.stays', { sent: daziText(amountMinor, language), amount: daziText(left, language) });
}

interface SendFormProps extends SendDaziProps {
  onSending(isSending: boolean): void;
  onDone(): void;
}

function SendForm({ userId, owner, wallet, to = null, onSending, onDone }: SendFormProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const errorText = useErrorText();
  const { recipient, amount, memo, change } = useSendDraft(userId, owner, to);
  const send = useTransfer(owner);
  const amountField = useRef<HTMLInputElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  // All of it is seen where there is room.
  useEffect(() => {
    actions.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const amountMinor = amountIn(amount);
  const hint = useRest(wallet, amountMinor);

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

  const cancel = () => {
    forgetSending(userId, owner);
    onDone();
  };
  const failure = (error: Error) => {
    if (!isJudged(error)) return t('wallet.unclear.text');
    // Somebody else has become the owner.
    const isGroups = error.code === 'NOT_YOUR_WALLET' && 'conversationId' in owner;
    return isGroups ? t('wallet.group.ownerOnly') : errorText(error);
  };
  const chosen = recipient && (
    <ChosenRecipient
      recipient={recipient}
      disabled={send.isPending}
      onClear={() => change({ recipient: null })}
    />
  );
  const fromConversationId = 'conversationId' in owner ? owner.conversationId : null;
  return (
    <form
      className="stack"
      noValidate
      aria-busy={send.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {chosen ?? (
        <RecipientSearch
          userId={userId}
          fromConversationId={fromConversationId}
          onChoose={(chosenOne) => {
            change({ recipient: chosenOne });
            amountField.current?.focus();
          }}
        />
      )}
      <AmountField
        value={amount}
        onChange={(next) => change({ amount: next })}
        hint={hint}
        disabled={send.isPending}
        ref={amountField}
      />
      <Field
        label={t('wallet.memo')}
        placeholder={t('wallet.memoPlaceholder')}
        value={memo}
        maxLength={walletLimits.memo}
        dir="auto"
        autoComplete="off"
        disabled={send.isPending}
        onChange={(event) => change({ memo: event.target.value })}
      />
      {send.isError && <InlineError text={failure(send.error)} />}
      <div ref={actions} className="row wallet-actions">
        <Button kind="ghost" disabled={send.isPending} onClick={cancel}>
          {t('wallet.cancel')}
        </Button>
        <Button
          type="submit"
          kind="primary"
          icon="send"
          busy={send.isPending}
          disabled={recipient === null || amount === ''}
        >
          {t(send.isPending ? 'wallet.sending' : 'wallet.sendNow')}
        </Button>
      </div>
    </form>
  );
}
