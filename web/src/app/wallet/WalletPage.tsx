import type { User } from '@dazi/contract/identity/identity';
import { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { Page } from '#app/shell/Page.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { BalanceCard } from '#features/wallet/BalanceCard.tsx';
import { History } from '#features/wallet/History.tsx';
import { SendDazi } from '#features/wallet/SendDazi.tsx';
import { StatementButton } from '#features/wallet/StatementButton.tsx';
import { sendToIn } from '#features/wallet/send-to.ts';
import { useWallet } from '#features/wallet/wallet.api.ts';
import { useWalletNews } from '#features/wallet/wallet.live.ts';
import { Spinner } from '#ui/Spinner.tsx';
import '#features/wallet/wallet.css';
import { reportTransfer } from './report-transfer.tsx';

/** How long the page waits before it takes nobody for nobody. */
const patience_ms = 1000;

export function WalletPage() {
  const { t } = useTranslation();
  const { status, user } = useSession();
  const [hasWaited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setWaited, patience_ms, true);
    return () => clearTimeout(timer);
  }, []);
  // A slow answer is not a sign that nobody is there.
  if (status === 'signed-out' && hasWaited) return <Navigate to="/" replace />;
  return (
    <Page title={t('app.myWallet')} back={{ label: t('app.backToMap'), to: '/' }}>
      {user ? <OwnWallet key={user.id} user={user} /> : <Spinner />}
    </Page>
  );
}

function OwnWallet({ user }: { user: User }) {
  const { t } = useTranslation();
  useWalletNews();
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const sendTo = sendToIn(state);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  // Whoever loads the page anew, or comes back to it, is not led to a payment that is over.
  const forgetSendTo = () => {
    if (sendTo !== null && isHere.current) navigate({ search }, { replace: true, state: null });
  };
  const owner = { userId: user.id };
  const { data: wallet, isError, refetch } = useWallet(owner);
  return (
    <div className="wallet-columns">
      <div className="stack wallet-own">
        <BalanceCard wallet={wallet} />
        <SendDazi userId={user.id} owner={owner} wallet={wallet} to={sendTo} onEnd={forgetSendTo} />
      </div>
      <History
        walletId={wallet?.id ?? null}
        isLost={isError && !wallet}
        limit={walletLimits.page}
        title={t('wallet.history')}
        whenEmpty={null}
        action={reportTransfer(user)}
        aside={wallet && <StatementButton walletId={wallet.id} />}
        onRetry={() => void refetch()}
      />
    </div>
  );
}
