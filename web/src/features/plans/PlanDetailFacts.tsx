import type { Plan } from '@dazi/contract/plans/plans';
import { Languages } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/Icon.tsx';
import { Fact } from './Fact.tsx';
import {
  audienceText,
  commaIn,
  costText,
  goingOn,
  kilometresText,
  languagesText,
  townText,
} from './plan-words.ts';
import { RouteLink } from './RouteLink.tsx';
import { useReader } from './use-reader.ts';

interface PlanDetailFactsProps {
  plan: Plan;
  located: boolean;
  /** After where it is. */
  children: ReactNode;
}

/** Where, in which languages, and who may come; between them what is open to whoever is in. */
export function PlanDetailFacts({ plan, located, children }: PlanDetailFactsProps) {
  const { t } = useTranslation();
  const { language } = useReader();
  const comma = commaIn(language);
  const level = plan.level ? t(`plans.level.${plan.level}`) : t('plans.level.any');
  const howOneJoins = goingOn(t(`plans.entry.${plan.entry}`), language);
  const needed = plan.languageNeeded ? `${t('plans.who.languageNeeded')} · ` : '';
  return (
    <div className="plans-facts">
      <Where plan={plan} located={located} />
      {children}
      <Fact
        icon={<Languages className="i" aria-hidden="true" />}
        title={languagesText(plan.languages, language)}
      >
        {`${needed}${level} · ${costText(plan, t)}`}
      </Fact>
      <Fact icon={<Icon name="shield" />} title={[audienceText(plan, t), howOneJoins].join(comma)}>
        <span className="plans-begins">{t('plans.seats.least', { count: plan.least })}</span>
      </Fact>
    </div>
  );
}

/** Where exactly for who may know it, else roughly and how far away. */
function Where({ plan, located }: { plan: Plan; located: boolean }) {
  const { t } = useTranslation();
  const { language } = useReader();
  const { spot, spotShown, district, distanceKm, state } = plan;
  const icon = <Icon name="pin" />;
  const comma = commaIn(language);
  if (spot) {
    const titles = [spot.name, ...(spot.hint ? [t(`plans.hint.${spot.hint}`)] : [])];
    return (
      <Fact icon={icon} title={titles.join(comma)}>
        {t(spotShown === 'everyone' ? 'plans.place.everyone' : 'plans.place.onlyIn')} ·{' '}
        <RouteLink spot={spot} inline />
      </Fact>
    );
  }
  const town = townText(district, language);
  const isNear = located && distanceKm !== null;
  const titles = [
    ...(town ? [t('plans.place.around', { place: town })] : []),
    ...(isNear ? [t('plans.place.away', { distance: kilometresText(distanceKm, language) })] : []),
  ];
  return (
    <Fact icon={icon} title={titles.join(comma) || t('plans.place.roughly')} begins>
      {t(state === 'over' ? 'plans.place.folded' : 'plans.place.roughlyText')}
    </Fact>
  );
}
