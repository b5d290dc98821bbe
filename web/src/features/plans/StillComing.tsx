import type { Plan } from '@dazi/contract/plans/plans';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Faces, SeatDots } from './PlanSeats.tsx';
import { usePlanPeople } from './plan-people.api.ts';
import { momentText, whenOf, whenText } from './plan-time.ts';
import { activityText, costText } from './plan-words.ts';
import { useStillComing } from './use-plan-answers.ts';
import { useReader } from './use-reader.ts';

interface StillComingProps {
  plan: Plan;
  userId: string;
}

/** Asks whether somebody still comes, after a change that matters. */
export function StillComing({ plan, userId }: StillComingProps) {
  const { t } = useTranslation();
  const reader = useReader();
  const { answer, isConfirming, isLeaving } = useStillComing(plan, userId);
  const { confirmUntil: until, asked } = plan.mine;
  const what = ({ changed }: NonNullable<typeof asked>) =>
    new Intl.ListFormat(reader.language).format(changed.map((thing) => t(`plans.what.${thing}`)));
  return (
    <section className="plans-still" aria-label={t('plans.confirm.question')}>
      <p className="row">
        <Icon name="clock" />
        <span>
          <b className="b">{t('plans.confirm.question')}</b>{' '}
          {until && asked && t('plans.confirm.text', { what: what(asked), time: momentText(until, reader) })}
        </span>
      </p>
      <Changes plan={plan} userId={userId} />
      <div className="row">
        <Button kind="primary" block busy={isConfirming} onClick={() => void answer(true)}>
          {t('plans.confirm.yes')}
        </Button>
        <Button block busy={isLeaving} onClick={() => void answer(false)}>
          {t('plans.confirm.no')}
        </Button>
      </div>
    </section>
  );
}

/** From when to when, where, and what else is another than they said yes to. */
function Changes({ plan, userId }: StillComingProps) {
  const { t } = useTranslation();
  const reader = useReader();
  const { asked } = plan.mine;
  if (!asked) return null;
  const has = (thing: (typeof asked.changed)[number]) => asked.changed.includes(thing);
  const former = asked.was && whenOf(asked.was);
  return (
    <div className="plans-changes">
      <Change icon="clock" title={whenText(plan, reader, t)}>
        {former ? <del>{whenText(former, reader, t)}</del> : t('plans.confirm.timeSame')}
      </Change>
      {plan.spot && (
        <Change icon="pin" title={plan.spot.name}>
          {t(has('spot') ? 'plans.event.plan_spot_changed' : 'plans.confirm.spotSame')}
        </Change>
      )}
      {has('activity') && <Change icon="pencil" title={activityText(plan.activity, reader.language)} />}
      {has('cost') && <Change icon="wallet" title={costText(plan, t)} />}
      <Others plan={plan} userId={userId} />
    </div>
  );
}

/** Who is in, and how many have not answered yet. */
function Others({ plan, userId }: StillComingProps) {
  const { t } = useTranslation();
  const { data: going = [] } = usePlanPeople(userId, plan.id, 'going');
  const count = going.filter(({ unsure }) => unsure).length;
  return (
    <div className="plans-fact">
      <Icon name="people" />
      <div className="plans-feet">
        <Faces people={plan.people} />
        <SeatDots {...plan} />
        {count > 0 && <span>{t('plans.confirm.unsureCount', { count })}</span>}
      </div>
    </div>
  );
}

function Change({ icon, title, children }: { icon: IconName; title: string; children?: ReactNode }) {
  return (
    <div className="plans-fact">
      <Icon name={icon} />
      <div className="grow">
        <UserText as="p" className="b">
          {title}
        </UserText>
        {children && <p className="sm t2">{children}</p>}
      </div>
    </div>
  );
}
