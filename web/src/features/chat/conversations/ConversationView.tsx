import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { User } from '@dazi/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/api.ts';
import { copyText } from '#platform/clipboard.ts';
import { useStreamStatus } from '#platform/stream.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Note } from '#ui/Note.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { Composer } from './Composer.tsx';
import { ConversationHeader } from './ConversationHeader.tsx';
import type { Numbered } from './conversation-log.ts';
import { nameOf } from './conversation-names.ts';
import { foldHistory, useConversation, useLog } from './conversations.api.ts';
import { useDraft } from './drafts.ts';
import { FindMessages } from './FindMessages.tsx';
import { conversationOf, keptLog } from './kept-conversations.ts';
import type { MessageCards } from './MessageBubble.tsx';
import { MessageList } from './MessageList.tsx';
import { forgetOpening, openingOf } from './openings.ts';
import { isUnanswered } from './outbox.ts';
import { useOutgoing } from './outgoing.ts';
import { BlockedNote, RequestAnswer } from './PrivateNotes.tsx';
import { usePrivateState } from './private-store.ts';
import { useBeginning } from './use-beginning.ts';
import { useTakeFiles } from './use-file-sending.ts';
import { useReading } from './use-reading.ts';

interface ConversationViewProps {
  conversationId: string;
  user: User;
  /** The arrow of small screens. */
  onBack(): void;
  onClose(): void;
  /** Opens the wallet of the group. */
  onWallet(title: string): void;
  /** Of two people: to send Dazi to the other one. */
  onSendDazi(person: { id: string; name: string; avatarUrl: string | null }): void;
  /** Of what becomes of its group's wallet when the last one leaves. */
  walletNote: ReactNode;
  /** Tells the administrators about a message, or about the room. */
  onReport(reported: { targetType: 'message' | 'room'; targetId: string; name: string }): void;
  cards: MessageCards;
  /** What else the composer offers; `onSent` shows the end of the conversation. */
  composerTools(onSent: () => void): ReactNode;
}

