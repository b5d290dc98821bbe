import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MapFilterBar, type SetFilter } from '#map/MapFilters.tsx';
import { useMediaQuery, useSmallScreen } from '#platform/device.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Icon } from '#ui/Icon.tsx';
import { countActiveFilters, noPlanFilters, type PlanFilters } from './plan-filters.ts';
import { whenChoices } from './plan-time.ts';
import { activityText, kilometresText, languageText } from './plan-words.ts';

const days = whenChoices.filter((when) => when !== 'any');
const nearest = days.filter((when) => when === 'today' || when === 'weekend');

/** Where the filters open. */
export type FilterPart = 'top' | 'activities';

interface PlanFilterBarProps {
  filters: PlanFilters;
  onChange(filters: PlanFilters): void;
  onOpen(at: FilterPart): void;
  children?: ReactNode;
}

/** The folded filters of plans: days at one tap, and what is set as chips that take it away. */
export function PlanFilterBar({ filters, onChange, onOpen, ...bar }: PlanFilterBarProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isSmall = useSmallScreen();
  const isWide = useMediaQuery('(width >= 1024px)');
  const quick = isSmall ? nearest : days;
  const chips: SetFilter[] = [];
  const set = (key: string, label: string, without: Partial<PlanFilters>) =>
    chips.push({ key, label, onRemove: () => onChange({ ...filters, ...without }) });
  const add = (key: keyof PlanFilters, label: string) => set(key, label, { [key]: noPlanFilters[key] });
  if (filters.when !== 'any') add('when', t(`plans.filter.when.${filters.when}`));
  for (const activity of filters.activities) {
    const without = { activities: filters.activities.filter((other) => other !== activity) };
    set(activity, activityText(activity, language), without);
  }
  if (filters.free) add('free', t('plans.filter.free'));
  if (filters.open) add('open', t('plans.filter.open'));
  if (filters.language) add('language', languageText(filters.language));
  if (filters.within !== null) add('within', kilometresText(filters.within, language));
  return (
    <MapFilterBar
      {...bar}
      onOpen={() => onOpen('top')}
      active={countActiveFilters(filters)}
      chips={chips}
      quick={
        <>
          {quick
            .filter((when) => when !== filters.when)
            .map((when) => (
              <button
                key={when}
                type="button"
                className="chip float"
                onClick={() => onChange({ ...filters, when })}
              >
                {t(`plans.filter.when.${when}`)}
              </button>
            ))}
          {isWide && (
            <button
              type="button"
              className="chip float"
              aria-expanded={false}
              onClick={() => onOpen('activities')}
            >
              {t('plans.filter.activityTitle')}
              <Icon name="chevron-down" size="xs" />
            </button>
          )}
        </>
      }
    />
  );
}
