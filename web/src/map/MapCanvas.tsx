import {
  type CSSProperties,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { growBounds, samePadding } from '#map/geometry.ts';
import { MapControls } from '#map/MapControls.tsx';
import { MapLegend } from '#map/MapLegend.tsx';
import { MapError, MapLoading } from '#map/MapNotice.tsx';
import type { MapPopoverContent } from '#map/MapPopover.tsx';
import type { CreateMapProvider } from '#map/map-provider.ts';
import type { MapStage } from '#map/map-stage.ts';
import type { MapTexts } from '#map/map-texts.ts';
import {
  type MapBounds,
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
import { useMapStage } from '#map/use-map-stage.ts';
import type { MapRegion } from '#map/use-pin-groups.ts';
import { useReturnToView } from '#map/use-return-to-view.ts';
import '#map/map.css';

export interface MapHandle {
  /** Flies there (jumps with reduced motion); the place comes to lie in the middle of the free area. */
  flyTo(view: MapView): void;
  zoomIn(): void;
  zoomOut(): void;
  /** Null until the map stands. */
  getView(): MapView | null;
  resize(): void;
}

export interface MapCanvasProps {
  readonly initialView: MapView;
  readonly pins: readonly MapPin[];
  readonly selectedPinId: string | null;
  readonly ownPosition: OwnPosition | null;
  /** Drawn under the pins. */
  readonly circle?: MapCircle | null;
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

function regionOf({ provider }: MapStage): MapRegion {
  return { bounds: growBounds(provider.getBounds(), 0.5), zoom: provider.getView().zoom };
}

export function MapCanvas(props: MapCanvasProps) {
  const { language, theme, reducedMotion, texts, ownPosition, circle, mark, padding = NO_PADDING } = props;
  const surface = useRef<HTMLDivElement>(null);
  const [region, setRegion] = useState<MapRegion | null>(null);
  const [pulse, setPulse] = useState(0);
  const wantsPulse = useRef(false);
  const zoomStep = useRef(Number.NaN);
  const [bareClicks, setBareClicks] = useState(0);
  const animate = !reducedMotion;

  const { stage, status, credits, tryAgain } = useMapStage(surface, {
    createProvider: props.createProvider,
    initialView: props.initialView,
    padding,
    appearance: { language, theme },
    label: texts.map,
    onReady: () => props.onReady?.(),
    onFrame: (current) => {
      const step = Math.floor(current.provider.getView().zoom);
      if (step === zoomStep.current) return;
      zoomStep.current = step;
      setRegion(regionOf(current));
    },
    onSettle: (current, reason) => {
      setRegion(regionOf(current));
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

  const pulseIfWanted = () => {
    if (!wantsPulse.current || ownPosition === null) return;
    wantsPulse.current = false;
    setPulse((count) => count + 1);
  };
  const pulseForPosition = useEffectEvent(pulseIfWanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a position that arrives ends the wait
  useEffect(() => pulseForPosition(), [ownPosition]);

  useEffect(() => {
    provider?.setAppearance({ language, theme });
    provider?.setLabel(texts.map);
  }, [provider, language, theme, texts.map]);
  const shownPadding = useRef(padding);
  useEffect(() => {
    if (samePadding(shownPadding.current, padding)) return;
    shownPadding.current = padding;
    provider?.setPadding(padding, { animate });
  }, [provider, padding, animate]);
  const isCatchingUp = useReturnToView(surface, provider);

  useImperativeHandle(
    props.handle,
    () => ({
      flyTo: (view) => provider?.moveTo(view, { animate, byHand: false }),
      zoomIn: () => provider?.zoomBy(1, { animate }),
      zoomOut: () => provider?.zoomBy(-1, { animate }),
      getView: () => provider?.getView() ?? null,
      resize: () => provider?.resize(),
    }),
    [provider, animate],
  );

  const locate = () => {
    wantsPulse.current = true;
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
      <MapControls
        texts={texts}
        isLocated={ownPosition !== null}
        onLocate={locate}
        onZoom={(steps) => provider?.zoomBy(steps, { animate })}
      />
      {(status === 'loading' || (status === 'ready' && isCatchingUp)) && <MapLoading text={texts.loading} />}
      {status === 'failed' && (
        <MapError texts={texts} onTryAgain={tryAgain} onUseBuiltIn={props.onUseBuiltIn} />
      )}
    </div>
  );
}
