import { TILE_PX, wrapLongitude } from '#map/geometry.ts';
import type { GoogleMap, GoogleMapsApi } from '#map/google-maps-api.ts';
import { loadGoogleMaps } from '#map/google-maps-loader.ts';
import { type MapColours, readMapColours } from '#map/map-colours.ts';
import {
  type CreateMapProvider,
  FinalMapFailure,
  type MapAppearance,
  type MapProvider,
  type MapProviderOptions,
} from '#map/map-provider.ts';
import { DEEPEST_ZOOM, type MapPlace } from '#map/map-types.ts';
import { PaddedSurface } from '#map/padded-surface.ts';

/** As with the built-in map: people may use the rest meanwhile. */
const READY_AT_LATEST_MS = 3_000;
/** Google counts zoom by tiles of 256 px, the rest of the product by tiles of 512 px. */
const ZOOM_DIFFERENCE = Math.log2(TILE_PX / 256);
const SETTLED_AFTER_MS = 200;

function furthestZoom(container: HTMLElement): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(1, container.clientWidth) / TILE_PX)));
}

function nightStyles(colours: MapColours) {
  return [
    { elementType: 'geometry', stylers: [{ color: colours.land }] },
    { elementType: 'labels.text.fill', stylers: [{ color: colours.label }] },
    { elementType: 'labels.text.stroke', stylers: [{ color: colours.halo }] },
    { featureType: 'water', elementType: 'geometry', stylers: [{ color: colours.water }] },
    { featureType: 'road', elementType: 'geometry', stylers: [{ color: colours.roadMajor }] },
    { featureType: 'poi.park', elementType: 'geometry', stylers: [{ color: colours.park }] },
  ];
}

/** Google's map below, everything of ours in a layer above that lets through what does not hit a pin. */
class GoogleSurface extends PaddedSurface {
  readonly element = document.createElement('div');
  readonly overlay = document.createElement('div');
  readonly map: GoogleMap;

  constructor(api: GoogleMapsApi, { container, view, padding, appearance }: MapProviderOptions) {
    super(container, padding);
    this.element.className = 'map-google';
    this.overlay.className = 'map-google-overlay';
    container.replaceChildren(this.element, this.overlay);
    const centre = this.centreFor(view);
    this.map = new api.Map(this.element, {
      center: { lat: centre.latitude, lng: centre.longitude },
      zoom: view.zoom + ZOOM_DIFFERENCE,
      minZoom: furthestZoom(container) + ZOOM_DIFFERENCE,
      maxZoom: DEEPEST_ZOOM + ZOOM_DIFFERENCE,
      disableDefaultUI: true,
      clickableIcons: false,
      gestureHandling: 'greedy',
      keyboardShortcuts: true,
      isFractionalZoomEnabled: true,
      ...this.lookOf(appearance),
    });
  }

  lookOf({ theme }: MapAppearance) {
    const colours = readMapColours(this.container);
    return { backgroundColor: colours.water, styles: theme === 'dark' ? nightStyles(colours) : null };
  }

  protected override place(centre: MapPlace, zoom: number, animate: boolean): void {
    const target = { lat: centre.latitude, lng: centre.longitude };
    const shown = zoom + ZOOM_DIFFERENCE;
    // Google glides where the way is short, and jumps by itself where it is long.
    if (animate && Math.abs(shown - (this.map.getZoom() ?? shown)) < 0.01) this.map.panTo(target);
    else this.map.moveCamera({ center: target, zoom: shown });
  }

  protected override get zoom(): number {
    return (this.map.getZoom() ?? ZOOM_DIFFERENCE) - ZOOM_DIFFERENCE;
  }

  protected override get centre(): MapPlace {
    const centre = this.map.getCenter();
    return centre
      ? { latitude: centre.lat(), longitude: wrapLongitude(centre.lng()) }
      : { latitude: 0, longitude: 0 };
  }
}

