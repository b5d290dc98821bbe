import type { Plan } from '@dazi/contract/plans/plans';
import { useTranslation } from 'react-i18next';
import { Avatar } from '#ui/Avatar.tsx';
import { leftText } from './plan-words.ts';

/** Up to so many seats are dots; more are a number. */
const dotsMost = 5;
const facesMost = 4;

/** A dot for each seat, those taken filled. */
export function SeatDots({ seats, goingCount }: Pick<Plan, 'seats' | 'goingCount'>) {
  if (seats > dotsMost) return null;
  return (
    <span className="seats" aria-hidden="true">
      {Array.from({ length: seats }, (_, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place
        <i key={seat} className={seat < goingCount ? undefined : 'no'} />
      ))}
    </span>
  );
}

/** The first of those who are in. */
export function Faces({ people }: Pick<Plan, 'people'>) {
  if (people.length === 0) return null;
  return (
    <span className="avatars">
      {people.slice(0, facesMost).map(({ id, name, avatarUrl }) => (
        <Avatar key={id} name={name} url={avatarUrl} size="xs" />
      ))}
    </span>
  );
}

/** Who is in, how many, and how many places are left. */
export function PlanSeats({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const { people, seats, goingCount, waitingCount, state } = plan;
  const isEnded = state === 'over' || state === 'called_off';
  return (
    <>
      <Faces people={people} />
      <SeatDots seats={seats} goingCount={goingCount} />
      <span className={seats > dotsMost ? undefined : 'unseen'}>
        {t('plans.seats.of', { going: goingCount, seats })}
      </span>
      {!isEnded && (
        <>
          {seats > dotsMost && <span className="dotsep" aria-hidden="true" />}
          <span>{leftText(plan, t)}</span>
        </>
      )}
      {!isEnded && waitingCount !== null && waitingCount > 0 && (
        <>
          <span className="dotsep" aria-hidden="true" />
          <span>{t('plans.seats.waiting', { count: waitingCount })}</span>
        </>
      )}
    </>
  );
}
