/** How a picture lies on the stage: enlarged, and moved by pixels of the screen from the middle. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export const whole: Zoom = { scale: 1, x: 0, y: 0 };
export const doubleTapScale = 2.5;
const largest = 5;

interface Point {
  x: number;
  y: number;
}

/** Keeps the picture on the stage: no more of it may leave one side than comes in at the other. */
export function held({ scale, x, y }: Zoom, stage: { width: number; height: number }): Zoom {
  const kept = Math.min(largest, Math.max(1, scale));
  const reach = (edge: number) => (edge * (kept - 1)) / 2;
  const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) || 0;
  return { scale: kept, x: within(x, reach(stage.width)), y: within(y, reach(stage.height)) };
}

/** Enlarges so that what is under `at`, measured from the middle of the stage, stays under it. */
export function zoomedAt(zoom: Zoom, scale: number, at: Point): Zoom {
  const factor = scale / zoom.scale;
  return { scale, x: at.x - (at.x - zoom.x) * factor, y: at.y - (at.y - zoom.y) * factor };
}

/** A swipe leads on when it went far enough to the side, and further aside than up or down. */
export function swipeStep(moved: Point, width: number): -1 | 0 | 1 {
  const far = Math.max(40, Math.min(120, width * 0.15));
  if (Math.abs(moved.x) < far || Math.abs(moved.x) < Math.abs(moved.y) * 1.2) return 0;
  return moved.x < 0 ? 1 : -1;
}
