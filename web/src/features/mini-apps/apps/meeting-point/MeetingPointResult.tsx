import type { MeetingPointResults } from '@dazi/contract/mini-apps/meeting-point';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { placeNameIn } from '#features/places/places.api.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { meetingPointPath } from '#platform/meeting-point-path.ts';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import type { ResultViewProps } from '../../app-kind.ts';

export function MeetingPointResult({ result }: Pick<ResultViewProps, 'result'>) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { point, place, farthest_km } = result.results as unknown as MeetingPointResults;
  const distance = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer' }).format(farthest_km);
  const name = place && placeNameIn(language, place.name, place.names);
  return (
    <div className="mini-apps-meeting-found">
      <Icon name="pin" size="l" />
      <div className="mini-apps-words">
        <UserText as="b">
          {name ? t('miniApps.meeting.near', { place: name }) : t('miniApps.meeting.somewhere')}
        </UserText>
        <span className="sm num">{t('miniApps.meeting.farthest', { distance })}</span>
      </div>
      <Link className="btn s primary" to={meetingPointPath(point)}>
        {t('miniApps.meeting.onMap')}
      </Link>
    </div>
  );
}
