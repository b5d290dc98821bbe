import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useWindowHeight } from '#platform/device.ts';
import { classNames } from '#ui/class-names.ts';

/** Low, half and full: what is seen of the sheet. */
export type SheetStop = 'low' | 'half' | 'full';
const stops: readonly SheetStop[] = ['low', 'half', 'full'];
const low_px = 96;
const shares: Record<Exclude<SheetStop, 'low'>, number> = { half: 0.46, full: 0.92 };

const heightOf = (stop: SheetStop, viewport: number) => (stop === 'low' ? low_px : viewport * shares[stop]);

function nearestStop(height: number, viewport: number): SheetStop {
  return stops.reduce((best, stop) =>
    Math.abs(heightOf(stop, viewport) - height) < Math.abs(heightOf(best, viewport) - height) ? stop : best,
  );
}

interface BottomSheetProps {
  label: string;
  /** Name of the handle, which finger, mouse and arrow keys move. */
  handleLabel: string;
  stop: SheetStop;
  onStop(stop: SheetStop): void;
  header?: ReactNode;
  children: ReactNode;
}

/** A panel from the bottom of small screens; its list scrolls, its handle drags. */
export function BottomSheet({ label, handleLabel, stop, onStop, header, children }: BottomSheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const drag = useRef<{ y: number; height: number } | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const viewport = useWindowHeight();
  const height = dragged ?? heightOf(stop, viewport);

  useEffect(() => {
    document.documentElement.style.setProperty('--sheet-height', `${heightOf(stop, viewport)}px`);
    return () => void document.documentElement.style.removeProperty('--sheet-height');
  }, [stop, viewport]);

  const begin = (event: PointerEvent) => {
    drag.current = { y: event.clientY, height };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent) => {
    if (!drag.current) return;
    const wanted = drag.current.height + drag.current.y - event.clientY;
    setDragged(Math.min(viewport * shares.full, Math.max(low_px, wanted)));
  };
  const end = (event: PointerEvent) => {
    if (!drag.current) return;
    const travelled = Math.abs(event.clientY - drag.current.y);
    const next = dragged === null ? stop : nearestStop(dragged, viewport);
    drag.current = null;
    setDragged(null);
    // A tap on the handle goes one stop on.
    onStop(travelled < 4 ? stops[(stops.indexOf(stop) + 1) % stops.length]! : next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    onStop(stops[Math.min(stops.length - 1, Math.max(0, stops.indexOf(stop) + step))]!);
  };

  return (
    <section
      ref={sheet}
      className={classNames('sheet', 'sheet-bottom', dragged !== null && 'dragging')}
      aria-label={label}
      style={{ height }}
    >
      <div
        className="sheet-handle"
        role="slider"
        tabIndex={0}
        aria-label={handleLabel}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={stops.length - 1}
        aria-valuenow={stops.indexOf(stop)}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={onKeyDown}
      >
        <div className="grab" />
      </div>
      {header}
      <div className="sheet-list">{children}</div>
    </section>
  );
}
