import { useCallback, useMemo, useState } from 'react';
import type { Numbered } from './conversation-log.ts';

const isShownMedia = (message: Numbered) =>
  (message.type === 'IMAGE' || message.type === 'VIDEO') &&
  message.media !== null &&
  !message.isDeleted &&
  !message.folded;

/** The one that is shown stays while others come and go: what is done in the viewer is done with it. */
export function useEnlargedMedia(messages: readonly Numbered[]) {
  const media = useMemo(() => messages.filter(isShownMedia), [messages]);
  /** The sequence of its message. */
  const [shown, setShown] = useState<number | null>(null);
  if (shown !== null && media.length === 0) setShown(null);
  const enlarge = useCallback((message: Numbered) => setShown(message.sequence), []);
  const setIndex = useCallback(
    (index: number | null) => setShown(index === null ? null : (media[index]?.sequence ?? null)),
    [media],
  );
  return { media, index: shown === null ? null : placeOf(media, shown), setIndex, enlarge };
}

/** Of one that is gone that of the next one, or of the last; null where none is left. */
function placeOf(media: readonly Numbered[], shown: number): number | null {
  const at = media.findIndex(({ sequence }) => sequence >= shown);
  if (at >= 0) return at;
  return media.length > 0 ? media.length - 1 : null;
}
