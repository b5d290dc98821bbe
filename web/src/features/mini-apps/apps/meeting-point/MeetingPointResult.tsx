import type { MeetingPointResults } from '@dazi/contract/meeting-point';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { placeNameIn } from '#features/places/places.api.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import type { ResultViewProps } from '../../app-kind.ts';

/** The town is known to about a kilometre: close enough to see it and its surroundings. */
const zoom = 13;

export function MeetingPointResult({ result }: Pick<ResultViewProps, 'result'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { point, place, farthest_km } = result.results as unknown as MeetingPointResults;
  const distance = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer' }).format(farthest_km);
  const name = place && placeNameIn(language, place.name, place.names);
  return (
    <div className="meeting-found">
      <Icon name="pin" size="l" />
      <div className="app-words">
        <UserText as="b">
          {name ? t('miniApps.meeting.near', { place: name }) : t('miniApps.meeting.somewhere')}
        </UserText>
        <span className="sm num">{t('miniApps.meeting.farthest', { distance })}</span>
      </div>
      <Link className="btn s primary" to={`/?map=${zoom}/${point.latitude}/${point.longitude}`}>
        {t('miniApps.meeting.onMap')}
      </Link>
    </div>
  );
}
