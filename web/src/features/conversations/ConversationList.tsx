import {
  type Conversation,
  type ConversationSort,
  conversationSorts,
} from '@dazi/contract/conversation-views';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useStreamStatus } from '#platform/stream.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import { defaultSort, inOrder, keepSort, useSort } from './conversation-order.ts';
import { readUpTo, useConversations, useUnreadCount } from './conversations.api.ts';
import { conversationOf } from './kept-conversations.ts';
import { noteOpening } from './openings.ts';
import { usePrivateState } from './private-store.ts';

const searchDelay_ms = 300;

interface ConversationListProps {
  userId: string;
  openId: string | null;
  /** The lane of what people write whom one does not know, instead of the conversations. */
  inRequests: boolean;
}

export function ConversationList({ userId, openId, inRequests }: ConversationListProps) {
  const { t } = useTranslation();
  return (
    <section
      className="lp"
      aria-label={t(inRequests ? 'conversations.requests.title' : 'conversations.list')}
    >
      <div className="lp-back">
        <Link className="btn ghost s" to={inRequests ? '/messages' : '/'}>
          <Icon name="back" size="s" />
          {t(inRequests ? 'conversations.toList' : 'app.backToMap')}
        </Link>
      </div>
      <div className="lp-title">
        <h1>{t(inRequests ? 'conversations.requests.title' : 'conversations.title')}</h1>
        <LiveState />
      </div>
      {inRequests ? (
        <Requests userId={userId} openId={openId} />
      ) : (
        <Conversations userId={userId} openId={openId} />
      )}
    </section>
  );
}

interface LaneProps {
  userId: string;
  openId: string | null;
}

function Conversations({ userId, openId }: LaneProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const search = useDelayed(text.trim(), searchDelay_ms);
  const sort = useSort(userId);
  const list = useConversations(userId, { search, sort, requests: false });
  const isSortable = sort !== defaultSort || (list.data?.pages[0]?.data.length ?? 0) > 1;
  const requests = useUnreadCount(userId).data?.messageRequests ?? 0;
  return (
    <>
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
        {isSortable && <SortChoice sort={sort} onChange={(next) => keepSort(userId, next)} />}
      </search>
      <div className="lp-scroll">
        {requests > 0 && search === '' && <RequestsEntry count={requests} />}
        <Rows
          list={list}
          userId={userId}
          openId={openId}
          sort={sort}
          search=""
          title={t('conversations.list')}
          empty={
            search === '' ? (
              <EmptyState drawing="talk" title={t('conversations.none')} text={t('conversations.noneHint')} />
            ) : (
              <EmptyState drawing="talk" title={t('conversations.noneFound')} />
            )
          }
        />
      </div>
    </>
  );
}

function Requests({ userId, openId }: LaneProps) {
  const { t } = useTranslation();
  const list = useConversations(userId, { search: '', sort: 'last_message', requests: true });
  return (
    <div className="lp-scroll">
      <div className="lp-note">
        <Note icon="shield">{t('conversations.requests.hint')}</Note>
      </div>
      <Rows
        list={list}
        userId={userId}
        openId={openId}
        sort="last_message"
        search="?requests"
        title={t('conversations.requests.title')}
        empty={
          <EmptyState
            drawing="talk"
            title={t('conversations.requests.none')}
            text={t('conversations.requests.noneText')}
          />
        }
      />
    </div>
  );
}

/** Leads to the lane; nobody there is seen among the conversations. */
function RequestsEntry({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <Link className="requests-entry" to="/messages?requests">
      <span className="requests-mark">
        <Icon name="people-plus" />
      </span>
      <span className="grow">
        <b>{t('conversations.requests.title')}</b>
        <span className="unseen">{t('conversations.requests.waiting', { count })}</span>
        <span className="sm t2 ell">{t('conversations.requests.entryText')}</span>
      </span>
      <span aria-hidden="true">
        <Badge count={count} />
      </span>
      <Icon name="chevron-right" size="s" />
    </Link>
  );
}

function SortChoice({ sort, onChange }: { sort: ConversationSort; onChange(sort: ConversationSort): void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="lp-sort">
      <label htmlFor={id} className="sm t3">
        {t('conversations.sort.label')}
      </label>
      <span className="lp-sort-choice">
        <select id={id} value={sort} onChange={(event) => onChange(event.target.value as ConversationSort)}>
          {conversationSorts.map((value) => (
            <option key={value} value={value}>
              {t(`conversations.sort.${value}`)}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size="xs" />
      </span>
    </div>
  );
}

interface RowsProps extends LaneProps {
  list: ReturnType<typeof useConversations>;
  sort: ConversationSort;
  search: string;
  title: string;
  empty: React.ReactNode;
}

function Rows({ list, userId, openId, sort, search, title, empty }: RowsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const conversations = useMemo(
    () => inOrder(data?.pages.flatMap((page) => page.data) ?? [], sort),
    [data, sort],
  );
  const onOpen = useCallback(
    (conversation: Conversation) => {
      const { id, unreadCount, messageRequest } = conversation;
      noteOpening(conversation);
      // Whoever is not known learns nothing of being read.
      if (unreadCount > 0 && messageRequest !== 'incoming') {
        void readUpTo(client, id, userId, undefined).catch(() => {});
      }
    },
    [client, userId],
  );
  if (isPending) return <Waiting />;
  if (error && !data) {
    return (
      <>
        <div className="lp-note">
          <InlineError text={t('conversations.loadFailed')} onRetry={() => void refetch()} />
        </div>
        {search === '' && <KeptRows userId={userId} openId={openId} sort={sort} />}
      </>
    );
  }
  return (
    <>
      {conversations.length === 0 && empty}
      <ul aria-label={title}>
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            myId={userId}
            isOpen={conversation.id === openId}
            search={search}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {hasNextPage && (
        <MoreRows busy={isFetchingNextPage} onMore={() => !isFetchingNextPage && void fetchNextPage()} />
      )}
    </>
  );
}

/** Without the server: what this device has of private conversations. */
function KeptRows({ userId, openId, sort }: LaneProps & { sort: ConversationSort }) {
  const { t } = useTranslation();
  const { items } = usePrivateState(userId);
  if (items.length === 0) return null;
  const conversations = inOrder(
    items.map((item) => conversationOf(item, userId)),
    sort,
  );
  return (
    <>
      <p className="sm t3 lp-kept">{t('conversations.kept')}</p>
      <ul aria-label={t('conversations.list')}>
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            myId={userId}
            isOpen={conversation.id === openId}
            search=""
            onOpen={noteOpening}
          />
        ))}
      </ul>
    </>
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
