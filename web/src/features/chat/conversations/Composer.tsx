import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { messageLimits, tellTyping } from '@dazi/contract/chat/conversations';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import { useQueryClient } from '@tanstack/react-query';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { certainBlocks } from '#features/people/blocks/blocks.api.ts';
import { call } from '#platform/api.ts';
import { localId } from '#platform/chance.ts';
import { useErrorText } from '#platform/error-text.ts';
import { PersonalDrafts } from '#platform/personal-drafts.ts';
import { currentTime } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Note } from '#ui/Note.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { acceptedFiles } from './chat-files.ts';
import type { Numbered } from './conversation-log.ts';
import { useEditMessage } from './conversations.api.ts';
import { restoreToDraft, useDraft } from './drafts.ts';
import { EmojiButton } from './EmojiButton.tsx';
import { FileTray } from './FileTray.tsx';
import { clearFiles, removeFile } from './file-queue.ts';
import { MentionList, mentionOptionId } from './MentionList.tsx';
import { quotedText } from './MessageBubble.tsx';
import type { KeptMessage } from './outbox.ts';
import { sendOut } from './outgoing.ts';
import { OutgoingRequestNote, useMessagesLeft } from './PrivateNotes.tsx';
import { messageToSend, outgoingOf } from './private-messages.ts';
import { knownState } from './private-store.ts';
import { useFileSending } from './use-file-sending.ts';
import { useMentions } from './use-mentions.ts';

/** Others hear that one is writing at most this often. */
const typingInterval_ms = 3000;

/** What a message is changed to, until it was. */
const edits = new PersonalDrafts('messageEdits', 20);

interface ComposerProps {
  conversation: Conversation;
  userId: string;
  /** The message that is answered to, as it was when it was chosen. */
  replyTo: Numbered | null;
  /** The same as it is now. */
  quoted: Numbered | null;
  onReplyDone(): void;
  editing: Numbered | null;
  onEditDone(): void;
  onEditFailed(): void;
  onSent(): void;
  takeFiles(files: readonly File[]): void;
  /** Stands beside the clip. */
  tools: ReactNode;
}

