import type { Plan } from '@dazi/contract/plans/plans';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { kilometresText, placeText, stateText } from './plan-words.ts';

/** Where it is as far as the reader may know, and how far from them. */
export function PlanPlace({ plan, located }: { plan: Plan; located: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const place = placeText(plan, language);
  const distance = located ? plan.distanceKm : null;
  return (
    <>
      {place && <UserText className="ell">{place}</UserText>}
      {place && distance !== null && <span className="dotsep" aria-hidden="true" />}
      {distance !== null && (
        <span className="num">{t('plans.place.away', { distance: kilometresText(distance, language) })}</span>
      )}
    </>
  );
}

/** That it takes place, is full, happens, is over or called off. */
export function PlanState({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const text = stateText(plan, t);
  if (text === null) return null;
  const isGood = plan.state === 'on' || plan.state === 'happening' || (plan.state === 'full' && plan.isOn);
  return (
    <span className={isGood ? 'pill violet' : plan.state === 'called_off' ? 'pill red' : 'pill'}>
      {isGood && <Icon name="check" size="xs" />}
      {text}
    </span>
  );
}
