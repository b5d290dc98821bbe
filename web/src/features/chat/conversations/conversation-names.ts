import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { TFunction } from 'i18next';

export function nameOf({ isPrivate, title, otherParticipant }: Conversation, t: TFunction): string {
  if (!isPrivate) return title || t('conversations.group');
  return otherParticipant?.name || t('conversations.unknownUser');
}
