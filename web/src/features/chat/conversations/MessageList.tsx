import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { conversationLimits } from '@dazi/contract/chat/conversations';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Lightbox, type LightboxItem } from '#features/media/media.api.ts';
import { copyText } from '#platform/clipboard.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useNow } from '#platform/time.ts';
import { Badge } from '#ui/Badge.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { type ConversationLog, movedTo, type Numbered } from './conversation-log.ts';
import { nameOf } from './conversation-names.ts';
import {
  changeLog,
  fetchMessages,
  loadNewer,
  loadOlder,
  logIn,
  moveTo,
  useLog,
  useReactToMessage,
  useRemoveMessage,
} from './conversations.api.ts';
import { placeholdersOf, useQueuedFiles } from './file-queue.ts';
import { JoinRequestCard } from './JoinRequestCard.tsx';
import { MessageActions } from './MessageActions.tsx';
import {
  AlbumBubble,
  type BubbleContext,
  MessageBubble,
  type MessageCards,
  OutgoingBubble,
} from './MessageBubble.tsx';
import { MessageScroller } from './MessageScroller.tsx';
import {
  countsAsUnread,
  isReadByOthers,
  keepsPlace,
  type MessageRow,
  rowsOf,
  sequenceOf,
  unseenIn,
} from './message-rows.ts';
import type { Opening } from './openings.ts';
import { useOutgoing } from './outgoing.ts';
import { eventText } from './preview.ts';
import { daysAgo, fullDate } from './time-label.ts';
import { useTyping } from './typing.ts';

/** A message that was looked for stands out for a moment. */
const mark_ms = 2000;

const nothing: readonly Numbered[] = [];

interface MessageListProps {
  conversation: Conversation;
  log: ConversationLog;
  userId: string;
  /** What was new then stays marked while it is open. */
  opened: Opening;
  /** Where somebody wants to go; another object is another wish. */
  wanted: { sequence: number } | null;
  /** They are there, and stay only as long as they like. */
  onFound(): void;
  onJump(sequence: number): void;
  onReply(message: Numbered): void;
  onEdit(message: Numbered): void;
  onReport(message: Numbered): void;
  onBottom(isAtBottom: boolean): void;
  /** Something of one's own was sent: the end is shown. */
  sentCount: number;
  cards: MessageCards;
}

