import type { Message } from '@dazi/contract/chat/conversations';
import type { JoinRequestMetadata } from '@dazi/contract/chat/rooms';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { withoutCard } from './conversation-log.ts';
import { useAnswerRequest } from './conversation-settings.api.ts';
import { changeLog } from './conversations.api.ts';

/** What a request says of who asks; null for one that cannot be understood. */
export function requestIn(message: Message): JoinRequestMetadata | null {
  try {
    const value: unknown = JSON.parse(message.metadata ?? '');
    const isRequest = typeof value === 'object' && value !== null && 'joinRequestId' in value;
    return isRequest ? (value as JoinRequestMetadata) : null;
  } catch {
    return null;
  }
}

interface JoinRequestCardProps {
  message: Message;
  roomId: string;
  userId: string;
}

export function JoinRequestCard({ message, roomId, userId }: JoinRequestCardProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const language = useLanguage();
  const errorText = useErrorText();
  const { conversationId } = message;
  const answer = useAnswerRequest(conversationId, roomId, userId);
  const request = requestIn(message);
  const name = request?.requesterName ?? '';

  const settle = useOneAtATime(async (requestId: string, action: 'approve' | 'deny') => {
    const isApproval = action === 'approve';
    try {
      await answer.mutateAsync({ requestId, action });
      changeLog(client, conversationId, (log) => withoutCard(log, message.id));
      const text = isApproval ? 'conversations.request.approved' : 'conversations.request.denied';
      showToast({ type: isApproval ? 'success' : 'info', message: t(text, { name }) });
    } catch (error) {
      const text = isApproval ? 'conversations.request.approveFailed' : 'conversations.request.denyFailed';
      const isJudged = error instanceof ApiError && error.status >= 400 && error.status < 500;
      showToast({ type: 'error', message: isJudged ? errorText(error) : t(text) });
    }
  });
  if (!request || request.ownerId !== userId) return null;

  const miles = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <section className="conversations-request" aria-label={t('conversations.request.title', { name })}>
      <PersonLink userId={request.requesterId} decorative>
        <Avatar name={name} url={request.requesterAvatar} />
      </PersonLink>
      <div className="conversations-request-words">
        <PersonLink userId={request.requesterId} className="b">
          <UserText>{t('conversations.request.title', { name })}</UserText>
        </PersonLink>
        <span className="sm t3 num">
          {t('conversations.request.distance', { distance: miles.format(request.distance) })}
        </span>
        {request.requestMessage && (
          <UserText as="p" className="content">
            {request.requestMessage}
          </UserText>
        )}
      </div>
      <div className="conversations-request-answers">
        <Button
          size="s"
          busy={answer.isPending && answer.variables?.action === 'deny'}
          onClick={() => void settle(request.joinRequestId, 'deny')}
        >
          {t('conversations.request.deny')}
        </Button>
        <Button
          kind="primary"
          size="s"
          busy={answer.isPending && answer.variables?.action === 'approve'}
          onClick={() => void settle(request.joinRequestId, 'approve')}
        >
          {t('conversations.request.approve')}
        </Button>
      </div>
    </section>
  );
}
