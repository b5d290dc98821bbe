import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { User } from '@dazi/contract/identity/identity';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import type { ReportedInConversation } from '#features/chat/conversations/ConversationView.tsx';
import {
  openedConversation,
  useAnswerMessageRequest,
} from '#features/chat/conversations/conversations.api.ts';
import { wordsIn } from '#features/chat/conversations/preview.ts';
import { miniAppIn } from '#features/mini-apps/message-content.ts';
import type { ReportedThing } from '#features/moderation/moderation.api.ts';
import { useBackCloses } from '#platform/history.ts';
import { lazyPart } from '#ui/lazy-part.ts';

const ReportDialog = lazyPart('ReportDialog', () => import('#features/moderation/ReportDialog.tsx'));

const isWords = (type: string) => type === 'TEXT' || type === 'QUICK';

/** What is reported of a conversation: a mini app is one, whatever message it came with. */
function thingOf(
  { targetType, targetId, name, message }: ReportedInConversation,
  conversation: Conversation | undefined,
): ReportedThing {
  const other = conversation?.otherParticipant;
  if (targetType === 'person') {
    const person = { id: targetId, name };
    return {
      targetType,
      targetId,
      name,
      avatarUrl: other?.avatar,
      person: other?.blockedByMe ? null : person,
    };
  }
  if (targetType === 'room' || !message) return { targetType, targetId, name };
  const isBlocked = other?.id === message.senderId && other?.blockedByMe;
  const said = {
    name: name || null,
    avatarUrl: message.senderAvatar,
    person: message.senderId && !isBlocked ? { id: message.senderId, name } : null,
  };
  const miniApp = message.type === 'MINI_APP' ? miniAppIn(message.content) : null;
  if (miniApp)
    return { targetType: 'mini-app', targetId: miniApp.miniAppId, excerpt: miniApp.title, ...said };
  return {
    targetType,
    targetId,
    excerpt: isWords(message.type) ? wordsIn(message.type, message.content) : undefined,
    ...said,
  };
}

/** Reports a message, the room, or the other one of two people; a message request can be declined at once. */
export function useReportInConversation(
  user: User,
  conversationId: string | null,
): { report(reported: ReportedInConversation): void; dialog: ReactNode } {
  const client = useQueryClient();
  const [reported, setReported] = useState<ReportedInConversation | null>(null);
  const close = () => setReported(null);
  useBackCloses('report', reported !== null, close);
  const { mutateAsync: answer } = useAnswerMessageRequest(conversationId ?? '', user.id);
  const report = useCallback((next: ReportedInConversation) => setReported(next), []);
  if (!reported || conversationId === null) return { report, dialog: null };
  const conversation = openedConversation(client, conversationId);
  const isRequest = conversation?.messageRequest === 'incoming';
  const dialog = (
    <Suspense fallback={null}>
      <ReportDialog
        thing={{
          ...thingOf(reported, conversation),
          decline: isRequest ? () => answer('decline') : undefined,
        }}
        user={user}
        onClose={close}
      />
    </Suspense>
  );
  return { report, dialog };
}
