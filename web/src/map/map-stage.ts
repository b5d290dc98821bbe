import type { MapProvider } from '#map/map-provider.ts';
import type { MapPlace, ScreenPoint } from '#map/map-types.ts';

interface Anchor {
  readonly place: MapPlace;
  readonly offset: ScreenPoint;
}

const NO_OFFSET: ScreenPoint = { x: 0, y: 0 };

/**
 * Keeps elements at their places while the map moves. It writes transforms itself: a moving map must not
 * make React render.
 */
export class MapStage {
  readonly provider: MapProvider;
  readonly #anchors = new Map<HTMLElement, Anchor>();
  readonly #listeners = new Set<() => void>();

  constructor(provider: MapProvider) {
    this.provider = provider;
  }

  anchor(element: HTMLElement, place: MapPlace, offset: ScreenPoint = NO_OFFSET): () => void {
    const anchor = { place, offset };
    this.#anchors.set(element, anchor);
    this.#position(element, anchor);
    return () => this.#anchors.delete(element);
  }

  /** Calls the listener now and with every frame in which the view changes. */
  follow(listener: () => void): () => void {
    this.#listeners.add(listener);
    listener();
    return () => this.#listeners.delete(listener);
  }

  frame(): void {
    for (const [element, anchor] of this.#anchors) this.#position(element, anchor);
    for (const listener of this.#listeners) listener();
  }

  #position(element: HTMLElement, { place, offset }: Anchor): void {
    const { x, y } = this.provider.project(place);
    element.style.transform = `translate(${x + offset.x}px, ${y + offset.y}px)`;
  }
}
