import type { Conversation } from '@dazi/contract/conversation-views';
import type { OtherParticipant } from '@dazi/contract/private-conversations';
import { privateLimits } from '@dazi/contract/private-conversations';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useBlocking } from '#features/blocks/blocks.api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Note } from '#ui/Note.tsx';
import { showToast } from '#ui/toast-store.ts';
import { nameOf } from './conversation-names.ts';
import { useAnswerMessageRequest } from './conversations.api.ts';

interface RequestAnswerProps {
  conversation: Conversation;
  userId: string;
  onClose(): void;
}

/** Somebody who is not known wrote: nothing is told them before one of these is chosen. */
export function RequestAnswer({ conversation, userId, onClose }: RequestAnswerProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { id } = conversation;
  const { mutateAsync, isPending, variables } = useAnswerMessageRequest(id, userId);
  // With the answer this leaves the screen: what follows is not left to it.
  const answer = useOneAtATime(async (action: 'accept' | 'decline') => {
    try {
      await mutateAsync(action);
      if (action === 'accept') navigate(`/messages/${id}`, { replace: true });
      else {
        showToast({ type: 'info', message: t('conversations.requests.declined') });
        onClose();
      }
    } catch (error) {
      showToast({ type: 'error', message: errorText(error) });
    }
  });
  return (
    <section className="request-answer" aria-label={t('conversations.requests.one')}>
      <p>
        <b>{t('conversations.requests.question', { name: nameOf(conversation, t) })}</b>
        <span className="sm t2">{t('conversations.requests.questionText')}</span>
      </p>
      <div className="row">
        <Button busy={isPending && variables === 'decline'} onClick={() => void answer('decline')}>
          {t('conversations.requests.decline')}
        </Button>
        <Button
          kind="primary"
          busy={isPending && variables === 'accept'}
          onClick={() => void answer('accept')}
        >
          {t('conversations.requests.accept')}
        </Button>
      </div>
    </section>
  );
}

/** In the composer's place. */
export function BlockedNote({ person, userId }: { person: OtherParticipant; userId: string }) {
  const { t } = useTranslation();
  const { unblock, isBusy } = useBlocking(userId);
  const name = person.name || t('conversations.unknownUser');
  return (
    <div className="blocked-note">
      <Icon name="ban" size="s" />
      <span className="grow">{t('blocks.you', { name })}</span>
      <Button size="s" busy={isBusy} onClick={() => void unblock({ id: person.id, name })}>
        {t('blocks.unblock')}
      </Button>
    </div>
  );
}

/** Above the composer while the other one has not accepted yet. */
export function OutgoingRequestNote({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation();
  return (
    <div className="composer-note">
      <Note icon="hourglass">
        {t('conversations.requests.sent', {
          name: nameOf(conversation, t),
          count: privateLimits.beforeAccepting,
        })}
      </Note>
    </div>
  );
}
