import { areaZoom } from '@dazi/contract/places/areas.rules';
import { areasOf } from '@dazi/contract/places/cells';
import { useMemo } from 'react';
import type { MapPopoverContent } from '#map/MapPopover.tsx';
import type { KindOnMap, MapSurroundings } from '#map/map-kind.ts';
import type { MapPin } from '#map/map-types.ts';
import { useHiddenLayers } from './layers.ts';
import { mapKinds } from './map-kinds.ts';
import { useFirstView } from './use-first-view.ts';

export interface NamedKind extends KindOnMap {
  readonly name: MapPin['kind'];
}

const nowhere: readonly number[] = [];
const noPins: readonly MapPin[] = [];

/** In two steps: where the map looks first depends on what the address has opened, and what is on the map on where it looks. */
export function useKinds(around: MapSurroundings, isViewKnown: boolean): readonly NamedKind[] {
  const { map, shown, position, isAwaited } = around;
  // biome-ignore lint/correctness/useHookAtTopLevel: the list of kinds never changes
  const opened = mapKinds.map((kind) => kind.useOpened(around));
  const linked = opened.find(({ place }) => place)?.place;
  const view = useFirstView({ map, shown, isKnown: isViewKnown, position, isAwaited, linked });
  const cells = useMemo(
    () => (view !== null && view.view.zoom >= areaZoom ? areasOf(view.bounds, view.view) : nowhere),
    [view],
  );
  return mapKinds.map((kind, place) => ({
    name: kind.name,
    // biome-ignore lint/correctness/useHookAtTopLevel: the list of kinds never changes
    ...kind.useOnMap(around, { view, cells }, opened[place]!),
  }));
}

/** The pins of all kinds that are shown; the same list as long as none of them has others. */
export function usePins(kinds: readonly NamedKind[]): readonly MapPin[] {
  const hidden = useHiddenLayers();
  const lists = kinds.map(({ name, pins }) => (hidden.includes(name) ? noPins : pins));
  // biome-ignore lint/correctness/useExhaustiveDependencies: there are always as many kinds
  return useMemo(() => lists.flat(), lists);
}

/** One popover at a time: that of a pin which was clicked before a preview, and none under an open detail. */
export function popoverOf(kinds: readonly KindOnMap[]): MapPopoverContent | null {
  if (kinds.some(({ isOpen }) => isOpen)) return null;
  const popovers = kinds.flatMap(({ popover }) => popover ?? []);
  return popovers.find(({ isPreview }) => !isPreview) ?? popovers[0] ?? null;
}

/** A second click on a pin opens it; what is selected of other kinds is no longer. */
export function clickPin(kinds: readonly NamedKind[], pin: MapPin): void {
  for (const kind of kinds) if (kind.name !== pin.kind) kind.deselect();
  kinds.find(({ name }) => name === pin.kind)?.click(pin.id);
}

export function hoverPin(kinds: readonly NamedKind[], pin: MapPin | null): void {
  for (const kind of kinds) {
    const isOwn = pin?.kind === kind.name;
    kind.hover(isOwn ? pin.id : null, pin !== null && !isOwn);
  }
}
