import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Gem } from './ActivityGlyph.tsx';
import { PlanState } from './PlanFacts.tsx';
import { PlanSeats } from './PlanSeats.tsx';
import { untilText, whenText } from './plan-time.ts';
import { commaIn, placeText, planName } from './plan-words.ts';
import { usePlan } from './plans.api.ts';
import { useLivePlan } from './plans.live.ts';
import { planPath } from './use-join-plan.ts';
import { useReader } from './use-reader.ts';
import './plans.css';

/** On top of a plan's conversation: when, where, who is in, and the way to all of it. */
export function PlanOnTop({ planId }: { planId: string }) {
  const { t } = useTranslation();
  const reader = useReader();
  const { data: plan } = usePlan(planId);
  useLivePlan(plan);
  if (!plan) return null;
  const place = placeText(plan, reader.language);
  const hint = plan.spot?.hint ? t(`plans.hint.${plan.spot.hint}`) : null;
  const isAhead = plan.state !== 'called_off' && plan.state !== 'over';
  const until = isAhead ? untilText(plan.startsAt, reader.now, t) : null;
  return (
    <section className="plans-top" aria-label={planName(plan, reader.language)}>
      <Gem activity={plan.activity} size="l" isOff={!isAhead} />
      <div className="plans-top-facts">
        <div className="row plans-top-when">
          <b className="b">{whenText(plan, reader, t)}</b>
          {until ? (
            <span className="pill plans-top-until">
              <Icon name="clock" size="xs" />
              {until}
            </span>
          ) : (
            <PlanState plan={plan} />
          )}
        </div>
        <p className="sm t2 row plans-top-place">
          <Icon name="pin" size="s" />
          <UserText className="ell">{[place, hint].filter(Boolean).join(commaIn(reader.language))}</UserText>
        </p>
        <div className="plans-feet">
          <PlanSeats plan={plan} />
        </div>
      </div>
      <Link className="btn s outline" to={planPath(plan.id)}>
        {t('plans.detail.open')}
      </Link>
    </section>
  );
}
