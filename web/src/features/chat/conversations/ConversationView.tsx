import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Message } from '@dazi/contract/chat/conversations';
import type { User } from '@dazi/contract/identity/identity';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/api.ts';
import { InlineError } from '#ui/InlineError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useFileDrop } from '#ui/use-file-drop.ts';
import { Composer } from './Composer.tsx';
import { ConversationHeader } from './ConversationHeader.tsx';
import type { Numbered } from './conversation-log.ts';
import { nameOf } from './conversation-names.ts';
import { DropOverlay } from './DropOverlay.tsx';
import { FindMessages } from './FindMessages.tsx';
import type { MessageCards } from './MessageBubble.tsx';
import { MessageList } from './MessageList.tsx';
import { RequestAnswer, Requester } from './MessageRequest.tsx';
import { MissingConversation, whyMissing } from './MissingConversation.tsx';
import { NetworkNote } from './NetworkNote.tsx';
import { MutedOr, ObjectionNote } from './OrderNotes.tsx';
import { PinnedBar } from './PinnedBar.tsx';
import { BlockedNote } from './PrivateNotes.tsx';
import { planConversations } from './plan-conversations.ts';
import { useChosenMessage } from './use-chosen-message.ts';
import { useTakeFiles } from './use-file-sending.ts';
import { useOpenConversation } from './use-open-conversation.ts';
import { useReading } from './use-reading.ts';
import { WaitingMessages } from './WaitingMessages.tsx';

export interface ReportedInConversation {
  targetType: 'message' | 'room' | 'person';
  targetId: string;
  name: string;
  message?: Message;
}

interface ConversationViewProps {
  conversationId: string;
  user: User;
  /** The arrow of small screens. */
  onBack(): void;
  onClose(): void;
  onWallet(): void;
  /** Of two people: to send Dazi to the other one. */
  onSendDazi(person: { id: string; name: string; avatarUrl: string | null }): void;
  /** Of what becomes of its group's wallet when the last one leaves. */
  walletNote(isEnding: boolean): ReactNode;
  onReport(reported: ReportedInConversation): void;
  block(person: { id: string; name: string }): ReactNode;
  cards: MessageCards;
  /** What else the composer offers; `onSent` shows the end of the conversation. */
  composerTools(onSent: () => void): ReactNode;
}

/** One open conversation. Its parent gives it the id as key: another conversation begins anew. */
export function ConversationView(props: ConversationViewProps) {
  const { conversationId, user, onBack, onClose, onWallet, onSendDazi, walletNote, onReport, cards } = props;
  const { composerTools, block } = props;
  const { t } = useTranslation();
  const known = useOpenConversation(conversationId, user.id);
  const { conversation, log, opened, error, isPlaceholderData } = known;
  const [isFinding, setFinding] = useState(false);
  const [wanted, setWanted] = useState<{ sequence: number } | null>(null);
  const [isAtBottom, setAtBottom] = useState(true);
  const [sentCount, setSentCount] = useState(0);
  const chosen = useChosenMessage(log);
  const takeFiles = useTakeFiles(conversationId, conversation?.isPrivate ?? false);
  const drop = useFileDrop(takeFiles);
  // Whoever is not known learns nothing of being read.
  const isRequest = conversation?.messageRequest === 'incoming';
  useReading(isRequest ? undefined : known.fetched, known.fetchedLog, user.id, isAtBottom);

  const onSent = useCallback(() => {
    setWanted(null);
    setSentCount((count) => count + 1);
  }, []);
  const onFound = useCallback(() => setWanted(null), []);
  const onJump = useCallback((sequence: number) => setWanted({ sequence }), []);
  const onReportMessage = useCallback(
    (message: Numbered) =>
      onReport({ targetType: 'message', targetId: message.id, name: message.senderName, message }),
    [onReport],
  );

  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 403);
  if (isMissing) {
    const why = whyMissing(error.code, opened !== undefined);
    return <MissingConversation {...{ why, conversationId, userId: user.id, onClose }} />;
  }
  if (error && !conversation) {
    return (
      <section className="conversations-view conversations-failed">
        <InlineError text={t('conversations.openFailed')} onRetry={known.retry} />
      </section>
    );
  }
  if (!conversation) return <Waiting />;
  return (
    <section className="conversations-view" {...drop.handlers}>
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
        onWallet={onWallet}
        onSendDazi={onSendDazi}
        onReport={(reported) => onReport({ ...reported, name: nameOf(conversation, t) })}
      />
      {isFinding && (
        <FindMessages conversationId={conversationId} onJump={onJump} onClose={() => setFinding(false)} />
      )}
      <ObjectionNote conversation={conversation} userId={user.id} />
      {isRequest && <Requester conversation={conversation} />}
      {conversation.plan && planConversations()?.card(conversation.plan)}
      <PinnedBar conversationId={conversationId} userId={user.id} onJump={onJump} />
      {log && known.canBeShown ? (
        <MessageList
          conversation={conversation}
          log={log}
          userId={user.id}
          opened={opened ?? conversation}
          wanted={wanted}
          onFound={onFound}
          onJump={onJump}
          onReply={chosen.reply}
          onEdit={chosen.edit}
          onResume={chosen.resume}
          onReport={onReportMessage}
          onBottom={setAtBottom}
          sentCount={sentCount}
          cards={cards}
        />
      ) : (
        <WaitingMessages />
      )}
      <NetworkNote conversationId={conversationId} />
      <Below
        conversation={conversation}
        user={user}
        onClose={onClose}
        block={block}
        onReport={(targetId) => onReport({ targetType: 'person', targetId, name: nameOf(conversation, t) })}
      >
        <Composer
          conversation={conversation}
          userId={user.id}
          replyTo={chosen.replyTo}
          quoted={chosen.quoted}
          onReplyDone={chosen.endReply}
          editing={chosen.editing}
          resumed={chosen.resumed}
          onEditDone={chosen.endEdit}
          onEditFailed={() => showToast({ type: 'error', message: t('conversations.actions.editFailed') })}
          onSent={onSent}
          takeFiles={takeFiles}
          tools={composerTools(onSent)}
        />
      </Below>
      {drop.isOver && <DropOverlay />}
    </section>
  );
}

interface BelowProps {
  conversation: Conversation;
  user: User;
  onClose(): void;
  /** The other one is to be reported. */
  onReport(personId: string): void;
  block(person: { id: string; name: string }): ReactNode;
  children: ReactNode;
}

/** Where one writes, or why one does not. */
function Below({ conversation, user, onClose, onReport, block, children }: BelowProps) {
  if (conversation.otherParticipant?.blockedByMe) {
    const { id, otherParticipant: person } = conversation;
    return <BlockedNote person={person} userId={user.id} conversationId={id} />;
  }
  if (conversation.messageRequest === 'incoming') {
    return <RequestAnswer {...{ conversation, user, onClose, onReport, block }} />;
  }
  return <MutedOr conversation={conversation}>{children}</MutedOr>;
}

function Waiting() {
  return (
    <section className="conversations-view" aria-busy="true">
      <div className="conversations-header" data-top-bar>
        <Skeleton round width="40px" height="40px" />
        <Skeleton width="180px" height="16px" />
      </div>
      <WaitingMessages />
    </section>
  );
}
