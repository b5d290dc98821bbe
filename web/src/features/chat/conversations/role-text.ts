import type { Member } from '@dazi/contract/chat/conversations';
import type { TFunction } from 'i18next';
import { planConversations } from './plan-conversations.ts';

/** Whoever owns a conversation, in a word: of a plan, the host. */
export const ownerText = (isOfPlan: boolean, t: TFunction): string =>
  (isOfPlan && planConversations()?.hostText(t)) || t('conversations.groupMenu.owner');

/** What somebody is among the members; null for those of a plan who are just in it. */
export function roleText({ role, moderates }: Member, isOfPlan: boolean, t: TFunction): string | null {
  if (role === 'OWNER') return ownerText(isOfPlan, t);
  if (isOfPlan) return null;
  return t(moderates ? 'rooms.manage.moderators.badge' : `conversations.groupMenu.role.${role}`);
}
