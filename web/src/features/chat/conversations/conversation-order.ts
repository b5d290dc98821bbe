import type { Conversation, ConversationSort } from '@dazi/contract/chat/conversation-views';
import { conversationSorts } from '@dazi/contract/chat/conversation-views.rules';
import { useSyncExternalStore } from 'react';
import { PersonalStore } from '#platform/personal-store.ts';
import { isRecord } from '#platform/storage.ts';

export const defaultSort: ConversationSort = 'last_message';

interface MessageSettings {
  sort: ConversationSort;
}

const settings = new PersonalStore(
  'messageSettings',
  (value): value is MessageSettings =>
    isRecord(value) && (conversationSorts as readonly unknown[]).includes(value.sort),
);

export const sortOf = (userId: string): ConversationSort => settings.read(userId)?.sort ?? defaultSort;

export const keepSort = (userId: string, sort: ConversationSort): void =>
  settings.change(userId, () => (sort === defaultSort ? null : { sort }));

export const useSort = (userId: string): ConversationSort =>
  useSyncExternalStore(settings.subscribe, () => sortOf(userId));

type Sorted = Pick<Conversation, 'id' | 'settings' | 'lastMessageAt' | 'createdAt' | 'unreadCount'>;

/** As the server sorts them. Pinned ones first, but by age; then as wanted, then the latest. */
export function inOrder<Row extends Sorted>(conversations: readonly Row[], sort: ConversationSort): Row[] {
  const at = ({ lastMessageAt, createdAt }: Row) =>
    sort === 'created_at' ? createdAt : (lastMessageAt ?? createdAt);
  const isPinned = ({ settings: { isPinned } }: Row) => Number(sort !== 'created_at' && isPinned);
  const isUnread = ({ unreadCount }: Row) => Number(sort === 'unread_first' && unreadCount > 0);
  const unique = new Map(conversations.map((one) => [one.id, one]));
  return [...unique.values()].sort(
    (a, b) =>
      isPinned(b) - isPinned(a) ||
      isUnread(b) - isUnread(a) ||
      at(b).localeCompare(at(a)) ||
      b.id.localeCompare(a.id),
  );
}
