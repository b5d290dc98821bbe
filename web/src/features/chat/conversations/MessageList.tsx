import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/Badge.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import type { ConversationLog, Numbered } from './conversation-log.ts';
import { nameOf } from './conversation-names.ts';
import { useLog } from './conversations.api.ts';
import { DeleteMessages } from './DeleteMessages.tsx';
import { MessageAnnouncement } from './MessageAnnouncement.tsx';
import type { BubbleContext, BubbleHandlers, MessageCards } from './MessageBubble.tsx';
import { MessageLightbox } from './MessageLightbox.tsx';
import { MessageRowContent } from './MessageRowContent.tsx';
import { MessageScroller } from './MessageScroller.tsx';
import { keepsPlace } from './message-rows.ts';
import type { Opening } from './openings.ts';
import { TypingLine } from './TypingLine.tsx';
import { useCopyMessage } from './use-copy-message.ts';
import { useEnlargedMedia } from './use-enlarged-media.ts';
import { newWhenOpened, useFresh } from './use-fresh.ts';
import { useJump } from './use-jump.ts';
import { useNewer, useOlder } from './use-log-ends.ts';
import { useMayWrite } from './use-may-write.ts';
import { useMessageRows } from './use-message-rows.ts';
import { usePinning } from './use-pinning.ts';
import { useTakingOut } from './use-taking-out.ts';
import { useToNewest } from './use-to-newest.ts';
import { useToggleReaction } from './use-toggle-reaction.ts';
import { useWaitingMessage } from './use-waiting-message.ts';

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
  /** Words that were not sent yet came back into the field. */
  onResume(): void;
  onReport(message: Numbered): void;
  onBottom(isAtBottom: boolean): void;
  /** Something of one's own was sent: the end is shown. */
  sentCount: number;
  cards: MessageCards;
}

export function MessageList(props: MessageListProps) {
  const { conversation, userId, opened, wanted, onFound, onJump, onReply, onEdit, onResume } = props;
  const { onReport, onBottom, sentCount, cards } = props;
  const { t } = useTranslation();
  const { id, isPrivate, can } = conversation;
  // What leaves the outbox is in the log by then, which others are told of a moment later.
  const log = useLog(id) ?? props.log;
  const divided = opened.unreadCount > 0 ? opened.readSequence : null;
  const rows = useMessageRows(id, log, userId, divided);
  const [isAtBottom, setAtBottom] = useState(divided === null);
  const [newCount] = useState(() => newWhenOpened(log, opened, userId));
  const { fresh, onShown } = useFresh(log, userId, isAtBottom, { ...opened, unreadCount: newCount });
  const older = useOlder(id);
  const newer = useNewer(id);
  const controls = useRef<{ toBottom(): void } | null>(null);
  const toNewest = useToNewest(log, id, controls);
  const { target, marked } = useJump(id, wanted, onFound, rows);
  const [deleting, setDeleting] = useState<readonly Numbered[]>(nothing);
  const { media, index, setIndex, enlarge } = useEnlargedMedia(log.messages);
  const names = useNames(conversation, log);
  const onCopy = useCopyMessage();
  const onReact = useToggleReaction(userId);
  const pinning = usePinning(conversation, userId);
  const takingOut = useTakingOut(conversation, userId, setDeleting);
  const { mayReply, mayEdit } = useMayWrite(conversation);
  const waiting = useWaitingMessage(mayEdit, log, onReply, onResume);
  const handlers = useMemo(
    (): BubbleHandlers => ({
      onReply,
      onEdit,
      onJump,
      onReport,
      onCopy,
      onReact,
      onOpenMedia: enlarge,
      onDelete: (message) => setDeleting([message]),
      onDeleteAll: setDeleting,
      waiting,
      more: (message) => [...pinning(message), ...takingOut(message)],
    }),
    [onReply, onEdit, onJump, onReport, onCopy, onReact, enlarge, pinning, takingOut, waiting],
  );
  const context = useMemo((): BubbleContext => {
    const may = { react: can.send, reply: mayReply, edit: mayEdit };
    return { myId: userId, isPrivate, may, names, cards, handlers };
  }, [userId, isPrivate, can.send, mayReply, mayEdit, names, cards, handlers]);

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

  const isEmpty = rows.length === 0 && !log.hasOlder;
  return (
    <div className="conversations-log-frame">
      {isEmpty ? (
        <div className="conversations-log conversations-log-empty">
          <EmptyState drawing="talk" title={t('conversations.empty')} text={t('conversations.emptyText')} />
        </div>
      ) : (
        <MessageScroller
          rows={rows}
          keepsPlace={keepsPlace}
          label={t('conversations.messages', { title: nameOf(conversation, t) })}
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
          {(row) => <MessageRowContent {...{ row, conversation, newCount, marked, context }} />}
        </MessageScroller>
      )}
      {!isEmpty && (!isAtBottom || log.isDetached) && <ToNewest fresh={fresh} onClick={toNewest} />}
      <MessageAnnouncement log={log} userId={userId} />
      <MessageLightbox media={media} index={index} onIndex={setIndex} context={context} />
      <DeleteMessages messages={deleting} userId={userId} onDone={() => setDeleting(nothing)} />
    </div>
  );
}

/** Of everybody who may be mentioned in it. */
function useNames({ members }: Conversation, { messages }: ConversationLog): readonly string[] {
  return useMemo(
    () => [
      ...new Set([
        ...members.map(({ user }) => user.name),
        ...messages.map(({ senderName }) => senderName).filter((name) => name !== ''),
      ]),
    ],
    [members, messages],
  );
}

function ToNewest({ fresh, onClick }: { fresh: number; onClick(): void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="conversations-to-newest"
      aria-label={fresh > 0 ? t('conversations.newMessages', { count: fresh }) : t('conversations.toNewest')}
      onClick={onClick}
    >
      <Icon name="chevron-down" />
      {fresh > 0 && <Badge count={fresh} />}
    </button>
  );
}

function OlderState({ hasOlder, failed, onRetry }: { hasOlder: boolean; failed: boolean; onRetry(): void }) {
  const { t } = useTranslation();
  if (failed) return <InlineError text={t('conversations.olderFailed')} onRetry={onRetry} />;
  if (!hasOlder) return null;
  return (
    <div className="conversations-older" role="status" aria-label={t('conversations.older')}>
      <Spinner />
    </div>
  );
}
