import { placeAtPixels, TILE_PX, worldPixels } from '#map/geometry.ts';
import type { MapBounds, MapPadding, MapPlace, MapView, ScreenPoint } from '#map/map-types.ts';

/** A map that knows nothing of padding: what it shows in its own middle is told apart from the middle of what is free. */
export abstract class PaddedSurface {
  protected readonly container: HTMLElement;
  #padding: MapPadding;

  constructor(container: HTMLElement, padding: MapPadding) {
    this.container = container;
    this.#padding = padding;
  }

  /** In the middle of the whole surface. */
  protected abstract readonly centre: MapPlace;
  protected abstract readonly zoom: number;
  protected abstract place(centre: MapPlace, zoom: number, animate: boolean): void;

  get size() {
    return { width: this.container.clientWidth, height: this.container.clientHeight };
  }

  /** The middle of what no panel covers. */
  get view(): MapView {
    const { width, height } = this.size;
    const { x, y } = this.#offset;
    return { ...this.placeAt({ x: width / 2 + x, y: height / 2 + y }), zoom: this.zoom };
  }

  get bounds(): MapBounds {
    const { width, height } = this.size;
    const isWholeWorld = width >= TILE_PX * 2 ** this.zoom;
    const upper = this.placeAt({ x: 0, y: 0 });
    const lower = this.placeAt({ x: width, y: height });
    return {
      west: isWholeWorld ? -180 : upper.longitude,
      east: isWholeWorld ? 180 : lower.longitude,
      north: upper.latitude,
      south: lower.latitude,
    };
  }

  project(place: MapPlace): ScreenPoint {
    const { width, height } = this.size;
    const centre = worldPixels(this.centre, this.zoom);
    const point = worldPixels(place, this.zoom);
    const world = TILE_PX * 2 ** this.zoom;
    const turns = Math.round((centre.x - point.x) / world);
    return { x: point.x + turns * world - centre.x + width / 2, y: point.y - centre.y + height / 2 };
  }

  placeAt({ x, y }: ScreenPoint): MapPlace {
    const { width, height } = this.size;
    const centre = worldPixels(this.centre, this.zoom);
    return placeAtPixels({ x: centre.x + x - width / 2, y: centre.y + y - height / 2 }, this.zoom);
  }

  show(view: MapView, animate: boolean): void {
    this.place(this.centreFor(view), view.zoom, animate);
  }

  setPadding(padding: MapPadding, animate: boolean): void {
    const { view } = this;
    this.#padding = padding;
    this.show(view, animate);
  }

  /** What lies in the middle of the surface while a view lies in the middle of what is free. */
  protected centreFor(view: MapView): MapPlace {
    const point = worldPixels(view, view.zoom);
    return placeAtPixels({ x: point.x - this.#offset.x, y: point.y - this.#offset.y }, view.zoom);
  }

  /** From the middle of the map to the middle of what no panel covers. */
  get #offset(): ScreenPoint {
    const { left, right, top, bottom } = this.#padding;
    return { x: (left - right) / 2, y: (top - bottom) / 2 };
  }
}
