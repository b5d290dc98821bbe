import type { Conversation } from '@dazi/contract/conversation-views';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStreamStatus } from '#platform/stream.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import { inOrder, readUpTo, useConversations } from './conversations.api.ts';
import { noteOpening } from './openings.ts';

const searchDelay_ms = 300;

interface ConversationListProps {
  userId: string;
  openId: string | null;
}

export function ConversationList({ userId, openId }: ConversationListProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const search = useDelayed(text.trim(), searchDelay_ms);
  const list = useConversations(userId, search);
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const conversations = useMemo(() => inOrder(data?.pages ?? []), [data]);

  const onOpen = useCallback(
    (conversation: Conversation) => {
      const { id, unreadCount } = conversation;
      noteOpening(conversation);
      if (unreadCount > 0) void readUpTo(client, id, userId, undefined).catch(() => {});
    },
    [client, userId],
  );

  return (
    <section className="lp" aria-label={t('conversations.list')}>
      <div className="lp-back">
        <Link className="btn ghost s" to="/">
          <Icon name="back" size="s" />
          {t('app.backToMap')}
        </Link>
      </div>
      <div className="lp-title">
        <h1>{t('conversations.title')}</h1>
        <LiveState />
      </div>
      <search className="lp-search">
        <div className="input soft">
          <Icon name="search" />
          <input
            className="grow bare-input"
            type="search"
            enterKeyHint="search"
            aria-label={t('conversations.searchLabel')}
            placeholder={t('conversations.search')}
            maxLength={50}
            value={text}
            dir="auto"
            onChange={(event) => setText(event.target.value)}
          />
          {text !== '' && (
            <IconButton
              icon="close"
              size="s"
              iconSize="s"
              tip="none"
              label={t('conversations.clearSearch')}
              onClick={() => setText('')}
            />
          )}
        </div>
      </search>
      <div className="lp-scroll">
        {isPending && <Waiting />}
        {error && !data && (
          <div className="lp-note">
            <InlineError text={t('conversations.loadFailed')} onRetry={() => void refetch()} />
          </div>
        )}
        {data && conversations.length === 0 && search === '' && (
          <EmptyState drawing="talk" title={t('conversations.none')} text={t('conversations.noneHint')} />
        )}
        {data && conversations.length === 0 && search !== '' && (
          <EmptyState drawing="talk" title={t('conversations.noneFound')} />
        )}
        <ul aria-label={t('conversations.list')}>
          {conversations.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              myId={userId}
              isOpen={conversation.id === openId}
              onOpen={onOpen}
            />
          ))}
        </ul>
        {hasNextPage && (
          <MoreRows busy={isFetchingNextPage} onMore={() => !isFetchingNextPage && void fetchNextPage()} />
        )}
      </div>
    </section>
  );
}

function LiveState() {
  const { t } = useTranslation();
  const isLive = useStreamStatus() === 'connected';
  return (
    <span className={isLive ? 'pill green live-state' : 'pill live-state'} role="status">
      <i aria-hidden="true" />
      {t(isLive ? 'conversations.status.live' : 'conversations.status.offline')}
    </span>
  );
}

const waitingRows = ['a', 'b', 'c', 'd', 'e'];

function Waiting() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.loading')}>
      {waitingRows.map((key) => (
        <div key={key} className="crow crow-waiting">
          <Skeleton round width="48px" height="48px" />
          <Skeleton width="55%" height="14px" />
          <span />
          <Skeleton width="80%" />
        </div>
      ))}
    </div>
  );
}

/** Goes on by itself when it comes into sight; a button for those who get there by keys. */
function MoreRows({ busy, onMore }: { busy: boolean; onMore(): void }) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current());
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={end} className="lp-more">
      <Button kind="text" busy={busy} onClick={onMore}>
        {t('conversations.more')}
      </Button>
    </div>
  );
}

function useDelayed(value: string, delay_ms: number): string {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delay_ms);
    return () => clearTimeout(timer);
  }, [value, delay_ms]);
  return delayed;
}
