import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { CellShape } from '#map/CellShape.tsx';
import { samePadding } from '#map/geometry.ts';
import { MapControls } from '#map/MapControls.tsx';
import { MapLegend } from '#map/MapLegend.tsx';
import { MapError, MapLoading } from '#map/MapNotice.tsx';
import type { MapPopoverContent } from '#map/MapPopover.tsx';
import type { MapName } from '#map/map-names.ts';
import type { CreateMapProvider, MapProvider } from '#map/map-provider.ts';
import type { MapTexts } from '#map/map-texts.ts';
import {
  type MapBounds,
  type MapCell,
  type MapCircle,
  type MapLanguage,
  type MapMark,
  type MapPadding,
  type MapPin,
  type MapTheme,
  type MapView,
  NO_PADDING,
  type OwnPosition,
} from '#map/map-types.ts';
import { OwnPositionMarker } from '#map/OwnPositionMarker.tsx';
import { PinLayer } from '#map/PinLayer.tsx';
import { PlaceMark } from '#map/PlaceMark.tsx';
import { RadiusCircle } from '#map/RadiusCircle.tsx';
import { useMapRegion } from '#map/use-map-region.ts';
import { useMapStage } from '#map/use-map-stage.ts';
import { usePositionPulse } from '#map/use-position-pulse.ts';
import { useReturnToView } from '#map/use-return-to-view.ts';
import '#map/map.css';

export interface MapHandle {
  /** Flies there (jumps with reduced motion); the place comes to lie in the middle of the free area. */
  flyTo(view: MapView): void;
  zoomIn(): void;
  zoomOut(): void;
  /** Null until the map stands. */
  getView(): MapView | null;
  /** What has a name where it is looked at. */
  getNames(): readonly MapName[];
  resize(): void;
}

export interface MapCanvasProps {
  readonly initialView: MapView;
  readonly pins: readonly MapPin[];
  readonly selectedPinId: string | null;
  readonly ownPosition: OwnPosition | null;
  /** Drawn under the pins. */
  readonly circle?: MapCircle | null;
  /** Drawn under the pins. */
  readonly cell?: MapCell | null;
  /** Above the own controls. */
  readonly controls?: ReactNode;
  /** Drawn above the pins. */
  readonly mark?: MapMark | null;
  readonly language: MapLanguage;
  readonly theme: MapTheme;
  readonly reducedMotion: boolean;
  /** Area covered by floating panels: popovers and controls keep out, and the centre is that of the rest. */
  readonly padding?: MapPadding;
  readonly texts: MapTexts;
  readonly popover: MapPopoverContent | null;
  readonly handle?: Ref<MapHandle>;
  /** The map is drawn, or three seconds have passed. */
  readonly onReady?: () => void;
  /** There is no map, also after the last attempt that is made without being asked. */
  readonly onFailed?: () => void;
  /** The map came to rest. By hand: through a gesture, a key or a control, not through the handle. */
  readonly onMove?: (view: MapView, bounds: MapBounds, reason: { byHand: boolean }) => void;
  readonly onPinClick?: (pin: MapPin) => void;
  /** Only where there is a mouse. */
  readonly onPinHover?: (pin: MapPin | null) => void;
  readonly onMapClick?: () => void;
  readonly onLocate?: () => void;
  readonly createProvider: CreateMapProvider;
  /** Offered when the map failed and there is another. */
  readonly onUseBuiltIn?: (() => void) | undefined;
}

