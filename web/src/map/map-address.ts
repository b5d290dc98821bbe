import { within } from './geometry.ts';
import type { MapView } from './map-types.ts';

const addressName = 'map';
/** About a kilometre: a shared link must not give the sender's home. */
const addressDecimals = 2;

const wordsOf = (view: MapView): string =>
  [
    Math.round(view.zoom),
    view.latitude.toFixed(addressDecimals),
    view.longitude.toFixed(addressDecimals),
  ].join('/');

/** The view in the address, `?map=zoom/latitude/longitude`. */
export function viewIn(search: string): MapView | null {
  const parts = (new URLSearchParams(search).get(addressName) ?? '').split('/').map(Number);
  const [zoom, latitude, longitude] = parts;
  if (parts.length !== 3 || parts.some((part) => !Number.isFinite(part))) return null;
  return {
    zoom: Math.min(18, Math.max(0, zoom!)),
    latitude: within(latitude!, 85),
    longitude: within(longitude!, 180),
  };
}

/** Whether it is this view that the address says, as near as it says any. */
export function says(search: string, view: MapView): boolean {
  const said = viewIn(search);
  return said !== null && wordsOf(said) === wordsOf(view);
}

export function withView(search: string, view: MapView): string {
  const parameters = new URLSearchParams(search);
  parameters.set(addressName, wordsOf(view));
  return `?${parameters}`;
}

export function withoutView(search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(addressName);
  return parameters.size > 0 ? `?${parameters}` : '';
}