export function MessageList(props: MessageListProps) {
  const { conversation, userId, opened, wanted, onFound, onJump, onReply, onEdit } = props;
  const { onReport, onBottom, sentCount, cards } = props;
  const { t } = useTranslation();
  const { id, isPrivate, readers, can, members, chatRoom } = conversation;
  // What leaves the outbox is in the log by then, which others are told of a moment later.
  const log = useLog(id) ?? props.log;
  const files = useQueuedFiles(id);
  const inOutbox = useOutgoing(id);
  const outgoing = useMemo(() => {
    const placeholders = placeholdersOf(files, id, userId);
    const known = new Set(inOutbox.map(({ clientId }) => clientId));
    return [...inOutbox, ...placeholders.filter(({ clientId }) => !known.has(clientId))];
  }, [files, inOutbox, id, userId]);
  const divided = opened.unreadCount > 0 ? opened.readSequence : null;
  const rows = useMemo(
    () =>
      rowsOf({
        messages: log.messages,
        hasOlder: log.hasOlder,
        cards: log.cards,
        outgoing,
        myId: userId,
        readSequence: divided,
      }),
    [log.messages, log.hasOlder, log.cards, outgoing, userId, divided],
  );
  const [isAtBottom, setAtBottom] = useState(divided === null);
  const [newCount] = useState(() => newWhenOpened(log, opened, userId));
  const { fresh, onShown } = useFresh(log, userId, isAtBottom, { ...opened, unreadCount: newCount });
  const older = useOlder(id);
  const newer = useNewer(id);
  const controls = useRef<{ toBottom(): void } | null>(null);
  const toNewest = useToNewest(log, id, controls);
  const { target, marked } = useJump(id, wanted, onFound, rows);
  const react = useReactToMessage(userId);
  const [deleting, setDeleting] = useState<readonly Numbered[]>(nothing);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const media = useMemo(() => log.messages.filter(isShownMedia), [log.messages]);

  const names = useMemo(
    () => [
      ...new Set([
        ...members.map(({ user }) => user.name),
        ...log.messages.map(({ senderName }) => senderName).filter((name) => name !== ''),
      ]),
    ],
    [members, log.messages],
  );
  const latest = useRef({ media, react });
  latest.current = { media, react };
  const context = useMemo(
    (): BubbleContext => ({
      myId: userId,
      isPrivate,
      canSend: can.send,
      names,
      cards,
      handlers: {
        onReply,
        onEdit,
        onJump,
        onDelete: (message) => setDeleting([message]),
        onDeleteAll: setDeleting,
        onReport,
        onOpenMedia: (message) =>
          setEnlarged(latest.current.media.findIndex(({ sequence }) => sequence === message.sequence)),
        onCopy: ({ content }) =>
          void copyText(content).then(
            () => showToast({ type: 'success', message: t('conversations.actions.copied') }),
            () => showToast({ type: 'error', message: t('conversations.actions.copyFailed') }),
          ),
        onReact: (message, type: ReactionType) =>
          latest.current.react.mutate(
            {
              conversationId: message.conversationId,
              messageId: message.id,
              reactionType: message.myReaction === type ? null : type,
            },
            {
              onError: () => showToast({ type: 'error', message: t('conversations.actions.reactFailed') }),
            },
          ),
      },
    }),
    [userId, isPrivate, can.send, names, cards, onReply, onEdit, onReport, onJump, t],
  );

  const seenSent = useRef(sentCount);
  useEffect(() => {
    if (seenSent.current === sentCount) return;
    seenSent.current = sentCount;
    toNewest();
  }, [sentCount, toNewest]);

  const bottom = useCallback(
    (isThere: boolean) => {
      setAtBottom(isThere);
      onBottom(isThere);
    },
    [onBottom],
  );

  const draw = (row: MessageRow) => {
    switch (row.kind) {
      case 'day':
        return <Day instant={row.instant} />;
      case 'unread':
        return (
          <div className="unreadline">
            <span>{t('conversations.newMessages', { count: Math.max(1, newCount) })}</span>
          </div>
        );
      case 'line':
        return <Line message={row.message} />;
      case 'request':
        return <JoinRequestCard message={row.message} roomId={chatRoom?.id ?? ''} userId={userId} />;
      case 'result':
        return (
          <div className="result-row" data-sequence={row.message.sequence}>
            {cards.result(row.message)}
          </div>
        );
      case 'message':
        return (
          <MessageBubble
            message={row.message}
            isFirst={row.isFirst}
            isLast={row.isLast}
            isRead={isReadByOthers(row.message, readers, userId)}
            isMarked={marked === row.message.sequence}
            context={context}
          />
        );
      case 'album':
        return (
          <AlbumBubble
            messages={row.messages}
            isFirst={row.isFirst}
            isLast={row.isLast}
            isRead={isReadByOthers(row.messages.at(-1)!, readers, userId)}
            isMarked={row.messages.some(({ sequence }) => sequence === marked)}
            context={context}
          />
        );
      case 'outgoing':
        return <OutgoingBubble message={row.message} isFirst={row.isFirst} isLast={row.isLast} />;
    }
  };
  const isEmpty = rows.length === 0 && !log.hasOlder;
  const title = nameOf(conversation, t);
  const items = useMemo((): LightboxItem[] => media.map(lightboxItem), [media]);
  // Of pictures that were sent together each can be answered, reacted to and taken back here.
  const actions = (index: number) => {
    const message = media[index];
    if (!message) return null;
    const leaving = (action: (message: Numbered) => void) => (chosen: Numbered) => {
      setEnlarged(null);
      action(chosen);
    };
    const { onReply, onEdit, onDelete, onReport, ...staying } = context.handlers;
    return (
      <ViewedActions
        message={message}
        isOwn={message.senderId === userId}
        canSend={can.send}
        {...staying}
        onReply={leaving(onReply)}
        onEdit={leaving(onEdit)}
        onDelete={leaving(onDelete)}
        onReport={leaving(onReport)}
      />
    );
  };
  return (
    <div className="msgs-frame">
      {isEmpty ? (
        <div className="msgs msgs-empty">
          <EmptyState drawing="talk" title={t('conversations.empty')} text={t('conversations.emptyText')} />
        </div>
      ) : (
        <MessageScroller
          rows={rows}
          keepsPlace={keepsPlace}
          label={t('conversations.messages', { title })}
          beginAt={divided === null ? null : 'unread'}
          target={target}
          isWhole={!log.isDetached}
          onBottom={bottom}
          onShown={onShown}
          onOlder={older.load}
          onNewer={newer}
          controls={controls}
          before={<OlderState hasOlder={log.hasOlder} failed={older.failed} onRetry={older.load} />}
          after={<TypingLine conversationId={id} />}
        >
          {draw}
        </MessageScroller>
      )}
      {!isEmpty && (!isAtBottom || log.isDetached) && (
        <button
          type="button"
          className="to-newest"
          aria-label={
            fresh > 0 ? t('conversations.newMessages', { count: fresh }) : t('conversations.toNewest')
          }
          onClick={toNewest}
        >
          <Icon name="chevron-down" />
          {fresh > 0 && <Badge count={fresh} />}
        </button>
      )}
      <Announcement log={log} userId={userId} />
      <Lightbox items={items} index={enlarged} onIndex={setEnlarged} actions={actions} />
      <DeleteMessages messages={deleting} userId={userId} onDone={() => setDeleting(nothing)} />
    </div>
  );
}

