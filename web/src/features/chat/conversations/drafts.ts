import { useCallback, useSyncExternalStore } from 'react';
import { isListOf, PersonalStore } from '#platform/personal-store.ts';
import { onPersonGone } from '#platform/storage.ts';
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

interface Returned {
  content: string;
  writtenAt: string;
}

/** Of a draft, what came back into it and still stands at its beginning as it came. */
const returned = new Map<string, readonly Returned[]>();
onPersonGone(() => returned.clear());

const linesOf = (messages: readonly Returned[]) => messages.map(({ content }) => content).join('\n');

/** What was refused goes back to where it was written, before what was written since; several in the order of their writing. */
export function restoreToDraft(
  conversationId: string,
  userId: string,
  content: string,
  writtenAt = new Date(currentTime()).toISOString(),
): void {
  const id = draftId(conversationId, userId);
  const draft = draftOf(conversationId, userId);
  const before = returned.get(id) ?? [];
  const lines = linesOf(before);
  const isThere = before.length > 0 && (draft === lines || draft.startsWith(`${lines}\n`));
  const since = isThere ? draft.slice(lines.length + 1) : draft;
  const now = [...(isThere ? before : []), { content, writtenAt }].sort((one, other) =>
    one.writtenAt.localeCompare(other.writtenAt),
  );
  returned.set(id, now);
  keepDraft(conversationId, userId, since === '' ? linesOf(now) : `${linesOf(now)}\n${since}`);
}

export function useDraft(conversationId: string, userId: string): [string, (content: string) => void] {
  const text = useSyncExternalStore(drafts.subscribe, () => draftOf(conversationId, userId));
  const setText = useCallback(
    (content: string) => keepDraft(conversationId, userId, content),
    [conversationId, userId],
  );
  return [text, setText];
}
