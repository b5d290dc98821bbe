import { postLimits } from '@dazi/contract/posts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type PostDraft, readStored, stored, writePersonal } from '#platform/storage.ts';

type Draft = Pick<PostDraft, 'content' | 'lifetime'>;
const empty: Draft = { content: '', lifetime: 'never' };

function keptDraft(userId: string): Draft | null {
  const kept = readStored(stored.postDraft);
  if (kept?.userId !== userId || kept.content.trim() === '') return null;
  return { content: kept.content.slice(0, postLimits.content), lifetime: kept.lifetime };
}

/** The text of a post until it is sent, kept on this device; pictures and videos are not. */
export function useDraft(userId: string) {
  const [draft, setDraft] = useState<Draft>(() => keptDraft(userId) ?? empty);
  /** Whether it was begun before this page was loaded, and not touched since. */
  const [isKept, setKept] = useState(() => keptDraft(userId) !== null);

  const before = useRef(draft.content);
  useEffect(() => {
    const isEmpty = draft.content.trim() === '';
    // What another tab began meanwhile is not this one's to clear away.
    const isOurs = readStored(stored.postDraft)?.content === before.current;
    if (!isEmpty || isOurs) writePersonal(userId, stored.postDraft, isEmpty ? null : { userId, ...draft });
    before.current = draft.content;
  }, [userId, draft]);

  const change = useCallback((changes: Partial<Draft>) => {
    setKept(false);
    setDraft((before) => ({ ...before, ...changes }));
  }, []);
  const clear = useCallback(() => change(empty), [change]);
  return { ...draft, isKept, change, clear };
}
