import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapHandle } from '#map/MapCanvas.tsx';
import { isPositionDenied, isPositionInsecure, usePosition } from '#platform/location.ts';
import { showToast } from '#ui/toast-store.ts';

const locateZoom = 14;

export function useLocate(map: RefObject<MapHandle | null>): () => Promise<void> {
  const { t } = useTranslation();
  const { request } = usePosition();
  return async () => {
    const here = await request();
    if (here) {
      map.current?.flyTo({ ...here, zoom: locateZoom });
      return;
    }
    const reason = isPositionDenied() ? 'map.locationOff' : 'map.locationUnavailable';
    showToast({ type: 'info', message: t(isPositionInsecure() ? 'ui.positionInsecure' : reason) });
  };
}
