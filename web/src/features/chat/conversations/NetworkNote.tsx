import { useTranslation } from 'react-i18next';
import { useStreamStatus } from '#platform/stream.ts';
import { Note } from '#ui/Note.tsx';
import { useOwn } from './outgoing.ts';

/** Said while something waits, or while nothing can come. */
export function NetworkNote({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation();
  const status = useStreamStatus();
  const outgoing = useOwn(conversationId);
  const waits = outgoing.some(({ state }) => state === 'waiting');
  const isHeld = outgoing.some(({ state }) => state === 'held');
  if (!waits && !isHeld && status !== 'error') return null;
  return (
    <div className="conversations-network-note" role="status">
      <Note kind="warn" icon={isHeld ? 'clock' : 'offline'}>
        {t(isHeld ? 'conversations.heldNote' : 'conversations.offline')}
      </Note>
    </div>
  );
}
