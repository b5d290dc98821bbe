import type { Extent } from 'ol/extent.js';
import DragPan from 'ol/interaction/DragPan.js';
import { defaults as gestures } from 'ol/interaction/defaults.js';
import VectorTileLayer from 'ol/layer/VectorTile.js';
import OlMap from 'ol/Map.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';
import View from 'ol/View.js';
import { type BasemapTiles, prepareBasemapTiles } from '#map/basemap-tiles.ts';
import { wrapLongitude } from '#map/geometry.ts';
import type { MapName } from '#map/map-names.ts';
import type { CreateMapProvider, MapProvider, MapProviderOptions } from '#map/map-provider.ts';
import { DEEPEST_ZOOM, type MapLanguage, type MapPlace } from '#map/map-types.ts';
import { PaddedSurface } from '#map/padded-surface.ts';
import { groundOf, LAYER_OF_TILE, plainLayers, type TileFetcher } from '#map/plain-layers.ts';
import { furthestZoom, ZOOM_DIFFERENCE, zoomLimits, zoomOf } from '#map/plain-zoom.ts';
import { namesAmong } from '#map/source-names.ts';
import type { StreetSources } from '#map/street-sources.ts';
import { type ShownStyle, StreetStyles } from '#map/street-styles.ts';

/** As with the other maps: people may use the rest meanwhile. */
const READY_AT_LATEST_MS = 3_000;
const MOVE_MS = 400;
/** Half the world's circumference in the units of the projection. */
const EDGE = 20_037_508.34;
const WORLD = 2 * EDGE;

/** Features lie in one world, however often somebody went round it: what of it a part of the map shows. */
function withinOneWorld([left = 0, bottom = 0, right = 0, top = 0]: Extent): Extent[] {
  const turns = Math.floor((left + EDGE) / WORLD);
  const from = left - turns * WORLD;
  const to = Math.min(right - turns * WORLD, from + WORLD);
  if (to <= EDGE) return [[from, bottom, to, top]];
  return [
    [from, bottom, EDGE, top],
    [-EDGE, bottom, to - WORLD, top],
  ];
}

/** Where somebody wants less to move, the map stops with the finger, and zooms in one step. */
function interactionsFor(isStill: boolean) {
  const ours = { altShiftDragRotate: false, pinchRotate: false };
  if (!isStill) return gestures(ours);
  return gestures({ ...ours, dragPan: false, zoomDuration: 0 }).extend([new DragPan()]);
}

/** OpenLayers on a canvas in two dimensions, for browsers that draw in no other way. */
class PlainSurface extends PaddedSurface {
  readonly element = document.createElement('div');
  readonly map: OlMap;
  readonly #view: View;
  /** Hears of a move to where the map is already. */
  onStill = () => {};

