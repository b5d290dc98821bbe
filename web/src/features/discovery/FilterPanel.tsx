import { distanceFilters_km } from '@dazi/contract/discovery';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { Field } from '#ui/Field.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { countActive, type Filters, noFilters, type Posted } from './filters.ts';

interface FilterPanelProps {
  filters: Filters;
  signedIn: boolean;
  /** How many posts pass, as text. */
  summary: string;
  onChange(filters: Filters): void;
  onClose(): void;
}

const postedChoices: readonly Posted[] = ['any', 'today', 'week', 'month'];

export function FilterPanel({ filters, signedIn, summary, onChange, onClose }: FilterPanelProps) {
  const { t } = useTranslation();
  const active = countActive(filters);
  const set = <Key extends keyof Filters>(key: Key, value: Filters[Key]) =>
    onChange({ ...filters, [key]: value });
  return (
    <section className="panel filter-panel" aria-label={t('discovery.filters')} id="filters">
      <div className="row filter-head">
        <h2 className="grow">
          {t('discovery.filters')} {active > 0 && <Badge count={active} cap={9} kind="green" />}
        </h2>
        <Button kind="text" size="s" onClick={() => onChange(noFilters)} disabled={active === 0}>
          {t('discovery.clear')}
        </Button>
        <IconButton icon="chevron-up" label={t('discovery.fold')} onClick={onClose} />
      </div>
      <div className="stack filter-body">
        <div>
          <div className="label">{t('discovery.view')}</div>
          <Chips
            label={t('discovery.view')}
            value={filters.view}
            onChange={(view) => set('view', view)}
            options={(signedIn ? (['all', 'mine', 'bookmarked'] as const) : (['all'] as const)).map(
              (value) => ({
                value,
                label: t(`discovery.views.${value}`),
              }),
            )}
          />
        </div>
        <div>
          <div className="label">{t('discovery.gender')}</div>
          <Chips
            label={t('discovery.gender')}
            value={filters.gender ?? 'all'}
            onChange={(value) => set('gender', value === 'all' ? null : (value as 'M' | 'F'))}
            options={(['all', 'M', 'F'] as const).map((value) => ({
              value,
              label: t(`discovery.genders.${value}`),
            }))}
          />
        </div>
        <Field
          label={t('discovery.keywords')}
          hint={t('discovery.keywordsHint')}
          value={filters.keywords}
          maxLength={200}
          onChange={(event) => set('keywords', event.target.value)}
        />
        <div>
          <div className="label">{t('discovery.distance')}</div>
          <Chips
            label={t('discovery.distance')}
            value={String(filters.distanceKm ?? 'any')}
            onChange={(value) => set('distanceKm', value === 'any' ? null : Number(value))}
            options={distanceFilters_km.map((km) => ({
              value: String(km ?? 'any'),
              label: km === null ? t('discovery.any') : t('discovery.kilometres', { count: km }),
            }))}
          />
        </div>
        <div>
          <div className="label">{t('discovery.posted')}</div>
          <Chips
            label={t('discovery.posted')}
            value={filters.posted}
            onChange={(posted) => set('posted', posted)}
            options={postedChoices.map((value) => ({ value, label: t(`discovery.postedChoices.${value}`) }))}
          />
        </div>
      </div>
      <div className="row filter-foot">
        <span className="sm t3 grow">{summary}</span>
        <Button kind="primary" onClick={onClose}>
          {t('discovery.show')}
        </Button>
      </div>
    </section>
  );
}
