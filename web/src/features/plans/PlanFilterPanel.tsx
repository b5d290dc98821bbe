import { planLanguages, planLimits } from '@dazi/contract/plans/plans.rules';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Switch } from '#ui/Switch.tsx';
import { ActivityPicker } from './ActivityPicker.tsx';
import { countActiveFilters, distanceChoices, noPlanFilters, type PlanFilters } from './plan-filters.ts';
import { whenChoices } from './plan-time.ts';
import { kilometresText, languageText } from './plan-words.ts';

interface PlanFilterPanelProps {
  filters: PlanFilters;
  /** How many plans pass; undefined while it is not known. */
  count: number | undefined;
  onChange(filters: PlanFilters): void;
  onClose(): void;
}

/** Which plans are listed. */
export function PlanFilterPanel({ filters, count, onChange, onClose }: PlanFilterPanelProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const panel = useRef<HTMLElement>(null);
  const active = countActiveFilters(filters);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, Escape belongs to the input method.
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.stopPropagation();
    onClose();
  };
  const set = (changes: Partial<PlanFilters>) => onChange({ ...filters, ...changes });
  const { activities } = filters;
  return (
    <section
      ref={panel}
      className="panel post-views-panel"
      data-layer="filter-panel"
      aria-label={t('discovery.filters')}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="row post-views-head">
        <h2 className="grow">
          {t('discovery.filters')} {active > 0 && <Badge count={active} cap={9} kind="green" />}
        </h2>
        <Button kind="text" size="s" onClick={() => onChange(noPlanFilters)} disabled={active === 0}>
          {t('plans.empty.clear')}
        </Button>
        <IconButton icon="chevron-up" label={t('discovery.fold')} onClick={onClose} />
      </div>
      <div className="stack post-views-body">
        <div>
          <div className="label">{t('plans.filter.whenTitle')}</div>
          <Chips
            label={t('plans.filter.whenTitle')}
            value={filters.when}
            onChange={(when) => set({ when })}
            options={whenChoices.map((value) => ({ value, label: t(`plans.filter.when.${value}`) }))}
          />
        </div>
        <div>
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
      </div>
      <div className="row post-views-foot">
        <Button kind="primary" size="l" block onClick={onClose}>
          {count === undefined ? t('discovery.show') : t('plans.filter.show', { count })}
        </Button>
      </div>
    </section>
  );
}
