import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
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

interface GroupWalletProps {
  conversationId: string;
  title: string;
  userId: string;
  transferAction: TransferAction;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** What a group has, for all of its members; its owner sends from it. */
export function GroupWallet(props: GroupWalletProps) {
  const { conversationId, title, userId, transferAction, open, onOpenChange } = props;
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('wallet.group.title')}
      description={title}
      className="wallet-group"
    >
      <OpenWallet {...{ conversationId, title, userId, transferAction }} />
    </Dialog>
  );
}

interface OpenWalletProps {
  conversationId: string;
  title: string;
  userId: string;
  transferAction: TransferAction;
}

function OpenWallet({ conversationId, title, userId, transferAction }: OpenWalletProps) {
  const { t } = useTranslation();
  const sendTo = useSendTo();
  useWalletNews();
  const owner = { conversationId };
  const { data: wallet, isError, refetch } = useWallet(owner);
  const canSend = wallet?.canSend ?? false;
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
              <Note icon="lock">{t('wallet.group.ownerOnly')}</Note>
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
