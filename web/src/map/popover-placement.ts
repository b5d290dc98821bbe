import type { MapPadding, ScreenPoint } from '#map/map-types.ts';

export type PopoverSide = 'right' | 'left' | 'top' | 'bottom';

export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PopoverPlacement {
  readonly side: PopoverSide;
  readonly left: number;
  readonly top: number;
  /** Centre of the tip along the edge that faces the marker, in px from its start. */
  readonly tip: number;
  /** False when an edge keeps the popover from the marker: then no tip points at it. */
  readonly reaches: boolean;
}

export interface Circle {
  readonly point: ScreenPoint;
  readonly radius: number;
}

export interface PopoverQuestion {
  readonly anchor: ScreenPoint;
  /** From the centre of the marker to its edge. */
  readonly anchorRadius: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly area: Rectangle;
  /** What should stay visible: the own position, the other pins of a spread. */
  readonly avoid?: readonly Circle[];
  /** What floats over the map within the area: its buttons. */
  readonly keepOff?: readonly Rectangle[];
  /** Where it stands now: it stays there as long as it may. */
  readonly current?: PopoverSide | undefined;
}

const MARGIN_PX = 16;
const TIP_PX = 12;
/** The tip keeps off the round corners. */
const TIP_INSET_PX = 30;
/** Below this height the panels give way: a popover of two lines helps nobody. */
const LOWEST_AREA_PX = 280;

/** The part of the map a popover may cover. */
export function popoverArea(width: number, height: number, padding: MapPadding): Rectangle {
  const isLow = height - padding.top - padding.bottom < LOWEST_AREA_PX;
  const isNarrow = width - padding.left - padding.right < LOWEST_AREA_PX;
  return {
    left: (isNarrow ? 0 : padding.left) + MARGIN_PX,
    right: width - (isNarrow ? 0 : padding.right) - MARGIN_PX,
    top: (isLow ? 0 : padding.top) + MARGIN_PX,
    bottom: height - (isLow ? 0 : padding.bottom) - MARGIN_PX,
  };
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.max(lowest, Math.min(value, Math.max(lowest, highest)));
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < 1;
}

/** Where along the edge the tip sits: the pleasant place first, then either end. */
const ALIGNMENTS = [1 / 3, 0, 1] as const;

function place(side: PopoverSide, alignment: number, question: PopoverQuestion): PopoverPlacement {
  const { anchor, anchorRadius, size, area } = question;
  const away = anchorRadius + TIP_PX;
  if (side === 'left' || side === 'right') {
    const wanted = side === 'right' ? anchor.x + away : anchor.x - away - size.width;
    const left = clamp(wanted, area.left, area.right - size.width);
    const tipWanted = clamp(size.height * alignment, TIP_INSET_PX, size.height - TIP_INSET_PX);
    const top = clamp(anchor.y - tipWanted, area.top, area.bottom - size.height);
    const tip = clamp(anchor.y - top, TIP_INSET_PX, size.height - TIP_INSET_PX);
    return { side, left, top, tip, reaches: left === wanted && isNear(top + tip, anchor.y) };
  }
  const wanted = side === 'bottom' ? anchor.y + away : anchor.y - away - size.height;
  const top = clamp(wanted, area.top, area.bottom - size.height);
  const centred = alignment === ALIGNMENTS[0] ? 1 / 2 : alignment;
  const tipWanted = clamp(size.width * centred, TIP_INSET_PX, size.width - TIP_INSET_PX);
  const left = clamp(anchor.x - tipWanted, area.left, area.right - size.width);
  const tip = clamp(anchor.x - left, TIP_INSET_PX, size.width - TIP_INSET_PX);
  return { side, left, top, tip, reaches: top === wanted && isNear(left + tip, anchor.x) };
}

const around = ({ x, y }: ScreenPoint, radius: number): Rectangle => ({
  left: x - radius,
  top: y - radius,
  right: x + radius,
  bottom: y + radius,
});

