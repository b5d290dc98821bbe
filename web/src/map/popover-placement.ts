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

/** How much a popover there hides of its own marker and of what should stay visible; 0 is ideal. */
function cost(
  { left, top }: PopoverPlacement,
  { anchor, anchorRadius, size, avoid = [] }: PopoverQuestion,
): number {
  const overlap = (point: ScreenPoint, radius: number) => {
    const x = Math.min(point.x + radius, left + size.width) - Math.max(point.x - radius, left);
    const y = Math.min(point.y + radius, top + size.height) - Math.max(point.y - radius, top);
    return x > 0 && y > 0 ? Math.min(x, y) : 0;
  };
  const hidden = avoid.reduce((sum, { point, radius }) => sum + overlap(point, radius), 0);
  return overlap(anchor, anchorRadius) * 4 + hidden;
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
