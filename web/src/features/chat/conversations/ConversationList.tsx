import type { Conversation, ConversationSort } from '@dazi/contract/chat/conversation-views';
import { conversationSorts } from '@dazi/contract/chat/conversation-views.rules';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { loadNextPage } from '#platform/next-page.ts';
import { useStreamStatus } from '#platform/stream.ts';
import { Badge } from '#ui/Badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Note } from '#ui/Note.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ConversationRow } from './ConversationRow.tsx';
import { defaultSort, inOrder, keepSort, useSort } from './conversation-order.ts';
import { useConversations, useUnreadCount } from './conversations.api.ts';
import { type Lane, searchOf, standsIn } from './lanes.ts';
import { readUpTo } from './messages.api.ts';
import { noteOpening } from './openings.ts';
import { rowsWithoutServer } from './replica/device-copy.ts';
import { useWithoutServer } from './replica/use-without-server.ts';

const searchDelay_ms = 300;

const laneTitles = {
  requests: 'conversations.requests.title',
  archived: 'conversations.archive.title',
} as const;
const archivedList = { search: '', sort: defaultSort, lane: 'archived' } as const;

interface ConversationListProps {
  userId: string;
  openId: string | null;
  lane: Lane;
}

const contents = { own: Conversations, requests: Requests, archived: Archived };

export function ConversationList({ userId, openId, lane }: ConversationListProps) {
  const { t } = useTranslation();
  const Content = contents[lane];
  const title = t(lane === 'own' ? 'conversations.title' : laneTitles[lane]);
  return (
    <section className="conversations-list" aria-label={lane === 'own' ? t('conversations.list') : title}>
      <div className="conversations-list-back">
        <Link className="btn ghost s" to={lane === 'own' ? '/' : '/messages'}>
          <Icon name="back" size="s" />
          {t(lane === 'own' ? 'app.backToMap' : 'conversations.toList')}
        </Link>
      </div>
      <div className="conversations-list-title">
        <h1>{title}</h1>
        <LiveState />
      </div>
      <Content userId={userId} openId={openId} />
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
  const list = useConversations(userId, { search, sort, lane: 'own' });
  // Asked for with the list: what is said there goes into its rows, and the list is not asked for anew each time.
  const archived = useConversations(userId, archivedList, list.isSuccess);
  const hasArchived = rowsOf(list, archived).some((one) => standsIn('archived', one));
  const isSortable = sort !== defaultSort || (list.data?.pages[0]?.data.length ?? 0) > 1;
  const requests = useUnreadCount(userId).data?.messageRequests ?? 0;
  return (
    <>
      <search className="conversations-list-search">
        <div className="input soft">
          <Icon name="search" />
          <input
            className="grow conversations-bare-input"
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
      <div className="conversations-list-scroll">
        {requests > 0 && search === '' && (
          <LaneEntry
            lane="requests"
            icon="people-plus"
            text={t('conversations.requests.entryText')}
            count={requests}
          />
        )}
        <Rows
          list={list}
          userId={userId}
          openId={openId}
          sort={sort}
          lane="own"
          search={search}
          title={t('conversations.list')}
          empty={
            search !== '' ? (
              <EmptyState drawing="talk" title={t('conversations.noneFound')} />
            ) : hasArchived ? (
              <EmptyState drawing="talk" title={t('conversations.archive.all')} />
            ) : (
              <EmptyState drawing="talk" title={t('conversations.none')} text={t('conversations.noneHint')} />
            )
          }
        />
        {hasArchived && search === '' && <LaneEntry lane="archived" icon="archive" />}
      </div>
    </>
  );
}

function Requests({ userId, openId }: LaneProps) {
  const { t } = useTranslation();
  const list = useConversations(userId, { search: '', sort: 'last_message', lane: 'requests' });
  return (
    <div className="conversations-list-scroll">
      <div className="conversations-list-note">
        <Note icon="shield">{t('conversations.requests.hint')}</Note>
      </div>
      <Rows
        list={list}
        userId={userId}
        openId={openId}
        sort="last_message"
        lane="requests"
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

function Archived({ userId, openId }: LaneProps) {
  const { t } = useTranslation();
  const list = useConversations(userId, archivedList);
  return (
    <div className="conversations-list-scroll">
      <div className="conversations-list-note">
        <Note icon="archive">{t('conversations.archive.hint')}</Note>
      </div>
      <Rows
        list={list}
        userId={userId}
        openId={openId}
        sort={archivedList.sort}
        lane="archived"
        title={t('conversations.archive.title')}
        empty={
          <EmptyState
            drawing="talk"
            title={t('conversations.archive.none')}
            text={t('conversations.archive.noneText')}
          />
        }
      />
    </div>
  );
}

interface LaneEntryProps {
  lane: Exclude<Lane, 'own'>;
  icon: IconName;
  text?: string;
  /** How many wait there for an answer. */
  count?: number;
}

/** Leads to the lane; nobody there is seen among the conversations. */
function LaneEntry({ lane, icon, text, count = 0 }: LaneEntryProps) {
  const { t } = useTranslation();
  return (
    <Link
      className={classNames('conversations-lane', lane === 'archived' && 'quiet')}
      to={{ pathname: '/messages', search: searchOf[lane] }}
    >
      <span className="conversations-lane-mark">
        <Icon name={icon} />
      </span>
      <span className="grow">
        <b>{t(laneTitles[lane])}</b>
        {count > 0 && <span className="unseen">{t('conversations.requests.waiting', { count })}</span>}
        {text && <span className="sm t2 ell">{text}</span>}
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
    <div className="conversations-list-sort">
      <label htmlFor={id} className="sm t3">
        {t('conversations.sort.label')}
      </label>
      <span className="conversations-list-sort-choice">
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

type ListQuery = ReturnType<typeof useConversations>;

const rowsOf = (...lists: readonly ListQuery[]) =>
  lists.flatMap(({ data }) => data?.pages ?? []).flatMap((page) => page.data);

interface RowsProps extends LaneProps {
  list: ListQuery;
  sort: ConversationSort;
  lane: Lane;
  search?: string;
  title: string;
  empty: React.ReactNode;
}

function Rows({ list, userId, openId, sort, lane, search = '', title, empty }: RowsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, isPending, refetch } = list;
  const conversations = useMemo(
    () =>
      inOrder(
        (data?.pages ?? []).flatMap((page) => page.data).filter((one) => standsIn(lane, one, search)),
        sort,
      ),
    [data, sort, lane, search],
  );
  const { rows, onLeave } = useFocusOnward(conversations);
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
        <div className="conversations-list-note">
          <InlineError text={t('conversations.loadFailed')} onRetry={() => void refetch()} />
        </div>
        {lane !== 'requests' && <KeptRows userId={userId} openId={openId} sort={sort} lane={lane} />}
      </>
    );
  }
  return (
    <>
      {conversations.length === 0 && empty}
      <ul ref={rows} aria-label={title}>
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            myId={userId}
            isOpen={conversation.id === openId}
            lane={lane}
            onOpen={onOpen}
            {...(lane !== 'requests' && { onLeave })}
          />
        ))}
      </ul>
      <MoreRows list={list} />
    </>
  );
}

