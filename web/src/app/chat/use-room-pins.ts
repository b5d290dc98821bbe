import type { NearbyRoom } from '@dazi/contract/chat/conversation-views';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapPin } from '#map/map-types.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { guessLanguage } from '#ui/guess-language.ts';

export function useRoomPins(rooms: readonly NearbyRoom[]): readonly MapPin[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(
    () =>
      rooms.flatMap((room): MapPin[] => {
        const { id, latitude, longitude, memberCount } = room;
        if (latitude === null || longitude === null) return [];
        const name = room.title ?? '';
        const labelLanguage = guessLanguage(name, language);
        const label = t('rooms.pin', { name, count: memberCount });
        return [
          {
            id,
            kind: 'room',
            latitude,
            longitude,
            memberCount,
            label,
            ...(labelLanguage ? { labelLanguage } : {}),
          },
        ];
      }),
    [rooms, t, language],
  );
}
