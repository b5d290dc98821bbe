import type { Position } from '@dazi/contract/places/places';
import { useCallback, useMemo } from 'react';
import { useSession } from '#features/identity/identity.api.ts';
import type { MapSurroundings } from '#map/map-kind.ts';
import { FOCUS_ZOOM, type OwnPosition } from '#map/map-types.ts';
import { useMapView } from '#map/use-map-view.ts';
import { usePosition } from '#platform/location.ts';

type OfThePage = Pick<
  MapSurroundings,
  'map' | 'padding' | 'createProvider' | 'previewsRows' | 'makeRoomForMap'
>;

export function useSurroundings(page: OfThePage): {
  around: MapSurroundings;
  view: ReturnType<typeof useMapView>;
  ownPosition: OwnPosition | null;
} {
  const { user } = useSession();
  const { position, centre, accuracy_metres, isAwaited } = usePosition();
  const view = useMapView(centre, position);
  const { map } = page;
  const showPlace = useCallback(
    (place: Position) => map.current?.flyTo({ ...place, zoom: FOCUS_ZOOM }),
    [map],
  );
  const ownPosition = useMemo(
    () => position && { ...position, radius_m: accuracy_metres ?? 0 },
    [position, accuracy_metres],
  );
  const around = { ...page, user, position, centre, isAwaited, shown: view.shown, showPlace };
  return { around, view, ownPosition };
}
