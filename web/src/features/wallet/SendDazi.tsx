import type { Wallet, WalletResult } from '@dazi/contract/wallet/wallet';
import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { AmountField } from './AmountField.tsx';
import { amountIn, daziText } from './amount.ts';
import { usePending } from './pending-transfer.ts';
import { ChosenRecipient, RecipientSearch } from './RecipientSearch.tsx';
import { forgetSending, useSendDraft } from './send-draft.ts';
import { UnclearTransfer } from './UnclearTransfer.tsx';
import { useSending } from './use-sending.ts';
import type { WalletOwner } from './wallet.api.ts';

interface SendDaziProps {
  userId: string;
  owner: WalletOwner;
  /** Not known until it was loaded: nothing can be sent before. */
  wallet: Wallet | undefined;
  /** To whom, where that was chosen before one came here. */
  to?: WalletResult | null;
  /** Something was sent, or is not wanted any more. */
  onEnd?(): void;
}

/** A button, and behind it the form. */
export function SendDazi({ userId, owner, wallet, to = null, onEnd }: SendDaziProps) {
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
    onEnd?.();
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
  const draft = useSendDraft(userId, owner, to);
  const { recipient, amount, memo, change } = draft;
  const { submit, isSending, failure } = useSending({ userId, owner, wallet, onSending, onDone }, draft);
  const amountField = useRef<HTMLInputElement>(null);
  const actions = useRef<HTMLDivElement>(null);
  // All of it is seen where there is room.
  useEffect(() => {
    actions.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const hint = useRest(wallet, amountIn(amount));

  const cancel = () => {
    forgetSending(userId, owner);
    onDone();
  };
  const chosen = recipient && (
    <ChosenRecipient recipient={recipient} disabled={isSending} onClear={() => change({ recipient: null })} />
  );
  const fromConversationId = 'conversationId' in owner ? owner.conversationId : null;
  return (
    <form
      className="stack"
      noValidate
      aria-busy={isSending}
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
        disabled={isSending}
        ref={amountField}
      />
      <Field
        label={t('wallet.memo')}
        placeholder={t('wallet.memoPlaceholder')}
        hint={t('wallet.memoHint')}
        value={memo}
        maxLength={walletLimits.memo}
        dir="auto"
        autoComplete="off"
        disabled={isSending}
        onChange={(event) => change({ memo: event.target.value })}
      />
      {failure !== null && <InlineError text={failure} />}
      <div ref={actions} className="row wallet-actions">
        <Button kind="ghost" disabled={isSending} onClick={cancel}>
          {t('wallet.cancel')}
        </Button>
        <Button
          type="submit"
          kind="primary"
          icon="send"
          busy={isSending}
          // Before the wallet is known a press would send nothing and say nothing.
          disabled={wallet === undefined || recipient === null || amount === ''}
        >
          {t(isSending ? 'wallet.sending' : 'wallet.sendNow')}
        </Button>
      </div>
    </form>
  );
}
