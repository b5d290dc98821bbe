import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#ui/toast-store.ts';
import type { ConversationLog, Numbered } from './conversation-log.ts';

/** The message that is being answered or changed, never both. Chosen again, it is another wish: another object. */
export function useChosenMessage(log: ConversationLog | undefined) {
  const { t } = useTranslation();
  const [replyTo, setReplyTo] = useState<Numbered | null>(null);
  const [editing, setEditing] = useState<Numbered | null>(null);
  const [resumed, setResumed] = useState(0);
  const reply = useCallback((message: Numbered) => {
    setEditing(null);
    setReplyTo({ ...message });
  }, []);
  const edit = useCallback((message: Numbered) => {
    setReplyTo(null);
    setEditing({ ...message });
  }, []);
  const resume = useCallback(() => {
    setEditing(null);
    setResumed((count) => count + 1);
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

  return {
    replyTo,
    quoted,
    editing,
    reply,
    edit,
    /** So many times words came back into the field. */
    resumed,
    resume,
    endReply: () => setReplyTo(null),
    /** With the id of a message only where that is the one. */
    endEdit: (messageId?: string) =>
      setEditing((now) => (messageId === undefined || now?.id === messageId ? null : now)),
  };
}
