import { Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import 'maplibre-gl/dist/maplibre-gl.css';
import { prepareBasemap } from '#map/basemap-protocol.ts';
import { wrapLongitude, wrappedBounds } from '#map/geometry.ts';
import type { CreateMapProvider, MapProvider, MapProviderOptions } from '#map/map-provider.ts';
import { DEEPEST_ZOOM, type MapBounds, type MapPlace, type MapView } from '#map/map-types.ts';
import { namesOnMap } from '#map/source-names.ts';
import type { StreetSources } from '#map/street-sources.ts';
import { StreetStyles } from '#map/street-styles.ts';

/** A phone has no map yet when its drawing never starts; people may use the rest meanwhile. */
const READY_AT_LATEST_MS = 3_000;
/** Browsers usually give a lost drawing context back within a moment. */
const CONTEXT_RETURN_MS = 2_000;

setWorkerUrl(workerUrl);

/** The far limit: one world fills the width, so that no place shows twice. */
function furthestZoom(container: HTMLElement): number {
  return Math.max(0.5, Math.log2(Math.max(1, container.clientWidth) / 512));
}

function boundsOfMap(map: MapLibreMap): MapBounds {
  const bounds = map.getBounds();
  return wrappedBounds({
    west: bounds.getWest(),
    east: bounds.getEast(),
    south: bounds.getSouth(),
    north: bounds.getNorth(),
  });
}

function viewOf(map: MapLibreMap): MapView {
  const centre = map.getCenter();
  return { latitude: centre.lat, longitude: wrapLongitude(centre.lng), zoom: map.getZoom() };
}

/** The shortest way round the globe: the copy of a place that lies next to the centre. */
function nearestCopy(map: MapLibreMap, place: MapPlace): [number, number] {
  const turns = Math.round((map.getCenter().lng - place.longitude) / 360);
  return [place.longitude + turns * 360, place.latitude];
}

function watch(
  map: MapLibreMap,
  { events, container }: MapProviderOptions,
  styles: StreetStyles,
): { isByHand: boolean; stop: () => void } {
  const state = { isByHand: false, stop: () => {} };
  let isReady = false;
  // Before its first tile the offline world is bare ground, without a coast.
  const showGround = () => container.classList.add('map-surface-ground');
  const becomeReady = () => {
    showGround();
    if (isReady) return;
    isReady = true;
    events.onReady();
  };
  const readyTimer = setTimeout(becomeReady, READY_AT_LATEST_MS);
  let contextTimer: ReturnType<typeof setTimeout> | undefined;
  map.on('load', becomeReady);
  map.on('move', (event) => {
    if ('originalEvent' in event && event.originalEvent) state.isByHand = true;
    events.onFrame();
  });
  map.on('resize', () => {
    map.setMinZoom(furthestZoom(map.getContainer()));
    events.onFrame();
  });
  map.on('moveend', () => {
    const { isByHand } = state;
    state.isByHand = false;
    events.onSettle({ byHand: isByHand });
  });
  map.on('click', (event) => {
    if (event.originalEvent.target === map.getCanvas()) events.onClick();
  });
  map.on('data', (event) => {
    if (!('tile' in event) || event.dataType !== 'source') return;
    styles.came(event.sourceId);
    if (['world', 'near'].includes(event.sourceId ?? '') || !map.getSource('world')) showGround();
  });
  map.on('error', (event) => {
    const { error } = event;
    const { status } = error as { status?: number };
    const { sourceId } = event as { sourceId?: string };
    if (status !== undefined && status >= 500) styles.failed(sourceId);
    // A tile that does not come leaves a gap; without a style there is nothing.
    const isOfStyle = sourceId === undefined && status === undefined;
    if (!isReady && isOfStyle && !map.isStyleLoaded()) events.onFailure(new Error(error.message));
  });
  map.on('webglcontextlost', () => {
    contextTimer = setTimeout(
      () => events.onFailure(new Error('The drawing context was lost')),
      CONTEXT_RETURN_MS,
    );
  });
  map.on('webglcontextrestored', () => clearTimeout(contextTimer));
  state.stop = () => {
    clearTimeout(readyTimer);
    clearTimeout(contextTimer);
  };
  return state;
}

function adapt(
  map: MapLibreMap,
  options: MapProviderOptions,
  styles: StreetStyles,
): Omit<MapProvider, 'setAppearance' | 'names'> {
  const { container } = options;
  const watched = watch(map, options, styles);
  const go = (animate: boolean, byHand: boolean, move: (duration: { duration?: number }) => void) => {
    // The movement that this one replaces reports its end first, with its own reason.
    map.stop();
    watched.isByHand = byHand;
    move(animate ? {} : { duration: 0 });
  };
  return {
    overlayRoot: map.getCanvasContainer(),
    getSize: () => ({ width: container.clientWidth, height: container.clientHeight }),
    getView: () => viewOf(map),
    getBounds: () => boundsOfMap(map),
    project: (place) => map.project(nearestCopy(map, place)),
    moveTo: (view, { animate, byHand }) =>
      go(animate, byHand, (duration) =>
        map.flyTo({ center: nearestCopy(map, view), zoom: view.zoom, maxDuration: 1_600, ...duration }),
      ),
    panBy: ({ x, y }, { animate }) => go(animate, false, (duration) => map.panBy([x, y], duration)),
    zoomBy: (steps, { animate }) =>
      go(animate, true, (duration) => map.easeTo({ zoom: Math.round(map.getZoom()) + steps, ...duration })),
    isMoving: () => map.isMoving(),
    setPadding: (padding, { animate }) =>
      go(animate, false, (duration) => map.easeTo({ padding: { ...padding }, ...duration })),
    setLabel: (label) => map.getCanvas().setAttribute('aria-label', label),
    resize: () => {
      map.resize();
    },
    whenDrawn: (timeout_ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, timeout_ms);
        map.once('idle', () => {
          clearTimeout(timer);
          resolve();
        });
        map.triggerRepaint();
      }),
    focus: () => map.getCanvas().focus({ preventScroll: true }),
    destroy: () => {
      watched.stop();
      map.remove();
    },
  };
}

