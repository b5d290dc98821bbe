import type { Position } from '@dazi/contract/places/places';
import { Map as MapIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { directionsTo } from './directions.ts';

/** The way to a spot, by a map of others; who reads it goes there by their own tap alone. */
export function RouteLink({ spot }: { spot: Position }) {
  const { t } = useTranslation();
  return (
    <a
      className="btn s outline"
      href={directionsTo(spot)}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
    >
      <MapIcon className="i s" aria-hidden="true" />
      <span>{t('plans.place.route')}</span>
    </a>
  );
}
