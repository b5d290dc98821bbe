import type { Conversation } from '@dazi/contract/chat/conversation-views';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useNow } from '#platform/time.ts';
import { UserText } from '#ui/UserText.tsx';
import { ClosedPart } from './ClosedPart.tsx';
import type { Numbered } from './conversation-log.ts';
import { JoinRequestCard } from './JoinRequestCard.tsx';
import { AlbumBubble, type BubbleContext, MessageBubble, OutgoingBubble } from './MessageBubble.tsx';
import { isReadByOthers, type MessageRow } from './message-rows.ts';
import { eventText } from './preview.ts';
import { daysAgo, fullDate } from './time-label.ts';

interface MessageRowContentProps {
  row: MessageRow;
  conversation: Conversation;
  /** So many messages were new when it was opened. */
  newCount: number;
  /** The message that was looked for. */
  marked: number | null;
  context: BubbleContext;
}

export function MessageRowContent(props: MessageRowContentProps) {
  const { row, conversation, newCount, marked, context } = props;
  const { readers, chatRoom } = conversation;
  switch (row.kind) {
    case 'day':
      return <Day instant={row.instant} />;
    case 'unread':
      return <UnreadDivider count={Math.max(1, newCount)} />;
    case 'line':
      return <Line message={row.message} isOfPlan={conversation.plan !== null} />;
    case 'request':
      return <JoinRequestCard message={row.message} roomId={chatRoom?.id ?? ''} userId={context.myId} />;
    case 'result':
      return (
        <div className="conversations-result" data-sequence={row.message.sequence}>
          {row.message.closed ? (
            <ClosedPart message={row.message} userId={context.myId} />
          ) : (
            context.cards.result(row.message)
          )}
        </div>
      );
    case 'message':
      return (
        <MessageBubble
          message={row.message}
          isFirst={row.isFirst}
          isLast={row.isLast}
          isRead={isReadByOthers(row.message, readers, context.myId)}
          isMarked={marked === row.message.sequence}
          context={context}
        />
      );
    case 'album':
      return (
        <AlbumBubble
          messages={row.messages}
          isFirst={row.isFirst}
          isLast={row.isLast}
          isRead={isReadByOthers(row.messages.at(-1)!, readers, context.myId)}
          isMarked={row.messages.some(({ sequence }) => sequence === marked)}
          context={context}
        />
      );
    case 'outgoing':
      return (
        <OutgoingBubble
          message={row.message}
          isFirst={row.isFirst}
          isLast={row.isLast}
          entries={context.handlers.waiting(row.message)}
        />
      );
  }
}

function UnreadDivider({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    <div className="conversations-unread-line">
      <span>{t('conversations.newMessages', { count })}</span>
    </div>
  );
}

function Day({ instant }: { instant: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const days = daysAgo(instant, useNow());
  const label =
    days === 0
      ? t('conversations.today')
      : days === 1
        ? t('conversations.yesterday')
        : fullDate(instant, language);
  return (
    <div className="conversations-day">
      <span>{label}</span>
    </div>
  );
}

function Line({ message, isOfPlan }: { message: Numbered; isOfPlan: boolean }) {
  const { t } = useTranslation();
  const said = message.event ? eventText(message.event, isOfPlan, t) : message.content;
  return (
    <p className="conversations-system-line">
      <UserText>{message.isDeleted ? t('conversations.deleted') : said}</UserText>
    </p>
  );
}