/** Reports what Google tells in its own words; gives the way to say that a move is ours, and to stop. */
function watch(surface: GoogleSurface, { container, events }: MapProviderOptions) {
  const { map } = surface;
  const state = { isByHand: false, isMoving: false };
  let isReady = false;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const becomeReady = () => {
    if (isReady) return;
    isReady = true;
    events.onReady();
  };
  const settle = () => {
    clearTimeout(settling);
    const { isByHand } = state;
    state.isByHand = false;
    state.isMoving = false;
    events.onSettle({ byHand: isByHand });
  };
  const moved = () => {
    state.isMoving = true;
    events.onFrame();
    clearTimeout(settling);
    // Idle comes only once the tiles have come too, which offline is never.
    settling = setTimeout(settle, SETTLED_AFTER_MS);
  };
  const readyTimer = setTimeout(becomeReady, READY_AT_LATEST_MS);
  const listeners = [
    map.addListener('tilesloaded', becomeReady),
    map.addListener('center_changed', moved),
    map.addListener('zoom_changed', moved),
    map.addListener('click', () => events.onClick()),
  ];
  const byHand = () => {
    state.isByHand = true;
  };
  const gestures = ['wheel', 'dblclick', 'keydown', 'pointerdown'] as const;
  for (const gesture of gestures) {
    surface.element.addEventListener(gesture, byHand, { capture: true, passive: true });
  }
  const sizes = new ResizeObserver(() => events.onFrame());
  sizes.observe(container);
  return {
    state,
    stop: () => {
      clearTimeout(readyTimer);
      clearTimeout(settling);
      sizes.disconnect();
      for (const listener of listeners) listener.remove();
    },
  };
}

function adapt(api: GoogleMapsApi, surface: GoogleSurface, options: MapProviderOptions): MapProvider {
  const { map, element } = surface;
  const { state, stop } = watch(surface, options);
  const setLabel = (label: string) => {
    element.setAttribute('role', 'region');
    element.setAttribute('aria-label', label);
  };
  setLabel(options.label);
  return {
    overlayRoot: surface.overlay,
    getSize: () => surface.size,
    getView: () => surface.view,
    getBounds: () => surface.bounds,
    project: (place) => surface.project(place),
    moveTo: (view, { animate, byHand }) => {
      state.isByHand = byHand;
      surface.show(view, animate);
    },
    panBy: ({ x, y }, { animate }) => {
      state.isByHand = false;
      if (animate) map.panBy(x, y);
      else {
        const { width, height } = surface.size;
        const { zoom } = surface.view;
        const centre = surface.placeAt({ x: width / 2 + x, y: height / 2 + y });
        map.moveCamera({
          center: { lat: centre.latitude, lng: centre.longitude },
          zoom: zoom + ZOOM_DIFFERENCE,
        });
      }
    },
    zoomBy: (steps, { animate }) => {
      state.isByHand = true;
      const { view } = surface;
      const zoom = Math.min(
        DEEPEST_ZOOM,
        Math.max(furthestZoom(options.container), Math.round(view.zoom) + steps),
      );
      surface.show({ ...view, zoom }, animate);
    },
    isMoving: () => state.isMoving,
    setPadding: (padding, { animate }) => {
      state.isByHand = false;
      surface.setPadding(padding, animate);
    },
    setAppearance: (appearance) => map.setOptions(surface.lookOf(appearance)),
    setLabel,
    resize: () => api.event.trigger(map, 'resize'),
    whenDrawn: (timeout_ms) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          listener.remove();
          resolve();
        };
        const timer = setTimeout(end, timeout_ms);
        const listener = map.addListener('tilesloaded', end);
      }),
    names: () => [],
    focus: () => element.querySelector<HTMLElement>('[tabindex]')?.focus({ preventScroll: true }),
    destroy: () => {
      stop();
      api.event.clearInstanceListeners(map);
      options.container.replaceChildren();
    },
  };
}

/** Google's map. What it is told of: the script's key, and which part of the world is looked at. */
export function googleWith(key: string): CreateMapProvider {
  return async (options) => {
    const { events, signal, appearance } = options;
    let isRefused = false;
    window.gm_authFailure = () => {
      isRefused = true;
      events.onFailure(new FinalMapFailure('Google refused the key'));
    };
    const api = await loadGoogleMaps({ key, language: appearance.language, signal }).catch(
      (error: unknown) => {
        throw signal.aborted
          ? error
          : new FinalMapFailure('Google Maps could not be loaded', { cause: error });
      },
    );
    signal.throwIfAborted();
    if (isRefused) throw new FinalMapFailure('Google refused the key');
    // Its own marks say whose work it is.
    events.onCredits([]);
    return adapt(api, new GoogleSurface(api, options), options);
  };
}