export function MapCanvas(props: MapCanvasProps) {
  const { language, theme, reducedMotion, texts, ownPosition, circle, mark, padding = NO_PADDING } = props;
  const surface = useRef<HTMLDivElement>(null);
  const { region, ...regionEvents } = useMapRegion();
  const { pulse, pulseIfWanted, want: wantPulse } = usePositionPulse(ownPosition);
  const [bareClicks, setBareClicks] = useState(0);
  const animate = !reducedMotion;

  const { stage, status, credits, tryAgain } = useMapStage(surface, {
    createProvider: props.createProvider,
    initialView: props.initialView,
    padding,
    appearance: { language, theme },
    label: texts.map,
    onReady: () => props.onReady?.(),
    onFrame: regionEvents.onFrame,
    onSettle: (current, reason) => {
      flights.end();
      regionEvents.onSettle(current);
      pulseIfWanted();
      props.onMove?.(current.provider.getView(), current.provider.getBounds(), reason);
    },
    onClick: () => {
      setBareClicks((count) => count + 1);
      props.onMapClick?.();
    },
  });
  const provider = stage?.provider;

  const tellFailure = useEffectEvent(() => props.onFailed?.());
  useEffect(() => {
    if (status === 'failed') tellFailure();
  }, [status]);

  useAppearance(provider, language, theme, texts.map);
  const flights = useFlights(provider, padding, animate);
  const isCatchingUp = useReturnToView(surface, provider);

  useHandle(props.handle, provider, flights.flyTo, animate);

  const locate = () => {
    wantPulse();
    props.onLocate?.();
  };
  const insets = {
    '--map-right': `${padding.right}px`,
    '--map-bottom': `${padding.bottom}px`,
    '--map-left': `${padding.left}px`,
    '--map-top': `${padding.top}px`,
  } as CSSProperties;
  return (
    <div className="map-canvas" data-theme={theme} style={insets}>
      <div ref={surface} className="map-surface" />
      {stage &&
        circle &&
        createPortal(<RadiusCircle stage={stage} circle={circle} />, stage.provider.overlayRoot)}
      {stage &&
        props.cell &&
        createPortal(<CellShape stage={stage} cell={props.cell} />, stage.provider.overlayRoot)}
      {stage && mark && createPortal(<PlaceMark stage={stage} mark={mark} />, stage.provider.overlayRoot)}
      {stage &&
        ownPosition &&
        createPortal(
          <OwnPositionMarker stage={stage} position={ownPosition} pulse={pulse} texts={texts} />,
          stage.provider.overlayRoot,
        )}
      {stage && (
        <PinLayer
          // A spread ends where the bare map was clicked.
          bareClicks={bareClicks}
          stage={stage}
          region={region}
          pins={props.pins}
          selectedPinId={props.selectedPinId}
          popover={props.popover}
          ownPosition={ownPosition}
          padding={padding}
          animate={animate}
          texts={texts}
          onPinClick={(pin) => props.onPinClick?.(pin)}
          onPinHover={(pin) => props.onPinHover?.(pin)}
        />
      )}
      {stage && <MapLegend stage={stage} credits={credits} texts={texts} />}
      {/* What says that it failed covers the whole map. */}
      {status !== 'failed' && (
        <MapControls
          texts={texts}
          isLocated={ownPosition !== null}
          onLocate={locate}
          onZoom={(steps) => provider?.zoomBy(steps, { animate })}
        >
          {props.controls}
        </MapControls>
      )}
      {(status === 'loading' || (status === 'ready' && isCatchingUp)) && <MapLoading text={texts.loading} />}
      {status === 'failed' && (
        <MapError texts={texts} onTryAgain={tryAgain} onUseBuiltIn={props.onUseBuiltIn} />
      )}
    </div>
  );
}

function useAppearance(
  provider: MapProvider | undefined,
  language: MapLanguage,
  theme: MapTheme,
  label: string,
): void {
  useEffect(() => {
    provider?.setAppearance({ language, theme });
    provider?.setLabel(label);
  }, [provider, language, theme, label]);
}

/**
 * The map moves with what covers it, but not where another object says the same. That would break off a flight, whose place
 * may be why something makes room: it goes on.
 */
function useFlights(provider: MapProvider | undefined, padding: MapPadding, animate: boolean) {
  const shown = useRef(padding);
  const goal = useRef<MapView | null>(null);
  const flyTo = useCallback(
    (view: MapView) => {
      provider?.moveTo(view, { animate, byHand: false });
      goal.current = provider?.isMoving() ? view : null;
    },
    [provider, animate],
  );
  useEffect(() => {
    if (samePadding(shown.current, padding)) return;
    shown.current = padding;
    const flight = goal.current;
    provider?.setPadding(padding, { animate: animate && !flight });
    if (flight) flyTo(flight);
  }, [provider, padding, animate, flyTo]);
  const end = useCallback(() => {
    goal.current = null;
  }, []);
  return { flyTo, end };
}

function useHandle(
  handle: Ref<MapHandle> | undefined,
  provider: MapProvider | undefined,
  flyTo: (view: MapView) => void,
  animate: boolean,
): void {
  useImperativeHandle(
    handle,
    () => ({
      flyTo,
      zoomIn: () => provider?.zoomBy(1, { animate }),
      zoomOut: () => provider?.zoomBy(-1, { animate }),
      getView: () => provider?.getView() ?? null,
      getNames: () => provider?.names() ?? [],
      resize: () => provider?.resize(),
    }),
    [provider, flyTo, animate],
  );
}
