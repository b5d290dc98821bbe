import { useCallback, useSyncExternalStore } from 'react';
import { isListOf, PersonalStore } from '#platform/personal-store.ts';
import { currentTime } from '#platform/time.ts';

/** A message that was begun and not sent. One of each conversation and person. */
export interface MessageDraft {
  id: string;
  conversationId: string;
  userId: string;
  content: string;
  lastSavedAt: string;
}

/** The oldest drafts make room for new ones. */
const keptDrafts = 100;

const drafts = new PersonalStore(
  'drafts',
  isListOf<MessageDraft>(['id', 'conversationId', 'userId', 'content', 'lastSavedAt']),
  { outlives: true },
);

const draftId = (conversationId: string, userId: string) => `${conversationId}:${userId}`;

export function draftOf(conversationId: string, userId: string): string {
  const id = draftId(conversationId, userId);
  return drafts.read(userId)?.find((draft) => draft.id === id)?.content ?? '';
}

export function keepDraft(conversationId: string, userId: string, content: string): void {
  const id = draftId(conversationId, userId);
  const lastSavedAt = new Date(currentTime()).toISOString();
  drafts.change(userId, (before) => {
    const others = (before ?? []).filter((draft) => draft.id !== id);
    const all = content === '' ? others : [...others, { id, conversationId, userId, content, lastSavedAt }];
    return all.length === 0 ? null : all.slice(-keptDrafts);
  });
}

/** What was refused goes back to where it was written, before what was written since. */
export function restoreToDraft(conversationId: string, userId: string, content: string): void {
  const since = draftOf(conversationId, userId);
  keepDraft(conversationId, userId, since === '' ? content : `${content}\n${since}`);
}

export function useDraft(conversationId: string, userId: string): [string, (content: string) => void] {
  const text = useSyncExternalStore(drafts.subscribe, () => draftOf(conversationId, userId));
  const setText = useCallback(
    (content: string) => keepDraft(conversationId, userId, content),
    [conversationId, userId],
  );
  return [text, setText];
}