/** One open conversation. Its parent gives it the id as key: another conversation begins anew. */
export function ConversationView(props: ConversationViewProps) {
  const { conversationId, user, onBack, onClose, onWallet, onSendDazi, walletNote, onReport, cards } = props;
  const { composerTools } = props;
  const { t } = useTranslation();
  const answer = useConversation(conversationId, user.id);
  const { error, isPlaceholderData, refetch } = answer;
  const keptHere = useKept(conversationId, user.id, answer);
  const conversation = answer.data ?? keptHere?.conversation;
  const fetchedLog = useLog(conversationId);
  const log = fetchedLog ?? keptHere?.log;
  // As the list knew it: opening marks everything read.
  const [opened, setOpened] = useState(() => openingOf(conversationId) ?? conversation);
  useEffect(() => forgetOpening(conversationId), [conversationId]);
  const client = useQueryClient();
  useEffect(() => () => foldHistory(client, conversationId), [client, conversationId]);
  if (conversation && !opened) setOpened(conversation);
  const [isFinding, setFinding] = useState(false);
  const [wanted, setWanted] = useState<{ sequence: number } | null>(null);
  const [replyTo, setReplyTo] = useState<Numbered | null>(null);
  const [editing, setEditing] = useState<Numbered | null>(null);
  const [isAtBottom, setAtBottom] = useState(true);
  const [sentCount, setSentCount] = useState(0);
  const isPrivate = conversation?.isPrivate ?? false;
  const hasBegun = useBeginning(conversationId, opened, log);
  const isRequest = conversation?.messageRequest === 'incoming';
  const takeFiles = useTakeFiles(conversationId, isPrivate);
  const drop = useDrop(takeFiles);
  // Whoever is not known learns nothing of being read.
  useReading(isPlaceholderData || isRequest ? undefined : answer.data, fetchedLog, user.id, isAtBottom);

  const onSent = useCallback(() => {
    setWanted(null);
    setSentCount((count) => count + 1);
  }, []);
  const onFound = useCallback(() => setWanted(null), []);
  const onJump = useCallback((sequence: number) => setWanted({ sequence }), []);
  // Another object is another wish.
  const onReply = useCallback((message: Numbered) => {
    setEditing(null);
    setReplyTo({ ...message });
  }, []);
  const onReportMessage = useCallback(
    ({ id, senderName }: Numbered) => onReport({ targetType: 'message', targetId: id, name: senderName }),
    [onReport],
  );
  const onEdit = useCallback((message: Numbered) => {
    setReplyTo(null);
    setEditing({ ...message });
  }, []);

  // As it is now: what is answered or changed may be taken back meanwhile.
  const nowOf = (chosen: Numbered | null) =>
    log?.messages.find(({ sequence }) => sequence === chosen?.sequence) ?? chosen;
  const quoted = nowOf(replyTo);
  const isGone = quoted?.isDeleted === true || nowOf(editing)?.isDeleted === true;
  useEffect(() => {
    if (!isGone) return;
    setReplyTo(null);
    setEditing(null);
    showToast({ type: 'info', message: t('conversations.reply.gone') });
  }, [isGone, t]);

  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 403);
  if (isMissing) {
    const why = whyMissing(error.code, opened !== undefined);
    return <Missing why={why} conversationId={conversationId} userId={user.id} onClose={onClose} />;
  }
  if (error && !conversation) {
    return (
      <section className="cv cv-failed">
        <InlineError text={t('conversations.openFailed')} onRetry={() => void refetch()} />
      </section>
    );
  }
  if (!conversation) return <Waiting />;
  return (
    <section className="cv" {...drop.handlers}>
      <ConversationHeader
        conversation={conversation}
        user={user}
        isLoading={isPlaceholderData}
        wasMentioned={opened?.mentionsMe ?? false}
        isFinding={isFinding}
        onFind={() => setFinding(!isFinding)}
        onBack={onBack}
        onClose={onClose}
        walletNote={walletNote}
        onWallet={() => onWallet(nameOf(conversation, t))}
        onSendDazi={onSendDazi}
        onReport={(targetId) => onReport({ targetType: 'room', targetId, name: nameOf(conversation, t) })}
      />
      {isFinding && (
        <FindMessages conversationId={conversationId} onJump={onJump} onClose={() => setFinding(false)} />
      )}
      {log && hasBegun && (!isPlaceholderData || keptHere) ? (
        <MessageList
          conversation={conversation}
          log={log}
          userId={user.id}
          opened={opened ?? conversation}
          wanted={wanted}
          onFound={onFound}
          onJump={onJump}
          onReply={onReply}
          onEdit={onEdit}
          onReport={onReportMessage}
          onBottom={setAtBottom}
          sentCount={sentCount}
          cards={cards}
        />
      ) : (
        <WaitingMessages />
      )}
      <NetworkNote conversationId={conversationId} />
      <Below conversation={conversation} userId={user.id} onClose={onClose}>
        <Composer
          conversation={conversation}
          userId={user.id}
          replyTo={replyTo}
          quoted={quoted}
          onReplyDone={() => setReplyTo(null)}
          editing={editing}
          onEditDone={() => setEditing(null)}
          onEditFailed={() => showToast({ type: 'error', message: t('conversations.actions.editFailed') })}
          onSent={onSent}
          takeFiles={takeFiles}
          tools={composerTools(onSent)}
        />
      </Below>
      {drop.isOver && (
        <div className="drop-overlay">
          <span className="drop-mark">
            <Icon name="image" size="l" />
          </span>
          <b>{t('conversations.files.drop')}</b>
          <span>{t('conversations.files.dropHint')}</span>
        </div>
      )}
    </section>
  );
}

interface BelowProps {
  conversation: Conversation;
  userId: string;
  onClose(): void;
  children: ReactNode;
}

/** Where one writes, or why one does not. */
function Below({ conversation, userId, onClose, children }: BelowProps) {
  if (conversation.messageRequest === 'incoming') {
    return <RequestAnswer conversation={conversation} userId={userId} onClose={onClose} />;
  }
  if (conversation.otherParticipant?.blockedByMe) {
    const { id, otherParticipant: person } = conversation;
    return <BlockedNote person={person} userId={userId} conversationId={id} />;
  }
  return children;
}

