import { type RefObject, useEffect, useState } from 'react';
import type { MapProvider } from '#map/map-provider.ts';

const WAIT_FOR_TILES_MS = 1_500;

/**
 * A map that was hidden (another tab of the browser, a folded pane) may have the wrong size and no tiles
 * when it comes back: resizes it and answers true while its tiles are awaited.
 */
export function useReturnToView(
  surface: RefObject<HTMLElement | null>,
  provider: MapProvider | undefined,
): boolean {
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    const element = surface.current;
    if (!provider || element === null) return;
    let isGone = false;
    const comeBack = () => {
      provider.resize();
      setIsWaiting(true);
      provider.whenDrawn(WAIT_FOR_TILES_MS).then(() => !isGone && setIsWaiting(false));
    };
    const onVisibility = () => document.visibilityState === 'visible' && comeBack();
    let wasShown = element.clientWidth > 0;
    const sizes = new ResizeObserver(() => {
      const isShown = element.clientWidth > 0;
      if (isShown && !wasShown) comeBack();
      wasShown = isShown;
    });
    sizes.observe(element);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      isGone = true;
      sizes.disconnect();
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [surface, provider]);
  return isWaiting;
}
