import { splitKeywords } from '@dazi/contract/posts/post-views.rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { MapFilterBar } from '#map/MapFilters.tsx';
import { countActive, type Filters, noFilters } from './filters.ts';

interface FilterBarProps {
  filters: Filters;
  onChange(filters: Filters): void;
  onOpen(): void;
  children?: ReactNode;
}

/** The folded filters: a button with their number, and what is set as chips that take it away. */
export function FilterBar({ filters, onChange, ...bar }: FilterBarProps) {
  const { t } = useTranslation();
  const chips: { key: keyof Filters; label: string }[] = [];
  if (filters.view !== 'all') chips.push({ key: 'view', label: t(`discovery.views.${filters.view}`) });
  if (filters.gender) chips.push({ key: 'gender', label: t(`discovery.genders.${filters.gender}`) });
  if (splitKeywords(filters.keywords).length > 0) {
    chips.push({ key: 'keywords', label: filters.keywords.trim() });
  }
  if (filters.distanceKm !== null) {
    chips.push({ key: 'distanceKm', label: t('discovery.within', { count: filters.distanceKm }) });
  }
  if (filters.posted !== 'any')
    chips.push({ key: 'posted', label: t(`discovery.postedChoices.${filters.posted}`) });
  return (
    <MapFilterBar
      {...bar}
      active={countActive(filters)}
      chips={chips.map(({ key, label }) => ({
        key,
        label,
        onRemove: () => onChange({ ...filters, [key]: noFilters[key] }),
      }))}
    />
  );
}
