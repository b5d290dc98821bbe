import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { tellTyping } from '@dazi/contract/chat/conversations';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#platform/api.ts';
import { currentTime } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Note } from '#ui/Note.tsx';
import { AttachButton } from './AttachButton.tsx';
import { EmojiButton } from './EmojiButton.tsx';
import { FileTray } from './FileTray.tsx';
import { clearFiles, removeFile } from './file-queue.ts';
import { MessageInHandNote } from './MessageInHandNote.tsx';
import { SlowModeNote, useSlowModeWait } from './OrderNotes.tsx';
import { OutgoingRequestNote, useMessagesLeft } from './PrivateNotes.tsx';
import { planConversations } from './plan-conversations.ts';
import { useFileSending } from './use-file-sending.ts';
import { type MessageInHand, useSendAnswer, useSendWritten } from './use-send-written.ts';
import { useWrittenText } from './use-written-text.ts';
import { WritingField } from './WritingField.tsx';

/** Others hear that one is writing at most this often. */
const typingInterval_ms = 3000;

interface ComposerProps extends MessageInHand {
  conversation: Conversation;
  userId: string;
  takeFiles(files: readonly File[]): void;
  /** Stands beside the clip. */
  tools: ReactNode;
}

/** Each time it is asked for, also of the same message. */
function useFocusFor(
  field: RefObject<HTMLTextAreaElement | null>,
  { editing, replyTo, resumed }: Pick<MessageInHand, 'editing' | 'replyTo' | 'resumed'>,
): void {
  const wasInHand = useRef(false);
  useEffect(() => {
    const isInHand = editing !== null || replyTo !== null;
    // The button that ended it is gone.
    const isLost = wasInHand.current && document.activeElement === document.body;
    if (isInHand || isLost) field.current?.focus();
    wasInHand.current = isInHand;
  }, [field, editing, replyTo]);
  // What was resumed before this field came is none of its business.
  const known = useRef(resumed);
  useEffect(() => {
    if (resumed !== known.current) field.current?.focus();
    known.current = resumed;
  }, [field, resumed]);
}

export function Composer(props: ComposerProps) {
  const { conversation, userId, replyTo, quoted, onReplyDone, editing, onEditDone } = props;
  const { takeFiles, tools } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id } = conversation;
  const field = useRef<HTMLTextAreaElement>(null);
  const written = useWrittenText(id, userId, editing);
  const { text, setText } = written;
  const receiverId = conversation.isPrivate ? (conversation.otherParticipant?.id ?? null) : null;
  const sending = useFileSending(id, userId, receiverId);
  const { files, isSending } = sending;
  const toSend = useSendWritten(conversation, userId, written, sending, props);
  const { submit, sendFilesAlone, canSubmit, over, isSaving } = toSend;
  const sendAnswer = useSendAnswer(id, userId, props);
  const left = useMessagesLeft(conversation);
  const wait = useSlowModeWait(conversation, userId);
  // What was said may still be changed.
  const mayWrite = wait === 0 || editing !== null;
  const tellWriting = useWritingSignal(id, userId);

  useFocusFor(field, props);

  const writeAt = (next: string, caret: number) => {
    setText(next);
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
  };
  const stopEditing = () => {
    if (editing) written.forgetEdit(editing.id);
    onEditDone();
  };

  if (!conversation.can.send) {
    return (
      <div className="conversations-composer-off">
        <Note icon="lock">
          {t(
            conversation.plan
              ? 'plans.chat.ended'
              : conversation.isActive
                ? 'conversations.composer.disabled'
                : 'conversations.closed',
          )}
        </Note>
      </div>
    );
  }
  const request = left !== null && <OutgoingRequestNote conversation={conversation} left={left} />;
  // What was sent may still be changed.
  if (left === 0 && !editing) return <div className="conversations-composer-area">{request}</div>;
  return (
    <div className="conversations-composer-area">
      {request}
      {!editing && <SlowModeNote conversation={conversation} wait={wait} />}
      <FileTray
        files={files}
        isSending={isSending}
        onRemove={(item) => removeFile(client, id, item.id)}
        onClear={() => clearFiles(client, id)}
        onSend={sendFilesAlone}
      />
      {conversation.plan &&
        !editing &&
        planConversations()?.answers(conversation, userId, (code) => void sendAnswer(code))}
      <MessageInHandNote
        replyTo={replyTo}
        quoted={quoted}
        editing={editing}
        onCancel={editing ? stopEditing : onReplyDone}
      />
      <form
        className="conversations-composer"
        onSubmit={(event) => {
          event.preventDefault();
          if (mayWrite) submit();
        }}
      >
        <AttachButton takeFiles={takeFiles} />
        {tools}
        <WritingField
          conversation={conversation}
          userId={userId}
          field={field}
          text={text}
          onText={(next) => {
            setText(next);
            if (!editing && next.trim() !== '') tellWriting();
          }}
          onMention={writeAt}
          onSubmit={() => mayWrite && submit()}
          canEscape={editing !== null || replyTo !== null}
          onEscape={editing ? onEditDone : onReplyDone}
          onPasteFiles={takeFiles}
        />
        <EmojiButton
          disabled={false}
          onChoose={(emoji) => {
            const next = text + emoji;
            field.current?.focus();
            writeAt(next, next.length);
          }}
        />
        <SubmitButton isEditing={editing !== null} isSaving={isSaving} disabled={!canSubmit || !mayWrite} />
      </form>
      {over > 0 && (
        <p className="hint err conversations-composer-over" role="alert">
          {t('conversations.composer.tooLong', { count: over })}
        </p>
      )}
    </div>
  );
}

interface SubmitButtonProps {
  isEditing: boolean;
  isSaving: boolean;
  disabled: boolean;
}

function SubmitButton({ isEditing, isSaving, disabled }: SubmitButtonProps) {
  const { t } = useTranslation();
  if (isEditing) {
    return (
      <Button kind="primary" type="submit" disabled={disabled} busy={isSaving}>
        {t('conversations.editing.save')}
      </Button>
    );
  }
  return (
    <IconButton
      icon="send"
      type="submit"
      tip="above"
      className="conversations-send"
      disabled={disabled}
      label={t('conversations.composer.send')}
    />
  );
}

function useWritingSignal(conversationId: string, userId: string): () => void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = currentTime();
    if (now - last.current < typingInterval_ms) return;
    last.current = now;
    // A hint to others; nobody misses it when it is lost.
    call<typeof tellTyping>('POST', '/api/conversations/{conversationId}/typing', {
      params: { conversationId },
      body: { userId },
    }).catch(() => {});
  };
}
