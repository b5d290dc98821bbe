import type { Conversation } from '@dazi/contract/chat/conversation-views';
import type { Member, Message } from '@dazi/contract/chat/conversations';

type Order = Pick<Conversation, 'userRole' | 'can' | 'members' | 'moderatorIds'>;

/** Over a room moderator stands only the owner, over the owner nobody. The server decides; here it is only shown so. */
export const standsOver = (
  { userRole, can }: Pick<Order, 'userRole' | 'can'>,
  other: Pick<Member, 'role' | 'moderates'>,
): boolean => can.moderate && other.role !== 'OWNER' && (userRole === 'OWNER' || !other.moderates);

const saidByMembers: readonly Message['type'][] = ['TEXT', 'IMAGE', 'VIDEO', 'QUICK', 'MINI_APP'];

/** Whether one keeps the room in order and may take out what another said there. */
export function mayTakeOut(
  conversation: Order,
  { senderId, type }: Pick<Message, 'senderId' | 'type'>,
  myId: string,
): boolean {
  if (!conversation.can.moderate || senderId === null || senderId === myId) return false;
  if (!saidByMembers.includes(type)) return false;
  const isOwner = conversation.members.some(({ userId, role }) => userId === senderId && role === 'OWNER');
  const moderates = conversation.moderatorIds.includes(senderId);
  return standsOver(conversation, { role: isOwner ? 'OWNER' : 'MEMBER', moderates });
}
