import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Gem } from './ActivityGlyph.tsx';
import { AddToCalendar } from './AddToCalendar.tsx';
import { PlanState } from './PlanFacts.tsx';
import { PlanSeats } from './PlanSeats.tsx';
import { closesAt, closingDate, untilText, whenText } from './plan-time.ts';
import { commaIn, placeText, planName } from './plan-words.ts';
import { usePlan } from './plans.api.ts';
import { useLivePlan } from './plans.live.ts';
import { RouteLink } from './RouteLink.tsx';
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
  const when = whenText(plan, reader, t);
  const place = placeText(plan, reader.language);
  const hint = plan.spot?.hint ? t(`plans.hint.${plan.spot.hint}`) : null;
  const isAhead = plan.state !== 'called_off' && plan.state !== 'over';
  const until = isAhead ? untilText(plan.startsAt, reader.now, t) : null;
  const isClosing = plan.state === 'over' && reader.now < closesAt(plan.endsAt);
  return (
    <section className="plans-top" aria-label={planName(plan, reader.language)}>
      <Gem activity={plan.activity} size="l" isOff={!isAhead} />
      <div className="plans-top-facts">
        <div className="row plans-top-when">
          <Link
            className="b plans-top-open"
            to={planPath(plan.id)}
            aria-label={t('plans.byName', { activity: planName(plan, reader.language), when })}
          >
            {when}
          </Link>
          {until ? (
            <span className="pill plans-top-until">
              <Icon name="clock" size="xs" />
              {until}
            </span>
          ) : (
            <PlanState plan={plan} />
          )}
        </div>
        <div className="sm t2 plans-top-place">
          <Icon name="pin" size="s" />
          <div className="plans-top-words">
            <UserText className="ell">
              {[place, hint].filter(Boolean).join(commaIn(reader.language))}
            </UserText>
            {plan.spot && (
              <span className="plans-top-who">
                {t(plan.spotShown === 'everyone' ? 'plans.place.everyone' : 'plans.place.onlyIn')}
              </span>
            )}
          </div>
        </div>
        {isClosing && (
          <p className="sm t2">{t('plans.chat.ends', { date: closingDate(plan.endsAt, reader.language) })}</p>
        )}
      </div>
      <div className="plans-top-side">
        <div className="row plans-top-ways">
          {isAhead && (
            <AddToCalendar
              plan={plan}
              trigger={(label, open) => (
                <Button kind="outline" size="s" onClick={open}>
                  <CalendarPlus className="i s" aria-hidden="true" />
                  <span>{label}</span>
                </Button>
              )}
            />
          )}
          {plan.spot && <RouteLink spot={plan.spot} />}
        </div>
        <div className="plans-feet">
          <PlanSeats plan={plan} />
        </div>
      </div>
    </section>
  );
}
