import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { User } from '@dazi/contract/identity/identity';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAge } from '#platform/age-text.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { showToast } from '#ui/toast-store.ts';
import { nameOf } from './conversation-names.ts';
import { useAnswerMessageRequest } from './conversations.api.ts';

/** Who wrote without being known: since when they are here and what both have in common. */
export function Requester({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation();
  const age = useAge();
  const { request, otherParticipant: other } = conversation;
  if (!request) return null;
  const name = nameOf(conversation, t);
  const { sharedRooms, sharedInterests, hasPosts } = request;
  const since = age(request.accountCreatedAt);
  return (
    <div className="conversations-requester">
      <Avatar name={name} url={other?.avatar ?? null} size="l" />
      <div className="grow">
        <b>{t('conversations.requests.question', { name })}</b>
        {sharedRooms === 0 && <p className="sm t2">{t('conversations.requests.questionText')}</p>}
      </div>
      <div className="conversations-requester-facts">
        <span className={classNames('pill', since.isNew && 'yellow')}>
          <Icon name="clock" size="xs" />
          {t('conversations.requests.since', { age: since.text })}
        </span>
        <span className={classNames('pill', sharedRooms > 0 && 'green')}>
          <Icon name="people" size="xs" />
          {sharedRooms > 0
            ? t('conversations.requests.sharedRooms', { count: sharedRooms })
            : t('conversations.requests.noSharedRooms')}
        </span>
        {sharedInterests > 0 && (
          <span className="pill green">
            <Icon name="people" size="xs" />
            {t('profiles.near.sharedInterests', { count: sharedInterests })}
          </span>
        )}
        {!hasPosts && (
          <span className="pill">
            <Icon name="message" size="xs" />
            {t('conversations.requests.noPosts')}
          </span>
        )}
      </div>
    </div>
  );
}

interface RequestAnswerProps {
  conversation: Conversation;
  user: User;
  onClose(): void;
  onReport(personId: string): void;
  block(person: { id: string; name: string }): ReactNode;
}

/** Somebody who is not known wrote: nothing is told them before one of these is chosen. */
export function RequestAnswer({ conversation, user, onClose, onReport, block }: RequestAnswerProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { id, otherParticipant: other } = conversation;
  const { mutateAsync, isPending, variables } = useAnswerMessageRequest(id, user.id);
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
    <section
      className="conversations-answer"
      aria-label={t('conversations.requests.question', { name: nameOf(conversation, t) })}
    >
      <p className="sm t3">
        <Icon name="lock" size="s" />
        <span>{t('conversations.requests.hint')}</span>
      </p>
      <div className="conversations-answer-choices">
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
      {other && (
        <div className="conversations-answer-choices">
          {block({ id: other.id, name: nameOf(conversation, t) })}
          <Button kind="danger-quiet" icon="flag" onClick={() => onReport(other.id)}>
            {t('moderation.report')}
          </Button>
        </div>
      )}
    </section>
  );
}
