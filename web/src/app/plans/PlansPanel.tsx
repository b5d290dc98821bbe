import type { User } from '@dazi/contract/identity/identity';
import type { ActivityCode } from '@dazi/contract/plans/plan-activities';
import type { Plan } from '@dazi/contract/plans/plans';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { ActivityGlyph } from '#features/plans/ActivityGlyph.tsx';
import { ideasAt } from '#features/plans/activity-search.ts';
import { MyPlans, MyPlansSignedOut } from '#features/plans/MyPlans.tsx';
import { NoPlanDrawing } from '#features/plans/NoPlanDrawing.tsx';
import { PlanButton } from '#features/plans/PlanButton.tsx';
import { PlanCard } from '#features/plans/PlanCard.tsx';
import { dateText, nearDay } from '#features/plans/plan-time.ts';
import { activityText } from '#features/plans/plan-words.ts';
import type { useSoonPlans } from '#features/plans/plans.api.ts';
import { useReader } from '#features/plans/use-reader.ts';
import { useSmallScreen } from '#platform/device.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useSteady } from '#ui/use-steady.ts';
import '#features/plans/plans.css';

interface PlansPanelProps {
  list: ReturnType<typeof useSoonPlans>;
  /** Undefined while nothing is known yet. */
  plans: readonly Plan[] | undefined;
  isFiltered: boolean;
  /** There are none near: what is listed is anywhere. */
  isElsewhere: boolean;
  user: User | null;
  /** Whether distances are from where somebody really is. */
  located: boolean;
  selectedId: string | null;
  onOpen(plan: Plan): void;
  /** Only where there is a mouse. */
  onHover?(plan: Plan | null): void;
  onClearFilters(): void;
  /** A new plan, about something where that is known. */
  onMake(activity?: ActivityCode): void;
}

/** The own plans, and below them those to come by day. */
export function PlansPanel(props: PlansPanelProps) {
  const { user, onOpen } = props;
  return (
    <>
      {user ? <MyPlans userId={user.id} onOpen={onOpen} /> : <MyPlansSignedOut />}
      <SoonList {...props} />
    </>
  );
}

function SoonList(props: PlansPanelProps) {
  const { list, plans, isFiltered, isElsewhere, user, located, selectedId } = props;
  const { t } = useTranslation();
  const isSmall = useSmallScreen();
  const open = useSteady(props.onOpen);
  const hover = useSteady((plan: Plan | null) => props.onHover?.(plan));
  if (list.isError && !plans) {
    return <InlineError text={t('plans.list.loadFailed')} onRetry={() => void list.refetch()} />;
  }
  if (!plans) return <WaitingPlans />;
  if (plans.length === 0 && !list.hasNextPage) {
    if (!isFiltered) return <NothingNear isAll onMake={props.onMake} />;
    return (
      <EmptyState drawing="nearby" title={t('plans.empty.filter')}>
        <Button kind="primary" onClick={props.onClearFilters}>
          {t('plans.empty.clear')}
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      {isElsewhere && !isFiltered && <NothingNear onMake={props.onMake} />}
      {byDay(plans).map(([day, ofDay]) => (
        <Fragment key={`${day}-${ofDay[0]!.id}`}>
          <DayBar plan={ofDay[0]!} />
          {ofDay.map((plan) => (
            <PlanCard
              key={plan.id}
              plan={plan}
              located={located}
              selected={plan.id === selectedId}
              underDay
              onOpen={open}
              {...(props.onHover && { onHover: hover })}
            >
              {isSmall && <PlanButton user={user} plan={plan} size="s" />}
            </PlanCard>
          ))}
        </Fragment>
      ))}
      <LoadMore
        list={list}
        label={t('plans.list.more')}
        failed={t('plans.list.loadFailed')}
        className="plans-more"
      />
    </>
  );
}

/** In the order of the list, which is that of instants; a day is that of the plan's own clocks. */
function byDay(plans: readonly Plan[]): [string, Plan[]][] {
  const days: [string, Plan[]][] = [];
  for (const plan of plans) {
    const day = plan.local.slice(0, 10);
    const last = days.at(-1);
    if (last?.[0] === day) last[1].push(plan);
    else days.push([day, [plan]]);
  }
  return days;
}

function DayBar({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const { language, now } = useReader();
  const near = nearDay(plan.local, plan.timeZone, now);
  const date = dateText(plan.local, language);
  return (
    <h3 className="plans-day">
      {near ? t(`plans.list.${near}`) : date}
      {near && <span className="t3"> {date}</span>}
    </h3>
  );
}

interface NothingNearProps extends Pick<PlansPanelProps, 'onMake'> {
  /** Nothing follows. */
  isAll?: boolean;
}

function NothingNear({ isAll = false, onMake }: NothingNearProps) {
  const { t } = useTranslation();
  const { language, now } = useReader();
  return (
    <EmptyState
      drawing={isAll ? <NoPlanDrawing /> : undefined}
      title={t('plans.empty.near')}
      text={t('plans.empty.nearText')}
    >
      <Button kind="primary" icon="plus" onClick={() => onMake()}>
        {t('plans.make')}
      </Button>
      <p className="sm plans-ideas-title">{t('plans.empty.ideas')}</p>
      <div className="plans-ideas">
        {ideasAt(new Date(now).getHours()).map((activity) => (
          <button key={activity} type="button" className="chip" onClick={() => onMake(activity)}>
            <ActivityGlyph activity={activity} />
            {activityText(activity, language)}
          </button>
        ))}
      </div>
    </EmptyState>
  );
}

function WaitingPlans() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('ui.loading')}>
      {[72, 58, 66].map((width) => (
        <div key={width} className="entry plans-card">
          <Skeleton width="40px" height="40px" />
          <div className="stack">
            <Skeleton width="50%" />
            <Skeleton width={`${width}%`} />
            <Skeleton width="30%" />
          </div>
        </div>
      ))}
    </div>
  );
}
