import type { Conversation } from '@dazi/contract/conversation-views';
import type { Member } from '@dazi/contract/conversations';
import type { TFunction } from 'i18next';

/** Of two people the other one. */
export const otherMember = ({ isPrivate, members }: Conversation, myId: string): Member | undefined =>
  isPrivate ? members.find(({ userId }) => userId !== myId) : undefined;

export function nameOf(conversation: Conversation, myId: string, t: TFunction): string {
  if (!conversation.isPrivate) return conversation.title || t('conversations.group');
  return otherMember(conversation, myId)?.user.name || t('conversations.unknownUser');
}
