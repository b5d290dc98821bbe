import type { Plan } from '@dazi/contract/plans/plans';
import { memo, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { UserText } from '#ui/UserText.tsx';
import { useInView } from '#ui/use-in-view.ts';
import { Gem } from './ActivityGlyph.tsx';
import { PlanPlace, PlanState } from './PlanFacts.tsx';
import { PlanSeats } from './PlanSeats.tsx';
import { hoursUnderDay, whenText } from './plan-time.ts';
import { audienceText, costText, languagesText, planName } from './plan-words.ts';
import { useReader } from './use-reader.ts';
import './plans.css';

interface PlanCardProps {
  plan: Plan;
  located: boolean;
  selected: boolean;
  /** Under its day: the hours are enough. */
  underDay?: boolean;
  onOpen(plan: Plan): void;
  onHover?(plan: Plan | null): void;
  children?: ReactNode;
}

export const PlanCard = memo(function PlanCard(props: PlanCardProps) {
  const { plan, located, selected, underDay = false, onOpen, onHover, children } = props;
  const { t } = useTranslation();
  const reader = useReader();
  const name = planName(plan, reader.language);
  const when = whenText(plan, reader, t);
  const isOff = plan.state === 'called_off' || plan.state === 'over';
  const card = useInView(selected);
  return (
    <article
      ref={card}
      className={classNames('entry', 'plans-card', selected && 'plans-card-on', isOff && 'plans-card-off')}
      aria-label={t('plans.byName', { activity: name, when })}
      {...(onHover && {
        onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && onHover(plan),
        onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && onHover(null),
      })}
    >
      <Gem activity={plan.activity} isOff={isOff} />
      <div className="entry-main">
        <div className="row between plans-card-top">
          <button type="button" className="entry-open b" onClick={() => onOpen(plan)}>
            <UserText className="plans-card-name">{name}</UserText>
          </button>
          <span className="plans-at">{underDay ? hoursUnderDay(plan, reader, t) : when}</span>
        </div>
        <div className="meta">
          <PlanPlace plan={plan} located={located} />
        </div>
        <PlanChips plan={plan} />
        <div className="plans-feet">
          <PlanSeats plan={plan} />
          {children && (
            <>
              <span className="grow" />
              {children}
            </>
          )}
        </div>
      </div>
    </article>
  );
});

/** What decides whether one joins, as far as it is not the usual. */
function PlanChips({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const { language } = useReader();
  const speaksReaders = plan.languages.length === 1 && plan.languages[0] === language;
  return (
    <div className="plans-chips">
      {plan.who === 'same_gender' && <span className="pill">{audienceText(plan, t)}</span>}
      {plan.level && <span className="pill">{t(`plans.level.${plan.level}`)}</span>}
      {plan.entry === 'ask' && <span className="pill">{t('plans.entry.ask')}</span>}
      {plan.cost !== 'own' && <span className="pill plans-word">{costText(plan, t)}</span>}
      {!speaksReaders && <span className="pill">{languagesText(plan.languages, language)}</span>}
      <PlanState plan={plan} />
    </div>
  );
}
