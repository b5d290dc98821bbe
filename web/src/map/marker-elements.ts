import type { PinGroup } from '#map/clusters.ts';
import type { MapStage } from '#map/map-stage.ts';

/** The buttons of pins and groups, as they lie over the map; null where they are not drawn. */

export function findPinButton({ provider }: MapStage, pinId: string): HTMLElement | null {
  return provider.overlayRoot.querySelector(`[data-pin-id="${CSS.escape(pinId)}"]`);
}

export function findGroupButton({ provider }: MapStage, { key }: PinGroup): HTMLElement | null {
  return provider.overlayRoot.querySelector(`[data-group-key="${CSS.escape(key)}"]`);
}
