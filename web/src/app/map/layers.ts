import { useSyncExternalStore } from 'react';
import type { MapPin } from '#map/map-types.ts';

type Layer = MapPin['kind'];

/** Kinds of things that somebody took off the map, until the page is loaded anew. */
let hidden: readonly Layer[] = [];
const listeners = new Set<() => void>();

export function setLayerShown(layer: Layer, isShown: boolean): void {
  const others = hidden.filter((one) => one !== layer);
  hidden = isShown ? others : [...others, layer];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useHiddenLayers = (): readonly Layer[] => useSyncExternalStore(subscribe, () => hidden);
