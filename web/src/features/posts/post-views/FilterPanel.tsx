import { distanceFilters_km } from '@dazi/contract/posts/post-views.rules';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MapFilterPanel } from '#map/MapFilters.tsx';
import { Button } from '#ui/Button.tsx';
import { Chips } from '#ui/Chips.tsx';
import { Field } from '#ui/Field.tsx';
import { countActive, type Filters, keywordsLength, noFilters, type Posted } from './filters.ts';

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

/** Typed words are applied this long after the last key. */
const applyAfter_ms = 300;

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

/** Keeps what is being typed to itself until it rests, and half-composed words altogether. */
function KeywordsField({ keywords, onApply }: { keywords: string; onApply(keywords: string): void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(keywords);
  const [composing, setComposing] = useState(false);
  const apply = useRef(onApply);
  apply.current = onApply;
  const applied = useRef(keywords);
  if (applied.current !== keywords) {
    // Cleared or changed from outside.
    applied.current = keywords;
    if (typed !== keywords) setTyped(keywords);
  }
  useEffect(() => {
    if (composing || typed === applied.current) return;
    const timer = setTimeout(() => {
      applied.current = typed;
      apply.current(typed);
    }, applyAfter_ms);
    return () => clearTimeout(timer);
  }, [typed, composing]);
  const latest = useRef(typed);
  latest.current = typed;
  // Whoever types and leaves at once means what was typed.
  useEffect(
    () => () => {
      if (latest.current !== applied.current) apply.current(latest.current);
    },
    [],
  );
  return (
    <Field
      label={t('discovery.keywords')}
      hint={t('discovery.keywordsHint')}
      value={typed}
      maxLength={keywordsLength}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