/** Whoever sends a row away by keys goes on with the one that takes its place. */
function useFocusOnward(conversations: readonly Conversation[]) {
  const rows = useRef<HTMLUListElement>(null);
  const leaving = useRef<{ id: string; at: number } | null>(null);
  const latest = useRef(conversations);
  useEffect(() => {
    latest.current = conversations;
    if (!leaving.current || conversations.some(({ id }) => id === leaving.current?.id)) return;
    const links = rows.current?.querySelectorAll<HTMLElement>('a.conversations-row') ?? [];
    if (document.activeElement === document.body) {
      links[Math.min(leaving.current.at, links.length - 1)]?.focus();
    }
    leaving.current = null;
  }, [conversations]);
  const onLeave = useCallback(({ id }: Conversation) => {
    leaving.current = { id, at: latest.current.findIndex((one) => one.id === id) };
  }, []);
  return { rows, onLeave };
}

/** Without the server: what this device has of private conversations. */
function KeptRows({ userId, openId, sort, lane }: LaneProps & { sort: ConversationSort; lane: Lane }) {
  const { t } = useTranslation();
  const known = useWithoutServer(userId, true);
  const rows = known ? rowsWithoutServer(known.state, userId, known.blocks) : [];
  const conversations = inOrder(
    rows.filter((one) => standsIn(lane, one)),
    sort,
  );
  if (conversations.length === 0) return null;
  return (
    <>
      <p className="sm t3 conversations-list-kept">{t('conversations.kept')}</p>
      <ul aria-label={t('conversations.list')}>
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            myId={userId}
            isOpen={conversation.id === openId}
            lane={lane}
            onOpen={noteOpening}
          />
        ))}
      </ul>
    </>
  );
}

/** Offline only where the connection was lost or does not come: whoever has just come here is still being connected. */
function LiveState() {
  const { t } = useTranslation();
  const status = useStreamStatus();
  const [last, setLast] = useState<'connected' | 'error' | null>(null);
  if ((status === 'connected' || status === 'error') && status !== last) setLast(status);
  const isLive = status === 'connected';
  return (
    <span className={isLive ? 'pill green conversations-live' : 'pill conversations-live'} role="status">
      <i aria-hidden="true" />
      {isLive
        ? t('conversations.status.live')
        : t(last === null ? 'live.status.connecting' : 'conversations.status.offline')}
    </span>
  );
}

const waitingRows = ['a', 'b', 'c', 'd', 'e'];

function Waiting() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.loading')}>
      {waitingRows.map((key) => (
        <div key={key} className="conversations-row conversations-row-waiting">
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
function MoreRows({ list }: { list: ListQuery }) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(list);
  latest.current = list;
  const { hasNextPage } = list;
  useEffect(() => {
    if (!hasNextPage) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting && !latest.current.isFetchingNextPage) void loadNextPage(latest.current);
    });
    observer.observe(end.current!);
    return () => observer.disconnect();
  }, [hasNextPage]);
  return (
    <div ref={end} className="conversations-list-more">
      <LoadMore
        kind="text"
        list={list}
        label={t('conversations.more')}
        failed={t('conversations.loadFailed')}
      />
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
