import type { Plan } from '@dazi/contract/plans/plans';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/Avatar.tsx';
import { Icon } from '#ui/Icon.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';
import { SeatDots } from './PlanSeats.tsx';

/** Who is in, and the places that are left. */
export function PlanPeople({ plan, userId }: { plan: Plan; userId: string | null }) {
  const { t } = useTranslation();
  const { people, goingCount, seats, host, mine, waitingCount, state } = plan;
  const isAhead = state === 'open' || state === 'on' || state === 'full';
  const rest = goingCount - people.length;
  return (
    <section aria-label={t('plans.detail.people')}>
      <div className="row between wrap">
        <span className="row">
          <b className="b">{t('plans.seats.of', { going: goingCount, seats })}</b>
          <SeatDots seats={seats} goingCount={goingCount} />
        </span>
        <span className="sm t3 plans-people-host">
          {mine.isHost
            ? t('plans.host.you')
            : host
              ? t('plans.host.by', { name: host.name })
              : isAhead && people.length > 0 && t('plans.state.looking')}
        </span>
      </div>
      {people.length > 0 && (
        <ul className="plans-people">
          {people.map(({ id, name, avatarUrl }) => (
            <li key={id}>
              <PersonLink userId={id}>
                <Avatar name={name} url={avatarUrl} />
                <UserText className="xs12 ell">{id === userId ? t('plans.detail.you') : name}</UserText>
              </PersonLink>
            </li>
          ))}
          {isAhead && goingCount < seats && (
            <li className="plans-people-free">
              <span aria-hidden="true">
                <Icon name="plus" />
              </span>
              <span className="xs12">{t('plans.seats.freeOne')}</span>
            </li>
          )}
        </ul>
      )}
      {people.length > 0 && rest > 0 && <p className="sm t3">{t('plans.detail.more', { count: rest })}</p>}
      {waitingCount !== null && waitingCount > 0 && (
        <p className="plans-people-waiting sm t2">{t('plans.seats.waiting', { count: waitingCount })}</p>
      )}
    </section>
  );
}
