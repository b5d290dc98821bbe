import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { doubleTapScale, held, swipeStep, whole, type Zoom, zoomedAt } from './zoom.ts';

interface Point {
  x: number;
  y: number;
}

interface Gesture {
  pointers: Map<number, Point>;
  start: Point;
  from: Zoom;
  distance: number;
}

const doubleTap_ms = 300;
const isTap = (moved: Point) => Math.hypot(moved.x, moved.y) < 10;

/** A swipe leads on, two fingers or a double tap enlarge. `shown` names the picture; another one begins whole. */
export function useStageGestures(shown: string, onStep: (step: -1 | 1) => void) {
  const stage = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(whole);
  /** How far a swipe has come, in pixels. */
  const [drag, setDrag] = useState(0);
  const gesture = useRef<Gesture | null>(null);
  const lastTap = useRef({ at: 0, x: 0, y: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture begins whole
  useEffect(() => {
    setZoom(whole);
    setDrag(0);
    gesture.current = null;
  }, [shown]);

  const size = () => stage.current!.getBoundingClientRect();
  const fromMiddle = ({ x, y }: Point): Point => {
    const { left, top, width, height } = size();
    return { x: x - left - width / 2, y: y - top - height / 2 };
  };
  const middleOf = (pointers: Map<number, Point>): Point => {
    const points = [...pointers.values()];
    const mean = (axis: 'x' | 'y') => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
    return { x: mean('x'), y: mean('y') };
  };
  const distanceOf = (pointers: Map<number, Point>): number => {
    const [one, other] = [...pointers.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };
  const begin = (pointers: Map<number, Point>) => {
    gesture.current = { pointers, start: middleOf(pointers), from: zoom, distance: distanceOf(pointers) };
  };

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    // Buttons and players on the stage keep their clicks.
    if ((event.target as Element).closest('button, a, video')) return;
    stage.current?.setPointerCapture(event.pointerId);
    const pointers = gesture.current?.pointers ?? new Map<number, Point>();
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    begin(pointers);
  };

  const onPointerMove = (event: PointerEvent) => {
    const { current } = gesture;
    if (!current?.pointers.has(event.pointerId)) return;
    current.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const middle = middleOf(current.pointers);
    const moved = { x: middle.x - current.start.x, y: middle.y - current.start.y };
    const { from } = current;
    if (current.pointers.size > 1) {
      const scale = from.scale * (distanceOf(current.pointers) / (current.distance || 1));
      const next = zoomedAt(from, scale, fromMiddle(current.start));
      setZoom(held({ ...next, x: next.x + moved.x, y: next.y + moved.y }, size()));
    } else if (from.scale > 1) setZoom(held({ ...from, x: from.x + moved.x, y: from.y + moved.y }, size()));
    else setDrag(moved.x);
  };

  const onPointerUp = (event: PointerEvent) => {
    const { current } = gesture;
    if (!current?.pointers.has(event.pointerId)) return;
    const moved = { x: event.clientX - current.start.x, y: event.clientY - current.start.y };
    const wasAlone = current.pointers.size === 1;
    current.pointers.delete(event.pointerId);
    if (!wasAlone) return begin(current.pointers);
    gesture.current = null;
    setDrag(0);
    if (event.type === 'pointercancel') return;
    if (isTap(moved)) return tap(event);
    const step = current.from.scale > 1 ? 0 : swipeStep(moved, size().width);
    if (step !== 0) onStep(step);
  };

  const tap = (event: PointerEvent) => {
    const { at, x, y } = lastTap.current;
    const isSecond =
      event.timeStamp - at < doubleTap_ms &&
      isTap({ x: (event.clientX - x) / 3, y: (event.clientY - y) / 3 });
    lastTap.current = { at: isSecond ? 0 : event.timeStamp, x: event.clientX, y: event.clientY };
    if (!isSecond) return;
    const place = fromMiddle({ x: event.clientX, y: event.clientY });
    setZoom(zoom.scale > 1 ? whole : held(zoomedAt(zoom, doubleTapScale, place), size()));
  };

  return {
    stage,
    zoom,
    drag,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  };
}
