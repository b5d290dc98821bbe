import { type MouseEvent, type PointerEvent, type TouchEvent, useCallback, useEffect, useRef } from 'react';

/** As long as the systems of phones take. */
const hold_ms = 500;
/** A finger that moves farther scrolls. */
const steady_px = 10;

/** A finger held on something, as on phones; a mouse has buttons of its own. What follows the lifting is no click. */
export function useLongPress(onPress: () => void) {
  const held = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> } | null>(null);
  const isTouch = useRef(false);
  const wasPressed = useRef(false);
  const end = useCallback(() => {
    clearTimeout(held.current?.timer);
    held.current = null;
  }, []);
  useEffect(() => end, [end]);
  return {
    onPointerDown({ pointerType, isPrimary, clientX: x, clientY: y }: PointerEvent) {
      end();
      wasPressed.current = false;
      isTouch.current = pointerType === 'touch';
      if (!isTouch.current || !isPrimary) return;
      const timer = setTimeout(() => {
        held.current = null;
        wasPressed.current = true;
        onPress();
      }, hold_ms);
      held.current = { x, y, timer };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const { x, y } = held.current ?? { x: clientX, y: clientY };
      if (Math.hypot(clientX - x, clientY - y) > steady_px) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** No click follows, and no focus goes back to what was held. */
    onTouchEnd(event: TouchEvent) {
      if (wasPressed.current) event.preventDefault();
      wasPressed.current = false;
    },
    /** The menu of the browser would come instead. */
    onContextMenu(event: MouseEvent) {
      if (isTouch.current) event.preventDefault();
    },
  };
}
