import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { TFunction } from 'i18next';
import { planConversations } from './plan-conversations.ts';

export function nameOf({ isPrivate, title, otherParticipant, plan }: Conversation, t: TFunction): string {
  if (plan && !title) return planConversations()?.nameOf(plan, t) ?? t('conversations.group');
  if (!isPrivate) return title || t('conversations.group');
  return otherParticipant?.name || t('conversations.unknownUser');
}