const isShownMedia = (message: Numbered) =>
  (message.type === 'IMAGE' || message.type === 'VIDEO') &&
  message.media !== null &&
  !message.isDeleted &&
  !message.folded;

const lightboxItem = ({ media, senderName, senderAvatar, createdAt }: Numbered): LightboxItem => ({
  media: media!,
  author: senderName,
  avatarUrl: senderAvatar,
  createdAt,
});

function Day({ instant }: { instant: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const days = daysAgo(instant, useNow());
  const label =
    days === 0
      ? t('conversations.today')
      : days === 1
        ? t('conversations.yesterday')
        : fullDate(instant, language);
  return (
    <div className="day">
      <span>{label}</span>
    </div>
  );
}

/** What the server wrote, in the reader's language. */
function Line({ message }: { message: Numbered }) {
  const { t } = useTranslation();
  const said = message.event ? eventText(message.event, t) : message.content;
  return (
    <p className="sysmsg">
      <UserText>{message.isDeleted ? t('conversations.deleted') : said}</UserText>
    </p>
  );
}

function OlderState({ hasOlder, failed, onRetry }: { hasOlder: boolean; failed: boolean; onRetry(): void }) {
  const { t } = useTranslation();
  if (failed) return <InlineError text={t('conversations.olderFailed')} onRetry={onRetry} />;
  if (!hasOlder) return null;
  return (
    <div className="older" role="status" aria-label={t('conversations.older')}>
      <Spinner />
    </div>
  );
}

function TypingLine({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation();
  const [one, other, third] = useTyping(conversationId);
  let text = '';
  if (third) text = t('conversations.typing.several');
  else if (one && other) text = t('conversations.typing.two', { name: one.name, other: other.name });
  else if (one) text = t('conversations.typing.one', { name: one.name });
  return (
    <p className="typing" aria-live="polite">
      {text && <UserText>{text}</UserText>}
    </p>
  );
}

/** Where one is seen large its button stands beside it, also for a finger. */
function ViewedActions(props: Omit<Parameters<typeof MessageActions>[0], 'menu'>) {
  const [isOpen, setOpen] = useState(false);
  return <MessageActions {...props} menu={{ isOpen, setOpen }} />;
}

/** Readers of the screen hear what others say as it comes. */
function Announcement({ log, userId }: { log: ConversationLog; userId: string }) {
  const [first] = useState(log.lastSequence);
  const last = log.messages.at(-1);
  const isNews = last && last.sequence > first && countsAsUnread(last, userId) && last.type === 'TEXT';
  return (
    <p className="unseen" aria-live="polite">
      {isNews ? `${last.senderName}: ${last.content}` : ''}
    </p>
  );
}

function DeleteMessages(props: { messages: readonly Numbered[]; userId: string; onDone(): void }) {
  const { messages, userId, onDone } = props;
  const { t } = useTranslation();
  const remove = useRemoveMessage(userId);
  const confirm = async () => {
    const removals = messages.map(({ conversationId, id: messageId }) =>
      remove.mutateAsync({ conversationId, messageId }),
    );
    const isDone = (await Promise.allSettled(removals)).every(({ status }) => status === 'fulfilled');
    if (!isDone) showToast({ type: 'error', message: t('conversations.actions.deleteFailed') });
    onDone();
  };
  const count = messages.length;
  return (
    <ConfirmDialog
      open={count > 0}
      onOpenChange={(open) => !open && onDone()}
      title={
        count > 1
          ? t('conversations.actions.deleteAllQuestion', { count })
          : t('conversations.actions.deleteQuestion')
      }
      confirmLabel={t('conversations.actions.delete')}
      onConfirm={confirm}
      busy={remove.isPending}
      destructive
    />
  );
}

/** The server counts no further than a badge shows; of more the numbers of the log tell. */
const newWhenOpened = (log: ConversationLog, { readSequence, unreadCount }: Opening, userId: string) =>
  unreadCount < conversationLimits.unread ? unreadCount : unseenIn(log, readSequence, userId);

/** What others said that the reader has not come to yet. */
function useFresh(log: ConversationLog, userId: string, isAtBottom: boolean, opened: Opening) {
  const [seen, setSeen] = useState(opened.unreadCount > 0 ? opened.readSequence : log.lastSequence);
  const [first] = useState(log.lastSequence);
  const isUpToDate = isAtBottom && !log.isDetached;
  if (isUpToDate && seen !== log.lastSequence) setSeen(log.lastSequence);
  const onShown = useCallback(
    (row: MessageRow) => setSeen((before) => Math.max(before, sequenceOf(row))),
    [],
  );
  const most = opened.unreadCount + log.lastSequence - first;
  return { fresh: isUpToDate ? 0 : Math.min(most, unseenIn(log, seen, userId)), onShown };
}

/** To the end, also from a place from which it has to be fetched. */
function useToNewest(
  { isDetached }: ConversationLog,
  conversationId: string,
  controls: RefObject<{ toBottom(): void } | null>,
): () => void {
  const client = useQueryClient();
  const { t } = useTranslation();
  const isWanted = useRef(false);
  // As soon as the end is drawn, and not before: what is drawn until then has an end too.
  useLayoutEffect(() => {
    if (isDetached || !isWanted.current) return;
    isWanted.current = false;
    controls.current?.toBottom();
  }, [isDetached, controls]);
  return useCallback(() => {
    if (!logIn(client, conversationId)?.isDetached) {
      controls.current?.toBottom();
      return;
    }
    isWanted.current = true;
    moveTo(client, conversationId, {})
      // Said while that was on its way.
      .then(() => loadNewer(client, conversationId))
      .catch(() => {
        isWanted.current = false;
        showToast({ type: 'error', message: t('conversations.openFailed') });
      });
  }, [client, conversationId, controls, t]);
}

function useOlder(conversationId: string) {
  const client = useQueryClient();
  const busy = useRef(false);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    setFailed(false);
    loadOlder(client, conversationId)
      .catch(() => setFailed(true))
      .finally(() => {
        busy.current = false;
      });
  }, [client, conversationId]);
  return { failed, load };
}

