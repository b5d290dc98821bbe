import type { PinGroup } from '#map/clusters.ts';
import type { MapStage } from '#map/map-stage.ts';

/** The buttons of pins and groups, as they lie over the map; null where they are not drawn. */

export function findPinButton({ provider }: MapStage, pinId: string): HTMLElement | null {
  return provider.overlayRoot.querySelector(`[data-pin-id="${CSS.escape(pinId)}"]`);
}

export function findGroupButton({ provider }: MapStage, { key }: PinGroup): HTMLElement | null {
  return provider.overlayRoot.querySelector(`[data-group-key="${CSS.escape(key)}"]`);
}

export const isMarkerButton = (element: HTMLElement): boolean =>
  element.matches('[data-pin-id], [data-group-key]');

/** What such a button stands for, or stood for among the groups of its time. */
export function pinIdsOf({ dataset }: HTMLElement, groups: readonly PinGroup[]): ReadonlySet<string> {
  if (dataset.pinId !== undefined) return new Set([dataset.pinId]);
  const group = groups.find(({ key }) => key === dataset.groupKey);
  return new Set(group?.pins.map(({ id }) => id));
}
