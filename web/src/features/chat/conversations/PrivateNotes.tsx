import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { OtherParticipant } from '@dazi/contract/chat/private-conversations';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useBlocking } from '#features/people/blocks/blocks.api.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Note } from '#ui/Note.tsx';
import { showToast } from '#ui/toast-store.ts';
import { nameOf } from './conversation-names.ts';
import { unfoldHistory } from './messages.api.ts';
import { useOwn } from './outgoing.ts';
import { toBeSent } from './replica/own.ts';
import { useIsUnfolded } from './unfolded.ts';

export function BlockedNote(props: { person: OtherParticipant; userId: string; conversationId: string }) {
  const { person, userId, conversationId } = props;
  const client = useQueryClient();
  const isShown = useIsUnfolded(conversationId);
  const show = useOneAtATime(() =>
    unfoldHistory(client, conversationId).catch(() =>
      showToast({ type: 'error', message: t('conversations.openFailed') }),
    ),
  );
  const { t } = useTranslation();
  const { unblock, isBusy } = useBlocking(userId);
  const name = person.name || t('conversations.unknownUser');
  return (
    <div className="conversations-blocked">
      <Icon name="ban" size="s" />
      <span className="grow">{t('blocks.you', { name })}</span>
      {!isShown && (
        <Button size="s" kind="quiet" onClick={() => void show()}>
          {t('conversations.unfold')}
        </Button>
      )}
      <Button size="s" busy={isBusy} onClick={() => void unblock({ id: person.id, name })}>
        {t('blocks.unblock')}
      </Button>
    </div>
  );
}

/**
 * How many messages may still be sent before the other one accepts, without those on their way; null where that does
 * not matter, and as long as nothing was said.
 */
export function useMessagesLeft({ id, messageRequest, messagesUntilAccepted }: Conversation): number | null {
  const outgoing = toBeSent(useOwn(id)).length;
  if (messagesUntilAccepted === null) return null;
  const left = Math.max(0, messagesUntilAccepted - outgoing);
  return messageRequest === 'outgoing' || left === 0 ? left : null;
}

/** Above the composer while the other one has not accepted yet, and in its place once nothing more may be sent. */
export function OutgoingRequestNote({ conversation, left }: { conversation: Conversation; left: number }) {
  const { t } = useTranslation();
  const name = nameOf(conversation, t);
  return (
    <div className="conversations-composer-note">
      <Note icon="hourglass">
        {left > 0
          ? t('conversations.requests.sent', { name, count: left })
          : t('conversations.requests.allSent', { name })}
      </Note>
    </div>
  );
}
