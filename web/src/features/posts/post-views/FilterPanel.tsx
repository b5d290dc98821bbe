import { distanceFilters_km } from '@dazi/contract/posts/post-views.rules';
import { useTranslation } from 'react-i18next';
import { MapFilterPanel } from '#map/MapFilters.tsx';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { countActive, type Filters, noFilters, type Posted } from './filters.ts';
import { KeywordsField } from './KeywordsField.tsx';

interface FilterPanelProps {
  filters: Filters;
  signedIn: boolean;
  /** Genders are for who has confirmed their own profile: what somebody else is asked for first, and null. */
  beforeGender: { label: string; onClick(): void } | null;
  /** How many posts pass, as text. */
  summary: string;
  onChange(filters: Filters): void;
  onClose(): void;
}

const postedChoices: readonly Posted[] = ['any', 'today', 'week', 'month'];

export function FilterPanel(props: FilterPanelProps) {
  const { filters, signedIn, beforeGender, summary, onChange, onClose } = props;
  const { t } = useTranslation();
  const set = <Key extends keyof Filters>(key: Key, value: Filters[Key]) =>
    onChange({ ...filters, [key]: value });
  return (
    <MapFilterPanel
      active={countActive(filters)}
      clear={t('discovery.clear')}
      onClear={() => onChange(noFilters)}
      onClose={onClose}
      foot={
        <>
          <span className="sm t3 grow">{summary}</span>
          <Button kind="primary" onClick={onClose}>
            {t('discovery.show')}
          </Button>
        </>
      }
    >
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
        {beforeGender === null ? (
          <Chips
            label={t('discovery.gender')}
            value={filters.gender ?? 'all'}
            onChange={(value) => set('gender', value === 'all' ? null : (value as 'M' | 'F'))}
            options={(['all', 'M', 'F'] as const).map((value) => ({
              value,
              label: t(`discovery.genders.${value}`),
            }))}
          />
        ) : (
          <Button kind="text" size="s" className="map-filter-instead" onClick={beforeGender.onClick}>
            {beforeGender.label}
          </Button>
        )}
      </div>
      <KeywordsField keywords={filters.keywords} onApply={(keywords) => set('keywords', keywords)} />
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
    </MapFilterPanel>
  );
}
