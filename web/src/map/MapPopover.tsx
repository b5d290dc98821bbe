import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { MapStage } from '#map/map-stage.ts';
import type { MapPadding, MapPlace, ScreenPoint } from '#map/map-types.ts';
import {
  type PopoverQuestion,
  type PopoverSide,
  placePopover,
  popoverArea,
  type Rectangle,
} from '#map/popover-placement.ts';
import { floatingOver, onceStill, reveal } from '#map/reveal.ts';

export interface MapPopoverContent {
  readonly pinId: string;
  /** Accessible name of the popover. */
  readonly label: string;
  readonly content: ReactNode;
  /** A preview follows the mouse: it takes no focus. */
  readonly isPreview?: boolean;
  onClose(): void;
  /** The mouse went onto or off the popover, so that a preview can stay while it is read. */
  readonly onHover?: (isInside: boolean) => void;
}

interface MapPopoverProps {
  readonly stage: MapStage;
  readonly place: MapPlace;
  readonly offset?: ScreenPoint | undefined;
  readonly markerRadius: number;
  readonly padding: MapPadding;
  readonly animate: boolean;
  readonly ownPlace: MapPlace | null;
  readonly label: string;
  /** A preview comes and goes with the mouse and leaves the focus alone. */
  readonly isPreview?: boolean;
  readonly onHover?: ((isInside: boolean) => void) | undefined;
  /** Where the focus goes when it was inside at the end. */
  returnFocus(): void;
  readonly children: ReactNode;
}

const OWN_RADIUS_PX = 16;
const SPREAD_PIN_RADIUS_PX = 20;
const OPPOSITE: Readonly<Record<PopoverSide, PopoverSide>> = {
  left: 'right',
  right: 'left',
  top: 'bottom',
  bottom: 'top',
};

/** Where the popover stands, kept up while the map moves; answers what decides about it, null before it is there. */
function usePlacement(
  popover: RefObject<HTMLDivElement | null>,
  tip: RefObject<HTMLSpanElement | null>,
  { stage, place, offset, markerRadius, padding, ownPlace }: MapPopoverProps,
): RefObject<PopoverQuestion | null> {
  const asked = useRef<PopoverQuestion | null>(null);
  const side = useRef<PopoverSide | undefined>(undefined);
  useLayoutEffect(() => {
    const element = popover.current;
    const frame = element?.offsetParent;
    if (!element || !frame || !tip.current) return;
    const tipStyle = tip.current.style;
    let keepOff: Rectangle[] = floatingOver(frame);
    const update = () => {
      const { clientWidth: width, clientHeight: height } = frame;
      const area = popoverArea(width, height, padding);
      element.style.setProperty('--popover-height', `${area.bottom - area.top}px`);
      const at = stage.provider.project(place);
      const anchor = { x: at.x + (offset?.x ?? 0), y: at.y + (offset?.y ?? 0) };
      const isAway = anchor.x < 0 || anchor.y < 0 || anchor.x > width || anchor.y > height;
      element.toggleAttribute('data-away', isAway);
      asked.current = {
        anchor,
        anchorRadius: markerRadius,
        size: { width: element.offsetWidth, height: element.offsetHeight },
        area,
        avoid: [
          ...(ownPlace ? [{ point: stage.provider.project(ownPlace), radius: OWN_RADIUS_PX }] : []),
          // A spread pin has its neighbours around the common place.
          ...(offset ? [{ point: at, radius: Math.hypot(offset.x, offset.y) + SPREAD_PIN_RADIUS_PX }] : []),
        ],
        keepOff,
        current: side.current,
      };
      const placement = placePopover(asked.current);
      side.current = placement.side;
      const isBeside = placement.side === 'left' || placement.side === 'right';
      element.style.translate = `${Math.round(placement.left)}px ${Math.round(placement.top)}px`;
      element.style.transformOrigin = isBeside
        ? `${OPPOSITE[placement.side]} ${placement.tip}px`
        : `${placement.tip}px ${OPPOSITE[placement.side]}`;
      for (const edge of Object.keys(OPPOSITE)) tipStyle.setProperty(edge, 'auto');
      tipStyle.setProperty(OPPOSITE[placement.side], '-7px');
      tipStyle.setProperty(isBeside ? 'top' : 'left', `${placement.tip - 8}px`);
      tipStyle.setProperty('display', placement.reaches ? 'block' : 'none');
    };
    const unfollow = stage.follow(update);
    const sizes = new ResizeObserver(() => {
      keepOff = floatingOver(frame);
      update();
    });
    sizes.observe(element);
    sizes.observe(frame);
    return () => {
      unfollow();
      sizes.disconnect();
    };
  }, [popover, tip, stage, place, offset, markerRadius, padding, ownPlace]);
  return asked;
}

export function MapPopover(props: MapPopoverProps) {
  const { stage, animate, label, isPreview = false, onHover, returnFocus, children } = props;
  const popover = useRef<HTMLDivElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const goBack = useRef(returnFocus);
  goBack.current = returnFocus;
  const asked = usePlacement(popover, tip, props);
  const comeIntoView = useEffectEvent(() => {
    if (asked.current) reveal(stage.provider, asked.current, animate);
  });
  useEffect(() => (isPreview ? undefined : onceStill(stage, () => comeIntoView())), [isPreview, stage]);
  useLayoutEffect(() => {
    const element = popover.current;
    if (!isPreview) element?.focus({ preventScroll: true });
    return () => {
      if (element?.contains(document.activeElement)) goBack.current();
    };
  }, [isPreview]);
  return (
    <div
      ref={popover}
      className="popover map-popover"
      data-layer="map-popover"
      role="dialog"
      aria-modal={false}
      aria-label={label}
      tabIndex={-1}
      onPointerEnter={() => onHover?.(true)}
      onPointerLeave={() => onHover?.(false)}
    >
      <span ref={tip} className="tip" aria-hidden="true" />
      <div className="map-popover-content">{children}</div>
    </div>
  );
}
