import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#ui/toast-store.ts';
import { movedTo } from './conversation-log.ts';
import { changeLog, logIn } from './conversations.api.ts';
import type { MessageRow } from './message-rows.ts';
import { fetchMessages } from './messages.api.ts';

/** A message that was looked for stands out for a moment. */
const mark_ms = 2000;

/** Brings a message into sight, fetching its surroundings when they are not here. */
export function useJump(
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
        if (page.messages.some((message) => message.sequence === sequence)) {
          changeLog(client, conversationId, (now) => movedTo(now, page));
          setOpen(wanted);
        } else showToast({ type: 'info', message: t('conversations.reply.gone') });
        onFound();
      })
      .catch(() => {
        if (!isGone) showToast({ type: 'error', message: t('conversations.olderFailed') });
      });
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
