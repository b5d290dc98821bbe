import { useCallback, useEffect, useRef, useState } from 'react';
import { isMobileDevice } from '#platform/device.ts';

const openPreviewAfter_ms = 800;
const closeAfter_ms = { mouse: 800, touch: 500 };

/** Which pin of a kind has its popover open on the map, and which its preview. */
export function usePinSelection() {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [previewId, setPreviewId] = useState<string | null>(null);
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopWaiting = useCallback(() => {
    clearTimeout(opening.current);
    clearTimeout(closing.current);
  }, []);
  useEffect(() => stopWaiting, [stopWaiting]);

  const select = useCallback(
    (id: string | null) => {
      stopWaiting();
      setSelectedId(id);
    },
    [stopWaiting],
  );
  /** No preview, now. */
  const endPreview = useCallback(() => {
    stopWaiting();
    setPreviewId(null);
  }, [stopWaiting]);
  /** Previews come after a while under the mouse, and go a while after it left, so that it can move onto them. */
  const preview = useCallback(
    (id: string | null) => {
      stopWaiting();
      if (id !== null) opening.current = setTimeout(setPreviewId, openPreviewAfter_ms, id);
      else closing.current = setTimeout(setPreviewId, closeAfter_ms.mouse, null);
    },
    [stopWaiting],
  );
  const keepPreview = useCallback(() => clearTimeout(closing.current), []);
  /** The bare map was clicked: under a finger the popover stays a moment longer. */
  const dismiss = useCallback(() => {
    clearTimeout(closing.current);
    if (isMobileDevice()) closing.current = setTimeout(setSelectedId, closeAfter_ms.touch, null);
    else setSelectedId(null);
  }, []);
  return { selectedId, previewId, select, preview, keepPreview, endPreview, dismiss };
}