/** A map of our own, with the streets that the installation has. */
export function mapLibreWith(streets: StreetSources): CreateMapProvider {
  return async (options) => {
    const { container, view, signal, events } = options;
    let { appearance } = options;
    let map: MapLibreMap | null = null;
    const gone = new AbortController();
    const styles = new StreetStyles({
      container,
      streets,
      signal: AbortSignal.any([signal, gone.signal]),
      getView: () => (map ? viewOf(map) : view),
      onChange: () => show(),
    });
    const styleToShow = () => {
      const { style, credits, isDimmed } = styles.current(appearance);
      container.classList.toggle('map-surface-dimmed', isDimmed);
      events.onCredits(credits);
      return style;
    };
    const show = () => map?.setStyle(styleToShow());
    await Promise.all([prepareBasemap(), styles.prepare()]);
    signal.throwIfAborted();
    container.replaceChildren();
    map = new MapLibreMap({
      container,
      style: styleToShow(),
      center: [view.longitude, view.latitude],
      zoom: view.zoom,
      minZoom: furthestZoom(container),
      maxZoom: DEEPEST_ZOOM,
      maxPitch: 0,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      attributionControl: false,
      // Never cut again in the browser: the sea of a near tile would fill its islands, and each view ask for it many times.
      zoomLevelsToOverscale: DEEPEST_ZOOM,
      fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
      locale: { 'Map.Title': options.label },
    });
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
    map.setPadding({ ...options.padding });
    const provider = adapt(map, options, styles);
    return {
      ...provider,
      names: () => namesOnMap(map!, appearance.language),
      setAppearance: (next) => {
        if (next.language === appearance.language && next.theme === appearance.theme) return;
        appearance = next;
        show();
      },
      destroy: () => {
        gone.abort();
        provider.destroy();
        container.classList.remove('map-surface-dimmed', 'map-surface-ground');
      },
    };
  };
}
