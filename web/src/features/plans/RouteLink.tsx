import type { Position } from '@dazi/contract/places/places';
import { Map as MapIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { directionsTo } from './directions.ts';

interface RouteLinkProps {
  spot: Position;
  /** Within a line of words. */
  inline?: boolean;
}

/** The way to a spot, by a map of others; who reads it goes there by their own tap alone. */
export function RouteLink({ spot, inline = false }: RouteLinkProps) {
  const { t } = useTranslation();
  return (
    <a
      className={inline ? 'link' : 'btn s outline'}
      href={directionsTo(spot)}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
    >
      {!inline && <MapIcon className="i s" aria-hidden="true" />}
      <span>{t('plans.place.route')}</span>
    </a>
  );
}
