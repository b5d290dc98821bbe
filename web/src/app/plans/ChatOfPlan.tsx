import { useTranslation } from 'react-i18next';
import { useLastMessage } from '#features/chat/conversations/conversations.api.ts';
import { previewOf } from '#features/chat/conversations/preview.ts';
import { FactWay } from '#features/plans/Fact.tsx';
import { Icon } from '#ui/Icon.tsx';
// What the events of plans are called.
import './plan-conversations.tsx';

/** The way to a plan's conversation, with what was said last in it. */
export function ChatOfPlan({ conversationId, userId }: { conversationId: string; userId: string }) {
  const { t } = useTranslation();
  const last = useLastMessage(conversationId, userId);
  return (
    <FactWay
      icon={<Icon name="message" />}
      title={t('plans.join.openChat')}
      text={last ? previewOf(last, userId, t, true) : null}
      to={`/messages/${conversationId}`}
    />
  );
}