/** What this device has of it while the server cannot be asked. */
function useKept(conversationId: string, myId: string, { data, error }: ReturnType<typeof useConversation>) {
  const state = usePrivateState(myId);
  const isWanted = !data && error !== null && isUnanswered(error);
  return useMemo(() => {
    const item = isWanted && state.items.find(({ conversation }) => conversation.id === conversationId);
    if (!item) return null;
    return { conversation: conversationOf(item, myId), log: keptLog(state.messages, item, myId) };
  }, [isWanted, state, conversationId, myId]);
}

type Missed = 'removed' | 'banned' | 'left' | 'notAMember' | 'notFound';

/** Who left by themselves is told so only where it stood open when that happened. */
function whyMissing(code: string, wasHere: boolean): Missed {
  if (code === 'REMOVED_FROM_ROOM') return 'removed';
  if (code === 'BANNED_FROM_ROOM') return 'banned';
  if (code === 'NOT_A_MEMBER') return wasHere ? 'left' : 'notAMember';
  return 'notFound';
}

interface MissingProps {
  why: Missed;
  conversationId: string;
  userId: string;
  onClose(): void;
}

function Missing({ why, conversationId, userId, onClose }: MissingProps) {
  const { t } = useTranslation();
  const [draft] = useDraft(conversationId, userId);
  const field = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await copyText(draft);
      showToast({ type: 'success', message: t('conversations.actions.copied') });
    } catch {
      // It is chosen: the device itself copies it.
    }
  };
  const isOutside = why === 'notAMember' || why === 'notFound';
  return (
    <section className="cv cv-failed">
      <EmptyState
        drawing="talk"
        title={t(isOutside ? `conversations.${why}` : 'conversations.gone')}
        text={t(isOutside ? 'conversations.notFoundText' : `conversations.goneTexts.${why}`)}
      >
        <Button kind="primary" onClick={onClose}>
          {t('conversations.toList')}
        </Button>
      </EmptyState>
      {draft !== '' && (
        <div className="unsent-words">
          <textarea
            ref={field}
            className="input"
            readOnly
            rows={4}
            dir="auto"
            aria-label={t('conversations.unsentWords')}
            value={draft}
          />
          <Button onClick={() => void copy()}>{t('conversations.copyWords')}</Button>
        </div>
      )}
    </section>
  );
}

function Waiting() {
  return (
    <section className="cv" aria-busy="true">
      <div className="cv-header" data-top-bar>
        <Skeleton round width="40px" height="40px" />
        <Skeleton width="180px" height="16px" />
      </div>
      <WaitingMessages />
    </section>
  );
}

const waitingWidths = ['38%', '52%', '30%', '46%'];

function WaitingMessages() {
  const { t } = useTranslation();
  return (
    <div className="msgs msgs-waiting" role="status" aria-label={t('ui.loading')}>
      {waitingWidths.map((width) => (
        <Skeleton key={width} width={width} height="40px" />
      ))}
    </div>
  );
}

/** Said while something waits, or while nothing can come. */
function NetworkNote({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation();
  const status = useStreamStatus();
  const outgoing = useOutgoing(conversationId);
  const waits = outgoing.some(({ state }) => state === 'waiting');
  const isHeld = outgoing.some(({ state }) => state === 'held');
  if (!waits && !isHeld && status !== 'error') return null;
  return (
    <div className="network-note" role="status">
      <Note kind="warn" icon={isHeld ? 'clock' : 'offline'}>
        {t(isHeld ? 'conversations.heldNote' : 'conversations.offline')}
      </Note>
    </div>
  );
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Files dragged over the conversation; moving from one of its parts to another is no leaving. */
function useDrop(takeFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  const depth = useRef(0);
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  return {
    isOver,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth.current++;
        setOver(true);
      },
      onDragOver(event: DragEvent) {
        if (hasFiles(event)) event.preventDefault();
      },
      onDragLeave(event: DragEvent) {
        if (!hasFiles(event)) return;
        depth.current--;
        if (depth.current <= 0) end();
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        end();
        takeFiles([...event.dataTransfer.files]);
      },
    },
  };
}
