import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { messageLimits } from '@dazi/contract/chat/conversations.rules';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import { useQueryClient } from '@tanstack/react-query';
import { certainBlocks } from '#features/people/blocks/blocks.api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { localId } from '#platform/local-id.ts';
import { currentTime } from '#platform/time.ts';
import { showToast } from '#ui/toast-store.ts';
import type { Numbered } from './conversation-log.ts';
import { restoreToDraft } from './drafts.ts';
import { useEditMessage } from './messages.api.ts';
import { sendingOf } from './outgoing.ts';
import { messageToSend } from './private-rules.ts';
import { deviceForm } from './replica/device-copy.ts';
import type { NewMessage } from './replica/own.ts';
import type { useFileSending } from './use-file-sending.ts';
import type { useWrittenText } from './use-written-text.ts';
import { wordsBesideFiles } from './words-beside-files.ts';

export interface MessageInHand {
  /** The message that is answered to, as it was when it was chosen. */
  replyTo: Numbered | null;
  /** The same as it is now. */
  quoted: Numbered | null;
  onReplyDone(): void;
  editing: Numbered | null;
  /** So many times words that were not sent yet came back into the field. */
  resumed: number;
  /** Another message may be in hand by the time that this one is saved. */
  onEditDone(messageId?: string): void;
  onEditFailed(): void;
  onSent(): void;
}

/** One's own next message, or null where its rules refuse it: that is said, and the words stay. */
function useOwnMessage(conversation: Conversation, userId: string) {
  const client = useQueryClient();
  const errorText = useErrorText();
  const { id } = conversation;
  const receiverId = conversation.isPrivate ? (conversation.otherParticipant?.id ?? null) : null;
  return (
    content: string,
    { replyToId, replyTo }: Pick<NewMessage, 'replyToId' | 'replyTo'>,
  ): NewMessage | null => {
    const now = new Date(currentTime()).toISOString();
    const written = {
      ...{ userId, receiverId, conversationId: id, content, type: 'TEXT' as const },
      ...{ replyToId, replyTo, createdAt: now, preview: null },
    };
    if (receiverId === null) return { ...written, clientId: localId() };
    // What is private is held to its own rules first.
    try {
      const input = { conversationId: id, receiverId, content, replyToId };
      const by = { myId: userId, localId: localId(), now, blocks: certainBlocks(client, userId) };
      return { ...written, clientId: messageToSend(deviceForm(conversation, userId), input, by).id };
    } catch (error) {
      showToast({ type: 'error', message: errorText(error) });
      return null;
    }
  };
}

const quoteOf = (quoted: Numbered) => ({
  id: quoted.id,
  sequence: quoted.sequence,
  senderId: quoted.senderId,
  senderName: quoted.senderName,
  content: quoted.content,
  type: quoted.type,
  isDeleted: quoted.isDeleted,
  change: quoted.change,
});

/** What is answered to, as it is shown until the server has it. */
const answering = ({ replyTo, quoted }: Pick<MessageInHand, 'replyTo' | 'quoted'>) => ({
  replyToId: replyTo?.id ?? null,
  replyTo: quoted && quoteOf(quoted),
});

/** Says a code of which everybody reads the words in their own language; a refusal is said. */
export function useSendAnswer(conversationId: string, userId: string, hand: MessageInHand) {
  const errorText = useErrorText();
  const messages = sendingOf(useQueryClient());
  const { replyTo, quoted, onReplyDone, onSent } = hand;
  return async (code: string) => {
    const createdAt = new Date(currentTime()).toISOString();
    const sending = messages.send({
      ...{ clientId: localId(), type: 'QUICK', content: code, createdAt },
      ...{ userId, conversationId, receiverId: null },
      ...{ ...answering({ replyTo, quoted }), preview: null },
    });
    onReplyDone();
    onSent();
    const outcome = await sending;
    if (outcome.kind === 'refused') showToast({ type: 'error', message: errorText(outcome.error) });
  };
}

/** Sends what is written with the files beside it, or saves what a message is changed to. */
export function useSendWritten(
  conversation: Conversation,
  userId: string,
  written: ReturnType<typeof useWrittenText>,
  { files, send: sendFiles }: ReturnType<typeof useFileSending>,
  { replyTo, quoted, onReplyDone, editing, onEditDone, onEditFailed, onSent }: MessageInHand,
) {
  const { id } = conversation;
  const { text, clearDraft, forgetEdit } = written;
  const edit = useEditMessage(userId);
  const ownMessage = useOwnMessage(conversation, userId);
  const sending = sendingOf(useQueryClient());
  const isEmpty = isBlank(text);
  const hasFiles = files.some(({ state }) => state !== 'uploading');
  const over = text.trim().length - messageLimits.content;
  const hasNothing = isEmpty && (editing !== null || !hasFiles);

  const saveEdit = ({ conversationId, id: messageId }: Numbered, content: string) => {
    if (edit.isPending) return;
    const onSuccess = () => {
      forgetEdit(messageId);
      onEditDone(messageId);
    };
    edit.mutate({ conversationId, messageId, content }, { onSuccess, onError: onEditFailed });
  };

  const submit = () => {
    if (hasNothing || over > 0 || !conversation.can.send) return;
    const content = text.trim();
    if (editing) return saveEdit(editing, content);
    const own = isEmpty ? null : ownMessage(content, answering({ replyTo, quoted }));
    if (!isEmpty && !own) return;
    const sendText = () => own && void sending.send(own);
    if (own) clearDraft();
    onReplyDone();
    if (hasFiles) {
      // The words stand below the files that they are about; while one of these is left, both wait.
      const endWaiting = own && wordsBesideFiles.keep(own);
      const sent = sendFiles(own || !replyTo ? null : answering({ replyTo, quoted }));
      void sent.then((areSent) => {
        if (!own || !endWaiting?.()) return;
        if (areSent) sendText();
        else restoreToDraft(id, userId, content, own.createdAt);
      });
    } else sendText();
    onSent();
  };
  return {
    submit,
    /** The files by themselves: what is written beside them waits, and what it answers to. */
    sendFilesAlone: () => {
      if (isEmpty && !editing) return submit();
      onSent();
      void sendFiles();
    },
    canSubmit: !hasNothing && over <= 0,
    /** By how many characters it is too long; zero and below is fine. */
    over,
    isSaving: edit.isPending,
  };
}
