import type { MapName } from '#map/map-names.ts';
import type {
  MapBounds,
  MapLanguage,
  MapPadding,
  MapPlace,
  MapTheme,
  MapView,
  ScreenPoint,
} from '#map/map-types.ts';
import type { MapCredit } from '#map/street-sources.ts';

export interface MapAppearance {
  readonly language: MapLanguage;
  readonly theme: MapTheme;
}

export interface MapProviderEvents {
  /** The view changed; called before the frame is painted, so overlays set here stay glued to the map. */
  onFrame(): void;
  onSettle(reason: { byHand: boolean }): void;
  /** The bare map was clicked, not something lying on it. */
  onClick(): void;
  onReady(): void;
  /** Whose work the map shows from now on. */
  onCredits(credits: readonly MapCredit[]): void;
  /** Nothing can be drawn (any more): the map must be made anew. */
  onFailure(error: Error): void;
}

export interface MapProviderOptions {
  readonly container: HTMLElement;
  readonly view: MapView;
  readonly padding: MapPadding;
  readonly appearance: MapAppearance;
  readonly label: string;
  readonly events: MapProviderEvents;
  /** Aborted when the map is no longer wanted before it stands. */
  readonly signal: AbortSignal;
}

/** What MapCanvas needs of a map. Everything that lies on the map is drawn by MapCanvas itself. */
export interface MapProvider {
  /** Elements put here lie on the map and let it be dragged and zoomed through them. */
  readonly overlayRoot: HTMLElement;
  /** Size of the map in px. */
  getSize(): { width: number; height: number };
  getView(): MapView;
  getBounds(): MapBounds;
  /** Position in px in the container; of the copies of the world the one next to the centre. */
  project(place: MapPlace): ScreenPoint;
  moveTo(view: MapView, options: { animate: boolean; byHand: boolean }): void;
  panBy(offset: ScreenPoint, options: { animate: boolean }): void;
  zoomBy(steps: number, options: { animate: boolean }): void;
  /** By hand or by itself. */
  isMoving(): boolean;
  setPadding(padding: MapPadding, options: { animate: boolean }): void;
  setAppearance(appearance: MapAppearance): void;
  setLabel(label: string): void;
  resize(): void;
  /** Resolves when everything in view is drawn, at the latest after the time. */
  whenDrawn(timeout_ms: number): Promise<void>;
  /** What has a name where it is looked at, as far as it is known without asking anybody. */
  names(): readonly MapName[];
  focus(): void;
  destroy(): void;
}

/** The provider has tried what it can: to try again at once would not help. */
export class FinalMapFailure extends Error {
  override name = 'FinalMapFailure';
}

export type CreateMapProvider = (options: MapProviderOptions) => Promise<MapProvider>;
