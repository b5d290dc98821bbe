import { postLimits } from '@dazi/contract/posts/posts.rules';
import { useCallback, useEffect, useRef, useState } from 'react';
import { keepFiles, keptFiles } from '#platform/personal-files.ts';
import { isRecord, type PostDraft, readStored, stored, writePersonal } from '#platform/storage.ts';
import type { MediaFile } from './media-files.ts';

const empty: PostDraft = { content: '', lifetime: 'never' };

function keptDraft(userId: string): PostDraft | null {
  const kept = readStored(stored.postDraft(userId));
  if (!kept || kept.content.trim() === '') return null;
  return { content: kept.content.slice(0, postLimits.content), lifetime: kept.lifetime };
}

/** The text of a post until it is sent, kept on this device. */
export function useDraft(userId: string) {
  const [draft, setDraft] = useState<PostDraft>(() => keptDraft(userId) ?? empty);
  /** Whether it was begun before this page was loaded, and not touched since. */
  const [isKept, setKept] = useState(() => keptDraft(userId) !== null);

  const before = useRef(draft.content);
  useEffect(() => {
    const entry = stored.postDraft(userId);
    const isEmpty = draft.content.trim() === '';
    // What another tab began meanwhile is not this one's to clear away.
    const isOurs = readStored(entry)?.content === before.current;
    if (!isEmpty || isOurs) writePersonal(userId, entry, isEmpty ? null : draft);
    before.current = draft.content;
  }, [userId, draft]);

  // What another tab sent is not offered here once more; what was begun in each is kept apart.
  useEffect(() => {
    const entry = stored.postDraft(userId);
    const hear = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key !== entry.key || newValue !== null || oldValue === null) return;
      const gone = entry.parse(oldValue)?.content;
      setDraft((ours) => (ours.content === gone ? empty : ours));
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, [userId]);

  const change = useCallback((changes: Partial<PostDraft>) => {
    setKept(false);
    setDraft((before) => ({ ...before, ...changes }));
  }, []);
  const clear = useCallback(() => change(empty), [change]);
  return { ...draft, isKept, change, clear };
}

const isMediaFile = (value: unknown): value is MediaFile =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.url === 'string' &&
  value.file instanceof File;

/** Its pictures and videos, kept beside the text. */
export function useDraftMedia(userId: string) {
  const [media, setMedia] = useState<readonly MediaFile[]>([]);
  const [isKept, setKept] = useState(false);
  /** What was kept is there, or something was chosen: from here on it is kept as it is here. */
  const isKnown = useRef(false);
  useEffect(() => {
    let isGone = false;
    void keptFiles(userId, 'post').then((files) => {
      if (isGone || isKnown.current) return;
      isKnown.current = true;
      const kept = files.filter(isMediaFile);
      setMedia(kept);
      setKept(kept.length > 0);
    });
    return () => {
      isGone = true;
    };
  }, [userId]);

  const change = useCallback((next: (before: readonly MediaFile[]) => readonly MediaFile[]) => {
    isKnown.current = true;
    setKept(false);
    setMedia(next);
  }, []);
  useEffect(() => {
    if (isKnown.current) void keepFiles(userId, 'post', media);
  }, [userId, media]);
  return { media, isKept, change };
}