  constructor({ container, view, padding }: MapProviderOptions) {
    super(container, padding);
    this.element.className = 'map-plain';
    this.element.tabIndex = 0;
    this.element.setAttribute('role', 'region');
    container.replaceChildren(this.element);
    const { latitude, longitude } = this.centreFor(view);
    this.#view = new View({
      center: fromLonLat([longitude, latitude]),
      zoom: view.zoom + ZOOM_DIFFERENCE,
      ...zoomLimits(container.clientWidth),
      // Round the globe as often as somebody likes, but not beyond the poles.
      extent: [-EDGE * 100, -EDGE, EDGE * 100, EDGE],
      constrainOnlyCenter: true,
      enableRotation: false,
    });
    this.map = new OlMap({
      target: this.element,
      view: this.#view,
      controls: [],
      interactions: interactionsFor(matchMedia('(prefers-reduced-motion: reduce)').matches),
    });
  }

  /** It is there as long as the map is. */
  get overlay(): HTMLElement {
    return this.map.getOverlayContainer()!;
  }

  get isMoving(): boolean {
    return this.#view.getAnimating() || this.#view.getInteracting();
  }

  draw({ style }: ShownStyle, fetchTile: TileFetcher): void {
    this.element.style.background = groundOf(style);
    this.map.setLayerGroup(plainLayers(style, fetchTile));
  }

  names(language: MapLanguage): MapName[] {
    const extents = withinOneWorld(this.#view.calculateExtent());
    const layers = this.map.getAllLayers().filter((layer) => layer instanceof VectorTileLayer);
    const features = layers.flatMap((layer) =>
      extents
        .flatMap((extent) => layer.getFeaturesInExtent(extent))
        .map((feature) => {
          const [left = 0, bottom = 0, right = 0, top = 0] = feature.getGeometry()?.getExtent() ?? [];
          const [longitude = 0, latitude = 0] = toLonLat([(left + right) / 2, (bottom + top) / 2]);
          const properties = feature.getProperties();
          const [source, name] = [layer.get('mapbox-source'), properties[LAYER_OF_TILE]];
          return { source, layer: String(name), properties, place: { latitude, longitude } };
        }),
    );
    return namesAmong(features, this.centre, language);
  }

  keepToOneWorld(): void {
    const { minZoom, maxZoom } = zoomLimits(this.container.clientWidth);
    this.#view.setMinZoom(minZoom);
    this.#view.setMaxZoom(maxZoom);
  }

  protected override get zoom(): number {
    return zoomOf(this.#view);
  }

  protected override get centre(): MapPlace {
    const [longitude = 0, latitude = 0] = toLonLat(this.#view.getCenter() ?? [0, 0]);
    return { latitude, longitude: wrapLongitude(longitude) };
  }

  protected override place({ latitude, longitude }: MapPlace, zoom: number, animate: boolean): void {
    // The shortest way round the globe.
    const turns = Math.round((this.#view.getCenter()?.[0] ?? 0) / WORLD - longitude / 360);
    const center = fromLonLat([longitude + turns * 360, latitude]);
    this.#view.cancelAnimations();
    const before = { center: this.#view.getCenter()!, zoom: this.zoom };
    // Less than a pixel at the deepest zoom, and no end is told of a move that moves nothing.
    const isThere = before.center.every((value, axis) => Math.abs(value - center[axis]!) < 0.01);
    if (isThere && Math.abs(before.zoom - zoom) < 1e-6) this.onStill();
    else if (animate) this.#view.animate({ center, zoom: zoom + ZOOM_DIFFERENCE, duration: MOVE_MS });
    else {
      this.#view.setCenter(center);
      this.#view.setZoom(zoom + ZOOM_DIFFERENCE);
    }
  }
}

/** Reports what the map does; gives the way to say that a move is ours, and to stop. */
function watch(surface: PlainSurface, { container, events }: MapProviderOptions) {
  const { map, element, overlay } = surface;
  const state = { isByHand: false, stop: () => {} };
  let isReady = false;
  const becomeReady = () => {
    if (isReady) return;
    isReady = true;
    container.classList.add('map-surface-ground');
    events.onReady();
  };
  const readyTimer = setTimeout(becomeReady, READY_AT_LATEST_MS);
  state.stop = () => clearTimeout(readyTimer);
  map.once('rendercomplete', becomeReady);
  map.on('postrender', () => events.onFrame());
  map.on('change:size', () => {
    // A key or a wheel that moved nothing has not moved the map now, either.
    state.isByHand = false;
    surface.keepToOneWorld();
  });
  const settle = () => {
    const { isByHand } = state;
    state.isByHand = false;
    events.onSettle({ byHand: isByHand });
  };
  map.on('moveend', settle);
  surface.onStill = settle;
  map.on('click', ({ originalEvent }) => {
    const { target } = originalEvent;
    if (target instanceof Node && !overlay.contains(target)) events.onClick();
  });
  const byHand = () => {
    state.isByHand = true;
  };
  // Whoever takes hold of a pin to drag the map does not open it.
  let isDragged = false;
  const takenHold = () => {
    isDragged = false;
  };
  element.addEventListener('pointerdown', takenHold, { capture: true });
  const afterDrag = (event: MouseEvent) => {
    if (!isDragged || event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  overlay.addEventListener('click', afterDrag, { capture: true });
  map.on('pointerdrag', () => {
    isDragged = true;
    byHand();
  });
  for (const gesture of ['wheel', 'dblclick', 'keydown'] as const) {
    element.addEventListener(gesture, byHand, { capture: true, passive: true });
  }
  return state;
}

function adapt(
  surface: PlainSurface,
  options: MapProviderOptions,
): Omit<MapProvider, 'setAppearance' | 'names'> {
  const { map, element, overlay } = surface;
  const { container } = options;
  const watched = watch(surface, options);
  const setLabel = (label: string) => element.setAttribute('aria-label', label);
  overlay.classList.add('map-plain-overlay');
  setLabel(options.label);
  return {
    overlayRoot: overlay,
    getSize: () => surface.size,
    getView: () => surface.view,
    getBounds: () => surface.bounds,
    project: (place) => surface.project(place),
    moveTo: (view, { animate, byHand }) => {
      watched.isByHand = byHand;
      surface.show(view, animate);
    },
    panBy: ({ x, y }, { animate }) => {
      watched.isByHand = false;
      const { view } = surface;
      const { x: left, y: top } = surface.project(view);
      surface.show({ ...surface.placeAt({ x: left + x, y: top + y }), zoom: view.zoom }, animate);
    },
    zoomBy: (steps, { animate }) => {
      watched.isByHand = true;
      const { view } = surface;
      const wanted = Math.round(view.zoom) + steps;
      const zoom = Math.min(DEEPEST_ZOOM, Math.max(furthestZoom(container.clientWidth), wanted));
      surface.show({ ...view, zoom }, animate);
    },
    isMoving: () => surface.isMoving,
    setPadding: (padding, { animate }) => {
      watched.isByHand = false;
      surface.setPadding(padding, animate);
    },
    setLabel,
    resize: () => map.updateSize(),
    whenDrawn: (timeout_ms) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, timeout_ms);
        map.once('rendercomplete', () => {
          clearTimeout(timer);
          resolve();
        });
        map.render();
      }),
    focus: () => element.focus({ preventScroll: true }),
    destroy: () => {
      watched.stop();
      map.setTarget(undefined);
      map.dispose();
      container.classList.remove('map-surface-dimmed', 'map-surface-ground');
      container.replaceChildren();
    },
  };
}

/** What the tiles of a style are fetched with; the styles hear whether their source gives them. */
function fetcherOf(tileOf: BasemapTiles, styles: StreetStyles, signal: AbortSignal): TileFetcher {
  return async (source, url) => {
    if (url.startsWith('basemap:')) return tileOf(url, signal);
    const answer = await fetch(url, { signal });
    if (answer.status >= 500) styles.failed(source);
    else styles.came(source);
    if (answer.status >= 500 || answer.status === 429) throw new Error('The tile has not come');
    return answer.ok ? answer.arrayBuffer() : new ArrayBuffer(0);
  };
}

/** The built-in map where nothing is drawn in three dimensions: the same tiles, colours and names. */
export function plainWith(streets: StreetSources): CreateMapProvider {
  return async (options) => {
    const { container, view, signal, events } = options;
    let { appearance } = options;
    let surface: PlainSurface | null = null;
    const gone = new AbortController();
    const styles = new StreetStyles({
      container,
      streets,
      signal: AbortSignal.any([signal, gone.signal]),
      getView: () => surface?.view ?? view,
      onChange: () => show(),
    });
    if (!document.createElement('canvas').getContext('2d')) throw new Error('There is no canvas to draw on');
    const [tileOf] = await Promise.all([prepareBasemapTiles(), styles.prepare()]);
    signal.throwIfAborted();
    const fetchTile = fetcherOf(tileOf, styles, gone.signal);
    const show = () => {
      const shown = styles.current(appearance);
      container.classList.toggle('map-surface-dimmed', shown.isDimmed);
      events.onCredits(shown.credits);
      surface?.draw(shown, fetchTile);
    };
    surface = new PlainSurface(options);
    const provider = adapt(surface, options);
    show();
    // What has failed is not asked for again by itself.
    window.addEventListener('online', () => show(), { signal: gone.signal });
    return {
      ...provider,
      names: () => surface.names(appearance.language),
      setAppearance: (next) => {
        if (next.language === appearance.language && next.theme === appearance.theme) return;
        appearance = next;
        show();
      },
      destroy: () => {
        gone.abort();
        provider.destroy();
      },
    };
  };
}
