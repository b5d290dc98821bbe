import { useCallback, useMemo, useRef, useState } from 'react';
import type { Numbered } from './conversation-log.ts';

const isShownMedia = (message: Numbered) =>
  (message.type === 'IMAGE' || message.type === 'VIDEO') &&
  message.media !== null &&
  !message.isDeleted &&
  !message.folded;

export function useEnlargedMedia(messages: readonly Numbered[]) {
  const media = useMemo(() => messages.filter(isShownMedia), [messages]);
  const latest = useRef(media);
  latest.current = media;
  const [index, setIndex] = useState<number | null>(null);
  const enlarge = useCallback(
    (message: Numbered) =>
      setIndex(latest.current.findIndex(({ sequence }) => sequence === message.sequence)),
    [],
  );
  return { media, index, setIndex, enlarge };
}
