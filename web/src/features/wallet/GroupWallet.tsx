import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { untilText } from '#platform/passing-time.ts';
import { useNow } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Note } from '#ui/Note.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { History, type TransferAction } from './History.tsx';
import { SendDazi } from './SendDazi.tsx';
import { useSendTo } from './send-to.ts';
import { useWallet } from './wallet.api.ts';
import { useWalletNews } from './wallet.live.ts';
import './wallet.css';

interface OpenWalletProps {
  conversationId: string;
  title: string;
  userId: string;
  /** Until when a new leader cannot send from it; null where nothing waits. */
  restrictedUntil: string | null;
  transferAction: TransferAction;
}

interface GroupWalletProps extends OpenWalletProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** What a group has, for all of its members; its owner sends from it. */
export function GroupWallet({ open, onOpenChange, ...wallet }: GroupWalletProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('wallet.group.title')}
      description={wallet.title}
      className="wallet-group"
    >
      <OpenWallet {...wallet} />
    </Dialog>
  );
}

function OpenWallet({ conversationId, title, userId, restrictedUntil, transferAction }: OpenWalletProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useNow();
  const sendTo = useSendTo();
  useWalletNews();
  const owner = { conversationId };
  const { data: wallet, isError, refetch } = useWallet(owner);
  const isLeader = wallet?.canSend ?? false;
  const waitsUntil =
    isLeader && restrictedUntil !== null && Date.parse(restrictedUntil) > now ? restrictedUntil : null;
  const canSend = isLeader && waitsUntil === null;
  return (
    <div className={classNames('wallet-columns', canSend && 'wallet-owner')}>
      <div className="stack wallet-own">
        <BalanceCard wallet={wallet} />
        {wallet &&
          (canSend ? (
            <SendDazi userId={userId} owner={owner} wallet={wallet} />
          ) : (
            <>
              <Button
                kind="primary"
                icon="send"
                block
                onClick={() => sendTo.group({ conversationId, title })}
              >
                {t('wallet.send')}
              </Button>
              {waitsUntil === null ? (
                <Note icon="lock">{t('wallet.group.ownerOnly')}</Note>
              ) : (
                <Note icon="hourglass">
                  {t('wallet.group.newLeader', { date: untilText(waitsUntil, now, language) })}
                </Note>
              )}
            </>
          ))}
      </div>
      <History
        walletId={wallet?.id ?? null}
        isLost={isError && !wallet}
        limit={walletLimits.groupPage}
        title={t('wallet.group.activity')}
        action={transferAction}
        aside={null}
        whenEmpty={
          <>
            <p className="sm t3">{t('wallet.group.fill')}</p>
            <Link className="link sm" to="/wallet">
              {t('app.myWallet')}
            </Link>
          </>
        }
        onRetry={() => void refetch()}
      />
    </div>
  );
}