/** How far one has to move at least to be beside the other. */
function overlap(one: Rectangle, other: Rectangle): number {
  const x = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const y = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return x > 0 && y > 0 ? Math.min(x, y) : 0;
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** How much a popover there and its marker hide of each other, or lies under what floats over the map. */
function hidden({ left, top }: PopoverPlacement, question: PopoverQuestion): number {
  const { anchor, anchorRadius, size, keepOff = [] } = question;
  const popover = { left, top, right: left + size.width, bottom: top + size.height };
  const marker = around(anchor, anchorRadius);
  return overlap(marker, popover) * 4 + sumOf(keepOff.map((floating) => overlap(popover, floating) * 2));
}

/** The same, and how much it hides of what should stay visible; 0 is ideal. */
function cost(placement: PopoverPlacement, question: PopoverQuestion): number {
  const { left, top } = placement;
  const { size, avoid = [] } = question;
  const popover = { left, top, right: left + size.width, bottom: top + size.height };
  return (
    hidden(placement, question) +
    sumOf(avoid.map(({ point, radius }) => overlap(around(point, radius), popover)))
  );
}

/** The side that hides least; among equals the present one, then the order of preference. */
export function placePopover(question: PopoverQuestion): PopoverPlacement {
  const isNarrow = question.area.right - question.area.left < question.size.width * 1.7;
  const preferred: PopoverSide[] = isNarrow
    ? ['top', 'bottom', 'right', 'left']
    : ['right', 'left', 'top', 'bottom'];
  const order = question.current ? [question.current, ...preferred] : preferred;
  const placements = ALIGNMENTS.flatMap((alignment) => order.map((side) => place(side, alignment, question)));
  return placements.reduce((best, candidate) =>
    cost(candidate, question) < cost(best, question) ? candidate : best,
  );
}

/** Of a marker without a popover too. */
export type ViewQuestion = Omit<PopoverQuestion, 'size'> & { readonly size: PopoverQuestion['size'] | null };

/** Less is not seen. */
const SLACK_PX = 0.5;

/**
 * How far a marker has to move, as little as it takes, so that it and its popover lie in the free part of the map:
 * under no panel and no button, and not over each other.
 */
export function moveIntoView(question: ViewQuestion): ScreenPoint {
  const { anchor, anchorRadius: radius, size, area, keepOff = [] } = question;
  const missedAt = (place: ScreenPoint): number => {
    const marker = around(place, radius);
    const outside = [
      area.left - marker.left,
      marker.right - area.right,
      area.top - marker.top,
      marker.bottom - area.bottom,
    ].map((distance) => Math.max(0, distance));
    const missed = sumOf([...outside, ...keepOff.map((floating) => overlap(marker, floating))]);
    if (!size) return missed;
    const asked = { ...question, size, anchor: place };
    return missed + hidden(placePopover(asked), asked);
  };
  // Where the marker or an edge of its popover just touches what it keeps off, from within the area and from around it.
  const reach = radius + TIP_PX;
  const [xs, ys] = [
    [area.left, area.right, ...keepOff.flatMap(({ left, right }) => [left, right])].flatMap((edge) =>
      [radius, ...(size ? [reach + size.width] : [])].flatMap((far) => [edge - far, edge + far]),
    ),
    [area.top, area.bottom, ...keepOff.flatMap(({ top, bottom }) => [top, bottom])].flatMap((edge) =>
      [radius, ...(size ? [reach + size.height, TIP_INSET_PX] : [])].flatMap((far) => [
        edge - far,
        edge + far,
      ]),
    ),
  ];
  const moves = [anchor.x, ...xs]
    .flatMap((x) => [anchor.y, ...ys].map((y) => ({ x: x - anchor.x, y: y - anchor.y })))
    .sort((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y));
  let best = { move: moves[0]!, missed: Number.POSITIVE_INFINITY };
  for (const move of moves) {
    const missed = missedAt({ x: anchor.x + move.x, y: anchor.y + move.y });
    if (missed < best.missed - SLACK_PX) best = { move, missed };
    if (missed < SLACK_PX) break;
  }
  return best.move;
}
