import { walletLimits } from '@dazi/contract/wallet';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Note } from '#ui/Note.tsx';
import { BalanceCard } from './BalanceCard.tsx';
import { History } from './History.tsx';
import { SendDazi } from './SendDazi.tsx';
import { useWallet } from './wallet.api.ts';
import { useWalletNews } from './wallet.live.ts';
import './wallet.css';

interface GroupWalletProps {
  conversationId: string;
  title: string;
  userId: string;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** What a group has, for all of its members; its owner sends from it. */
export function GroupWallet({ conversationId, title, userId, open, onOpenChange }: GroupWalletProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('wallet.group.title')}
      description={title}
      className="group-wallet"
    >
      <OpenWallet conversationId={conversationId} userId={userId} />
    </Dialog>
  );
}

function OpenWallet({ conversationId, userId }: { conversationId: string; userId: string }) {
  const { t } = useTranslation();
  useWalletNews();
  const owner = { conversationId };
  const { data: wallet, isError, refetch } = useWallet(owner);
  const canSend = wallet?.canSend ?? false;
  return (
    <div className={classNames('wallet-columns', canSend && 'is-owner')}>
      <div className="stack wallet-own">
        <BalanceCard wallet={wallet} />
        {wallet &&
          (canSend ? (
            <SendDazi userId={userId} owner={owner} wallet={wallet} />
          ) : (
            <Note icon="lock">{t('wallet.group.ownerOnly')}</Note>
          ))}
      </div>
      <History
        walletId={wallet?.id ?? null}
        isLost={isError && !wallet}
        limit={walletLimits.groupPage}
        title={t('wallet.group.activity')}
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