/** Coming back down from an older place. */
function useNewer(conversationId: string): () => void {
  const client = useQueryClient();
  const busy = useRef(false);
  return useCallback(() => {
    if (busy.current) return;
    busy.current = true;
    loadNewer(client, conversationId)
      .catch(() => {})
      .finally(() => {
        busy.current = false;
      });
  }, [client, conversationId]);
}

/** Brings a message into sight, fetching its surroundings when they are not here. */
function useJump(
  conversationId: string,
  wanted: { sequence: number } | null,
  onFound: () => void,
  rows: readonly MessageRow[],
): { target: { key: string } | null; marked: number | null } {
  const client = useQueryClient();
  const { t } = useTranslation();
  const [open, setOpen] = useState<{ sequence: number } | null>(null);
  const [target, setTarget] = useState<{ key: string } | null>(null);
  const [marked, setMarked] = useState<number | null>(null);

  useEffect(() => {
    if (!wanted) return;
    const { sequence } = wanted;
    const log = logIn(client, conversationId);
    const isHere = log?.messages.some((message) => message.sequence === sequence);
    if (isHere) {
      setOpen(wanted);
      onFound();
      return;
    }
    let isGone = false;
    fetchMessages(conversationId, { around: sequence })
      .then((page) => {
        if (isGone) return;
        changeLog(client, conversationId, (now) => movedTo(now, page));
        setOpen(wanted);
        onFound();
      })
      .catch(() => showToast({ type: 'info', message: t('conversations.reply.gone') }));
    return () => {
      isGone = true;
    };
  }, [wanted, onFound, client, conversationId, t]);

  if (open) {
    const row = rows.find((one) => {
      if (one.kind === 'message' || one.kind === 'result') return one.message.sequence === open.sequence;
      return one.kind === 'album' && one.messages.some(({ sequence }) => sequence === open.sequence);
    });
    if (row) {
      setTarget({ key: row.key });
      setMarked(open.sequence);
      setOpen(null);
    }
  }
  useEffect(() => {
    if (marked === null) return;
    const timer = setTimeout(() => setMarked(null), mark_ms);
    return () => clearTimeout(timer);
  }, [marked]);
  return { target, marked };
}
