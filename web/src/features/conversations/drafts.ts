import { useCallback, useSyncExternalStore } from 'react';
import { type MessageDraft, readStored, stored, writeStored } from '#platform/storage.ts';
import { currentTime } from '#platform/time.ts';

/** The oldest drafts make room for new ones. */
const keptDrafts = 100;

const draftId = (conversationId: string, userId: string) => `${conversationId}:${userId}`;
const listeners = new Set<() => void>();
/** What storage says, read once: it may be forbidden, and then this is all there is. */
let drafts: readonly MessageDraft[] | null = null;

const allDrafts = (): readonly MessageDraft[] => {
  drafts ??= readStored(stored.messageDrafts) ?? [];
  return drafts;
};

export function draftOf(conversationId: string, userId: string): string {
  const id = draftId(conversationId, userId);
  return allDrafts().find((draft) => draft.id === id)?.content ?? '';
}

export function keepDraft(conversationId: string, userId: string, content: string): void {
  const id = draftId(conversationId, userId);
  const others = allDrafts().filter((draft) => draft.id !== id);
  const lastSavedAt = new Date(currentTime()).toISOString();
  drafts =
    content === ''
      ? others
      : [...others, { id, conversationId, userId, content, lastSavedAt }].slice(-keptDrafts);
  writeStored(stored.messageDrafts, drafts.length === 0 ? null : [...drafts]);
  for (const listener of listeners) listener();
}

/** What was refused goes back to where it was written, before what was written since. */
export function restoreToDraft(conversationId: string, userId: string, content: string): void {
  const since = draftOf(conversationId, userId);
  keepDraft(conversationId, userId, since === '' ? content : `${content}\n${since}`);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The text of a conversation that is being written, kept on this device. */
export function useDraft(conversationId: string, userId: string): [string, (content: string) => void] {
  const text = useSyncExternalStore(subscribe, () => draftOf(conversationId, userId));
  const setText = useCallback(
    (content: string) => keepDraft(conversationId, userId, content),
    [conversationId, userId],
  );
  return [text, setText];
}
