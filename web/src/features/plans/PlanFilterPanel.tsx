import { planLanguages, planLimits } from '@dazi/contract/plans/plans.rules';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MapFilterPanel } from '#map/MapFilters.tsx';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { Switch } from '#ui/Switch.tsx';
import { ActivityPicker } from './ActivityPicker.tsx';
import type { FilterPart } from './PlanFilterBar.tsx';
import { countActiveFilters, distanceChoices, noPlanFilters, type PlanFilters } from './plan-filters.ts';
import { whenChoices } from './plan-time.ts';
import { kilometresText, languageText } from './plan-words.ts';

interface PlanFilterPanelProps {
  at: FilterPart;
  filters: PlanFilters;
  /** How many plans pass; undefined while it is not known. */
  count: number | undefined;
  onChange(filters: PlanFilters): void;
  onClose(): void;
}

export function PlanFilterPanel({ at, filters, count, onChange, onClose }: PlanFilterPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const set = (changes: Partial<PlanFilters>) => onChange({ ...filters, ...changes });
  const { activities } = filters;
  const picker = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (at !== 'activities') return;
    picker.current?.scrollIntoView({ block: 'start' });
    picker.current?.querySelector('input')?.focus({ preventScroll: true });
  }, [at]);
  return (
    <MapFilterPanel
      active={countActiveFilters(filters)}
      clear={t('plans.empty.clear')}
      onClear={() => onChange(noPlanFilters)}
      onClose={onClose}
      opener={at === 'activities' ? t('plans.filter.activityTitle') : undefined}
      foot={
        <Button kind="primary" size="l" block onClick={onClose}>
          {count === undefined ? t('discovery.show') : t('plans.filter.show', { count })}
        </Button>
      }
    >
      <div>
        <div className="label">{t('plans.filter.whenTitle')}</div>
        <Chips
          label={t('plans.filter.whenTitle')}
          value={filters.when}
          onChange={(when) => set({ when })}
          options={whenChoices.map((value) => ({ value, label: t(`plans.filter.when.${value}`) }))}
        />
      </div>
      <div ref={picker}>
        <div className="label row between">
          {t('plans.filter.activityTitle')}
          <span className="t3 sm">{t('plans.filter.most', { count: planLimits.activities })}</span>
        </div>
        <ActivityPicker
          searches
          chosen={activities}
          isFull={activities.length >= planLimits.activities}
          onToggle={(activity) =>
            set({
              activities: activities.includes(activity)
                ? activities.filter((other) => other !== activity)
                : [...activities, activity],
            })
          }
        />
      </div>
      <Switch label={t('plans.filter.free')} checked={filters.free} onChange={(free) => set({ free })} />
      <Switch label={t('plans.filter.open')} checked={filters.open} onChange={(open) => set({ open })} />
      <div>
        <div className="label">{t('plans.filter.language')}</div>
        <Chips
          label={t('plans.filter.language')}
          value={filters.language ?? 'any'}
          onChange={(value) => set({ language: planLanguages.find((code) => code === value) ?? null })}
          options={[
            { value: 'any', label: t('plans.filter.activity.any') },
            ...planLanguages.map((value) => ({ value, label: languageText(value) })),
          ]}
        />
      </div>
      <div>
        <div className="label">{t('plans.filter.distance')}</div>
        <Chips
          label={t('plans.filter.distance')}
          value={String(filters.within)}
          onChange={(value) =>
            set({ within: distanceChoices.find((within) => String(within) === value) ?? null })
          }
          options={distanceChoices.map((within) => ({
            value: String(within),
            label: kilometresText(within ?? planLimits.radius_km.default, language),
          }))}
        />
      </div>
    </MapFilterPanel>
  );
}