/** Where messages are written: text, emoji, mentions, files. */
export function Composer(props: ComposerProps) {
  const client = useQueryClient();
  const { conversation, userId, replyTo, quoted, onReplyDone, editing, onEditDone, onEditFailed, onSent } =
    props;
  const { takeFiles, tools } = props;
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { id } = conversation;
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [draft, setDraft] = useDraft(id, userId);
  const [edited, setEdited] = useState('');
  const [editedId, setEditedId] = useState<string | null>(null);
  const editingId = editing?.id ?? null;
  if (editingId !== editedId) {
    setEditedId(editingId);
    setEdited(editing ? edits.of(userId, editing.id) || editing.content : '');
  }
  const edit = useEditMessage(userId);
  const stopEditing = () => {
    if (editing) edits.keep(userId, editing.id, '');
    onEditDone();
  };
  const receiverId = conversation.isPrivate ? (conversation.otherParticipant?.id ?? null) : null;
  const { files, isSending, send: sendFiles } = useFileSending(id, userId, receiverId);
  const text = editing ? edited : draft;
  const setText = (next: string) => {
    if (!editing) return setDraft(next);
    setEdited(next);
    edits.keep(userId, editing.id, next === editing.content ? '' : next);
  };
  const canSend = conversation.can.send;
  const left = useMessagesLeft(conversation);
  const isEmpty = isBlank(text);
  const hasFiles = files.some(({ state }) => state !== 'uploading');
  const over = text.trim().length - messageLimits.content;

  const writeAt = (next: string, caret: number) => {
    setText(next);
    requestAnimationFrame(() => field.current?.setSelectionRange(caret, caret));
  };
  const mentions = useMentions({ conversation, myId: userId, text, onText: writeAt });
  const tellWriting = useWritingSignal(id, userId);

  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    // How low and how high it is at most, the style sheet says: that goes with the size of the text.
    const wanted_px = text === '' ? 0 : element.scrollHeight;
    element.style.height = `${wanted_px}px`;
    element.style.overflowY = wanted_px > element.clientHeight ? 'auto' : 'hidden';
  }, [text]);

  // Each time it is asked for, also of the same message.
  useEffect(() => {
    if (editing || replyTo) field.current?.focus();
  }, [editing, replyTo]);

  /** What is private is held to its own rules first; a refusal is said and the words stay. */
  const ownMessage = (content: string): KeptMessage | null => {
    const now = new Date(currentTime()).toISOString();
    const replyToId = replyTo?.id ?? null;
    if (receiverId === null) {
      const kept = { userId, receiverId, conversationId: id, content, replyToId, createdAt: now };
      return { clientId: localId(), type: 'TEXT', ...kept };
    }
    try {
      const input = { conversationId: id, receiverId, content, replyToId };
      return outgoingOf(
        messageToSend(knownState(userId, conversation), input, {
          myId: userId,
          localId: localId(),
          now,
          blocks: certainBlocks(client, userId),
        }),
      );
    } catch (error) {
      showToast({ type: 'error', message: errorText(error) });
      return null;
    }
  };

  const submit = () => {
    if ((isEmpty && (editing || !hasFiles)) || over > 0 || !canSend) return;
    const content = text.trim();
    if (editing) {
      if (edit.isPending) return;
      const { conversationId, id: messageId } = editing;
      const onSuccess = () => {
        edits.keep(userId, messageId, '');
        onEditDone();
      };
      edit.mutate({ conversationId, messageId, content }, { onSuccess, onError: onEditFailed });
      return;
    }
    const own = isEmpty ? null : ownMessage(content);
    if (!isEmpty && !own) return;
    const quote = quoted && {
      id: quoted.id,
      sequence: quoted.sequence,
      senderId: quoted.senderId,
      senderName: quoted.senderName,
      content: quoted.content,
      type: quoted.type,
      isDeleted: quoted.isDeleted,
      change: quoted.change,
    };
    const sendText = () => own && void sendOut({ ...own, replyTo: quote, preview: null });
    if (own) {
      setDraft('');
      onReplyDone();
    }
    if (hasFiles) {
      // The words stand below the files that they are about; while one of these is left, both wait.
      void sendFiles().then((areSent) => {
        if (areSent) sendText();
        else if (own) restoreToDraft(id, userId, content);
      });
    } else sendText();
    onSent();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While a word is being composed every key belongs to the input method; 229 is how Safari says so.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return;
    if (mentions.onKeyDown(event)) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape' && (editing || replyTo)) {
      event.preventDefault();
      if (editing) onEditDone();
      else onReplyDone();
    }
  };
  const readCaret = (element: HTMLTextAreaElement) =>
    mentions.onCaret(element.selectionStart === element.selectionEnd ? element.selectionStart : null);

  if (!canSend) {
    return (
      <div className="composer-off">
        <Note icon="lock">
          {t(conversation.isActive ? 'conversations.composer.disabled' : 'conversations.closed')}
        </Note>
      </div>
    );
  }
  const request = left !== null && <OutgoingRequestNote conversation={conversation} left={left} />;
  // What was sent may still be changed.
  if (left === 0 && !editing) return <div className="composer-area">{request}</div>;
  return (
    <div className="composer-area">
      {request}
      {files.length > 0 && (
        <FileTray
          files={files}
          isSending={isSending}
          onRemove={(item) => removeFile(id, item.id)}
          onClear={() => clearFiles(id)}
          onSend={() => {
            onSent();
            void sendFiles();
          }}
        />
      )}
      {(editing || replyTo) && (
        <div className="composer-context">
          <div className="grow">
            <b className="sm">
              {editing
                ? t('conversations.editing.title')
                : t('conversations.reply.to', { name: replyTo?.senderName ?? '' })}
            </b>
            <UserText as="div" className="sm t3 ell">
              {quotedText(editing ?? quoted!, t)}
            </UserText>
          </div>
          <IconButton
            icon="close"
            size="s"
            iconSize="s"
            tip="none"
            label={t(editing ? 'conversations.editing.cancel' : 'conversations.reply.cancel')}
            onClick={editing ? stopEditing : onReplyDone}
          />
        </div>
      )}
      <form
        className="composer"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {mentions.shown.length > 0 && (
          <MentionList
            id={listId}
            members={mentions.shown}
            chosen={mentions.chosen}
            onChoose={mentions.choose}
          />
        )}
        <IconButton
          icon="attach"
          tip="above"
          label={t('conversations.composer.attach')}
          onClick={() => picker.current?.click()}
        />
        <input
          ref={picker}
          className="unseen"
          type="file"
          multiple
          accept={acceptedFiles}
          tabIndex={-1}
          aria-label={t('conversations.composer.attach')}
          onChange={(event) => {
            takeFiles([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        {tools}
        <textarea
          ref={field}
          className="input grow composer-field"
          rows={1}
          dir="auto"
          enterKeyHint="send"
          aria-label={t('conversations.composer.label')}
          placeholder={t('conversations.composer.placeholder')}
          value={text}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={mentions.shown.length > 0 ? listId : undefined}
          aria-activedescendant={
            mentions.shown.length > 0 ? mentionOptionId(listId, mentions.chosen) : undefined
          }
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setText(event.target.value);
            // The list waits until the word is whole.
            if (!(event.nativeEvent as InputEvent).isComposing) readCaret(event.target);
            if (!editing && event.target.value.trim() !== '') tellWriting();
          }}
          onCompositionStart={() => mentions.onCaret(null)}
          onCompositionEnd={(event) => readCaret(event.currentTarget)}
          onSelect={(event) => readCaret(event.currentTarget)}
          onBlur={() => mentions.onCaret(null)}
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files];
            if (pasted.length === 0) return;
            event.preventDefault();
            takeFiles(pasted);
          }}
        />
        <EmojiButton
          disabled={false}
          onChoose={(emoji) => {
            const next = text + emoji;
            field.current?.focus();
            writeAt(next, next.length);
          }}
        />
        {editing ? (
          <Button kind="primary" type="submit" disabled={isEmpty || over > 0} busy={edit.isPending}>
            {t('conversations.editing.save')}
          </Button>
        ) : (
          <IconButton
            icon="send"
            type="submit"
            tip="above"
            className="send-button"
            disabled={(isEmpty && !hasFiles) || over > 0}
            label={t('conversations.composer.send')}
          />
        )}
      </form>
      {over > 0 && (
        <p className="hint err composer-over" role="alert">
          {t('conversations.composer.tooLong', { count: over })}
        </p>
      )}
    </div>
  );
}

function useWritingSignal(conversationId: string, userId: string): () => void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return () => {
    const now = currentTime();
    if (now - last.current < typingInterval_ms) return;
    last.current = now;
    // A hint to others; nobody misses it when it is lost.
    call(tellTyping, { params: { conversationId }, body: { userId } }).catch(() => {});
  };
}
