import type { Position } from '@dazi/contract/places/places';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapCircle, MapMark } from '#map/map-types.ts';
import { meetingRadius_m } from '#map/use-meeting-point.ts';

export function useMeetingPlace(point: Position | null): { mark: MapMark | null; circle: MapCircle | null } {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      mark: point && { ...point, label: t('map.meeting.title') },
      circle: point && { ...point, radius_m: meetingRadius_m },
    }),
    [point, t],
  );
}
