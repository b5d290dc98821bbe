import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '#platform/clipboard.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useDraft } from './drafts.ts';

type Missed = 'removed' | 'banned' | 'left' | 'notAMember' | 'notFound';

/** Who left by themselves is told so only where it stood open when that happened. */
export function whyMissing(code: string, wasHere: boolean): Missed {
  if (code === 'REMOVED_FROM_ROOM') return 'removed';
  if (code === 'BANNED_FROM_ROOM') return 'banned';
  if (code === 'NOT_A_MEMBER') return wasHere ? 'left' : 'notAMember';
  return 'notFound';
}

interface MissingConversationProps {
  why: Missed;
  conversationId: string;
  userId: string;
  onClose(): void;
}

/** A conversation that cannot be seen, or not any more; what was written and not sent can be taken along. */
export function MissingConversation(props: MissingConversationProps) {
  const { why, conversationId, userId, onClose } = props;
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
    <section className="conversations-view conversations-failed">
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
        <div className="conversations-unsent">
          <textarea
            ref={field}
            className="input area"
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
