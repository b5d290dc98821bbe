import type { Plan } from '@dazi/contract/plans/plans';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import {
  audienceText,
  commaIn,
  costText,
  goingOn,
  kilometresText,
  languagesText,
  townText,
} from './plan-words.ts';
import { useReader } from './use-reader.ts';

interface FactProps {
  icon: IconName;
  title: string;
  text: string;
}

function Fact({ icon, title, text }: FactProps) {
  return (
    <div className="plans-fact">
      <Icon name={icon} />
      <div className="grow">
        <UserText as="p" className="b plans-fact-title">
          {title}
        </UserText>
        {text && <p className="sm t3 plans-fact-text">{text}</p>}
      </div>
    </div>
  );
}

export function PlanDetailFacts({ plan, located }: { plan: Plan; located: boolean }) {
  const { t } = useTranslation();
  const { language } = useReader();
  const { spot, district, distanceKm } = plan;
  const town = townText(district, language);
  const away =
    located && distanceKm !== null
      ? t('plans.place.away', { distance: kilometresText(distanceKm, language) })
      : null;
  const titles = spot
    ? [spot.name, ...(spot.hint ? [t(`plans.hint.${spot.hint}`)] : [])]
    : [...(town ? [t('plans.place.around', { place: town })] : []), ...(away ? [away] : [])];
  const where = spot
    ? t(plan.spotShown === 'everyone' ? 'plans.place.everyone' : 'plans.place.onlyIn')
    : t(plan.state === 'over' ? 'plans.place.folded' : 'plans.place.roughlyText');
  const comma = commaIn(language);
  const level = plan.level ? t(`plans.level.${plan.level}`) : t('plans.level.any');
  const howOneJoins = goingOn(t(`plans.entry.${plan.entry}`), language);
  const needed = plan.languageNeeded ? `${t('plans.who.languageNeeded')} · ` : '';
  return (
    <div className="plans-facts">
      <Fact icon="pin" title={titles.join(comma) || t('plans.place.roughly')} text={where} />
      <Fact
        icon="globe"
        title={languagesText(plan.languages, language)}
        text={`${needed}${level} · ${costText(plan, t)}`}
      />
      <Fact
        icon="shield"
        title={[audienceText(plan, t), howOneJoins].join(comma)}
        text={t('plans.seats.least', { count: plan.least })}
      />
    </div>
  );
}
