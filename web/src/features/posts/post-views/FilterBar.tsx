import { splitKeywords } from '@dazi/contract/posts/post-views.rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '#platform/device.ts';
import { Badge } from '#ui/Badge.tsx';
import { RemovableChip } from '#ui/Chips.tsx';
import { Icon } from '#ui/Icon.tsx';
import { countActive, type Filters, noFilters } from './filters.ts';
import './post-views.css';

interface FilterBarProps {
  filters: Filters;
  onChange(filters: Filters): void;
  /** The panel was just closed: the focus comes back to its button. */
  refocus: boolean;
  onOpen(): void;
  /** What else stands in the bar, before the filters. */
  children?: ReactNode;
}

/** The folded filters: a button with their number, and what is set as chips that take it away. */
export function FilterBar({ filters, refocus, onChange, onOpen, children }: FilterBarProps) {
  const { t } = useTranslation();
  const isSmall = useSmallScreen();
  const active = countActive(filters);
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
    <section className="post-views-bar" data-over-map aria-label={t('discovery.filters')}>
      {children}
      <button
        type="button"
        className="chip float"
        aria-expanded={false}
        // biome-ignore lint/a11y/noAutofocus: the focus was here before the panel opened
        autoFocus={refocus}
        onClick={onOpen}
      >
        <Icon name="filter" />
        {t('discovery.filters')}
        {active > 0 && <Badge count={active} cap={9} kind="green" />}
        {!isSmall && <Icon name="chevron-down" size="s" />}
      </button>
      {chips.map(({ key, label }) => (
        <RemovableChip
          key={key}
          label={label}
          removeLabel={t('discovery.remove', { filter: label })}
          onRemove={() => onChange({ ...filters, [key]: noFilters[key] })}
        />
      ))}
    </section>
  );
}
