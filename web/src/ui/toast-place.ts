/** In px from the top left of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Offset {
  readonly x: number;
  readonly y: number;
}

export interface ToastQuestion {
  /** Where the toasts are by themselves. */
  readonly rest: Box;
  readonly window: { readonly width: number; readonly height: number };
  /** What must not be covered: the bars of open dialogs. */
  readonly bars: readonly Box[];
  /** What is not covered as long as there is another place. */
  readonly controls: readonly Box[];
  /** Where they stand now: they stay as long as that is as good. */
  readonly current: Offset;
  /** On a phone the lower part belongs to the thumb: they go no higher or lower than the bars make them. */
  readonly staysOnTop: boolean;
}

const MARGIN_PX = 8;
/** More than all controls together. */
const BAR_COST = 1000;

/** The share of the other box that is covered. */
function covered(place: Box, other: Box): number {
  const width = Math.min(place.right, other.right) - Math.max(place.left, other.left);
  const height = Math.min(place.bottom, other.bottom) - Math.max(place.top, other.top);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / ((other.right - other.left) * (other.bottom - other.top));
}

const moved = ({ left, top, right, bottom }: Box, { x, y }: Offset): Box => ({
  left: left + x,
  top: top + y,
  right: right + x,
  bottom: bottom + y,
});

/** How far the toasts move from where they are by themselves, to cover nothing that is needed; as little as it takes. */
export function placeToasts({ rest, window, bars, controls, current, staysOnTop }: ToastQuestion): Offset {
  const height = rest.bottom - rest.top;
  const avoided = staysOnTop ? bars : [...bars, ...controls];
  const cost = (offset: Offset) => {
    const place = moved(rest, offset);
    const ofBars = bars.reduce((sum, bar) => sum + (covered(place, bar) > 0 ? BAR_COST : 0), 0);
    return staysOnTop ? ofBars : controls.reduce((sum, control) => sum + covered(place, control), ofBars);
  };
  const fits = ({ x, y }: Offset) => {
    if (staysOnTop && y < 0) return false;
    const place = moved(rest, { x, y });
    const isInside = place.top >= 0 && place.bottom <= window.height - MARGIN_PX;
    return (x === 0 && y === 0) || (isInside && place.left >= 0 && place.right <= window.width);
  };
  const columns = [0, window.width - rest.right - rest.left, (window.width - rest.right - rest.left) / 2];
  const rows = [
    0,
    ...avoided.flatMap(({ top, bottom }) => [
      bottom + MARGIN_PX - rest.top,
      top - MARGIN_PX - height - rest.top,
    ]),
  ];
  const offsets = [current, ...columns.flatMap((x) => rows.map((y) => ({ x, y })))].filter(fits);
  const far = ({ x, y }: Offset) => Math.hypot(x, y);
  const [best] = offsets
    .map((offset) => ({ offset, cost: cost(offset) }))
    .sort(
      (one, other) =>
        one.cost - other.cost ||
        Number(other.offset === current) - Number(one.offset === current) ||
        far(one.offset) - far(other.offset),
    );
  return best?.offset ?? { x: 0, y: 0 };
}
