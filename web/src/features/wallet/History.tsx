import { clockFormat } from '@dazi/contract/kernel/clock-format';
import type { Transaction } from '@dazi/contract/wallet/wallet';
import type { walletLimits } from '@dazi/contract/wallet/wallet.rules';
import { type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { loadNextPage } from '#platform/next-page.ts';
import { profilePath } from '#platform/profile-path.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { Logo } from '#ui/Logo.tsx';
import { useMoreFocus } from '#ui/more-focus.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { UserText } from '#ui/UserText.tsx';
import { daziText } from './amount.ts';
import { instantOf } from './created-at.ts';
import { foldedMemo, movementOf, partyName, titleOf } from './movement.ts';
import { useTransactions } from './wallet.api.ts';

/** What else can be done about a transfer that a wallet took part in. */
export type TransferAction = (transaction: Transaction, walletId: string) => ReactNode;

interface HistoryProps {
  /** Null until the wallet is known. */
  walletId: string | null;
  /** It does not become known. */
  isLost: boolean;
  limit: typeof walletLimits.page | typeof walletLimits.groupPage;
  title: string;
  aside: ReactNode;
  action: TransferAction;
  /** What fills it. */
  whenEmpty: ReactNode;
  onRetry(): void;
}

const skeletons = ['first', 'second', 'third'];

/** What came and what went, newest first. Why something is not there stands in the log alone. */
export function History(props: HistoryProps) {
  const { walletId, isLost, limit, title, aside, action, whenEmpty, onRetry } = props;
  const { t } = useTranslation();
  const id = useId();
  const list = useTransactions(walletId, limit);
  const { data, isError, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const transactions = data?.pages.flatMap((page) => page.data) ?? [];
  const rows = useRef<HTMLUListElement>(null);
  const keepFocus = useMoreFocus(rows, transactions.length, hasNextPage);
  const loadMore = () => {
    keepFocus();
    void loadNextPage({ data, fetchNextPage });
  };
  const isFailed = isLost || (isError && !data);
  return (
    <section className="card wallet-history" aria-labelledby={id}>
      <div className="row between wallet-history-head">
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {isPending && !isFailed && (
        <div className="wallet-waiting" role="status">
          <p className="sm t3">{t('wallet.loading')}</p>
          {skeletons.map((name) => (
            <div key={name} className="wallet-row" aria-hidden="true">
              <Skeleton width="40px" height="40px" round />
              <Skeleton width="60%" height="14px" />
            </div>
          ))}
        </div>
      )}
      {isFailed && (
        <div className="wallet-more">
          <Button icon="refresh" onClick={() => (isLost ? onRetry() : void refetch())}>
            {t('ui.tryAgain')}
          </Button>
        </div>
      )}
      {data && transactions.length === 0 && (
        <div className="wallet-empty">
          <p className="b">{t('wallet.none')}</p>
          {whenEmpty}
        </div>
      )}
      {walletId !== null && transactions.length > 0 && (
        <ul ref={rows}>
          {transactions.map((transaction) => (
            <Row key={transaction.id} transaction={transaction} walletId={walletId}>
              {action(transaction, walletId)}
            </Row>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="wallet-more">
          <Button busy={isFetchingNextPage} onClick={loadMore}>
            {t('wallet.more')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface RowProps {
  transaction: Transaction;
  walletId: string;
  children: ReactNode;
}

function Row({ transaction, walletId, children }: RowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isOutgoing, counterparty } = movementOf(transaction, walletId);
  const at = instantOf(transaction.createdAt);
  const time = at && clockFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  return (
    <li className="wallet-row" tabIndex={-1}>
      <span className={classNames('wallet-arrow', !isOutgoing && 'wallet-incoming')}>
        <svg className="i s" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d={isOutgoing ? 'M7 17 17 7M8.500 7H17v8.500' : 'M17 7 7 17M15.500 17H7V8.500'} />
        </svg>
      </span>
      <span className="wallet-what">
        <Title transaction={transaction} isOutgoing={isOutgoing} />
        <time className="meta num" dateTime={at?.toISOString()}>
          {time ?? t('wallet.invalidDate')}
        </time>
        {transaction.sentBy && (
          <UserText className="meta">{t('wallet.sentBy', { name: transaction.sentBy.name })}</UserText>
        )}
      </span>
      <span className="wallet-who">
        <span className="unseen">{t(isOutgoing ? 'wallet.toWhom' : 'wallet.fromWhom')}</span>
        <Party party={counterparty} />
        {children}
      </span>
      <span className={classNames('wallet-sign num', !isOutgoing && 'wallet-incoming')}>
        {isOutgoing ? '−' : '+'}
        {t('wallet.short', { amount: daziText(transaction.amountMinor, language) })}
      </span>
    </li>
  );
}

/** What somebody wrote who was not known then, or whom the reader has blocked, is shown when it is asked for. */
function Title({ transaction, isOutgoing }: { transaction: Transaction; isOutgoing: boolean }) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const folded = foldedMemo(transaction, t);
  if (isShown || folded === null) {
    return <UserText className="b wallet-memo">{titleOf(transaction, isOutgoing, t)}</UserText>;
  }
  const show = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The button goes: whoever came by keyboard goes on from the row.
    currentTarget.closest('li')?.focus();
    setShown(true);
  };
  return (
    <span className="wallet-folded">
      <span className="t2">{folded}</span>
      <Button kind="text" size="s" onClick={show}>
        {t('wallet.memoShow')}
      </Button>
    </span>
  );
}

function Party({ party }: { party: Transaction['fromWallet'] }) {
  const { t } = useTranslation();
  const { user, conversation, isGroup, isTreasury } = party;
  const hasEnded = isGroup && !conversation;
  const name = partyName(party, t);
  const face = (
    <>
      {isTreasury ? (
        <Logo size={24} />
      ) : hasEnded ? (
        <span className="avatar xs wallet-ended">
          <Icon name="people" size="xs" />
        </span>
      ) : (
        <Avatar name={name} url={user?.avatarUrl ?? null} size="xs" />
      )}
      <UserText className="ell">{name}</UserText>
    </>
  );
  if (user) {
    return (
      <Link className="wallet-link" to={profilePath(user.id)}>
        {face}
      </Link>
    );
  }
  if (conversation) {
    return (
      <Link className="wallet-link wallet-of-group" to={`/messages/${encodeURIComponent(conversation.id)}`}>
        {face}
      </Link>
    );
  }
  return (
    <span className={classNames('wallet-link', hasEnded && 'wallet-of-group', !isTreasury && 't3')}>
      {face}
    </span>
  );
}
