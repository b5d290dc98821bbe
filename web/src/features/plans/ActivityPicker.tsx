import type { ActivityCode } from '@dazi/contract/plans/plan-activities';
import { LayoutGrid } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Gem } from './ActivityGlyph.tsx';
import { activitiesLike, byCategory, usualActivities } from './activity-search.ts';
import { activityText } from './plan-words.ts';
import './plans.css';

interface ActivityPickerProps {
  chosen: readonly ActivityCode[];
  /** What is offered before all of them are. */
  first?: readonly ActivityCode[];
  /** Shows the field to search from the beginning. */
  searches?: boolean;
  /** Those not chosen cannot be chosen any more. */
  isFull?: boolean;
  /** The way to all of them is one more tile. */
  hasMoreTile?: boolean;
  onToggle(activity: ActivityCode): void;
}

/** A few activities to choose from, and on demand all of them by category, with a search in any language. */
export function ActivityPicker(props: ActivityPickerProps) {
  const { chosen, first = usualActivities, searches = false, isFull = false, onToggle } = props;
  const { hasMoreTile = false } = props;
  const { t } = useTranslation();
  const [shows, setShows] = useState<'few' | 'all'>('few');
  const [words, setWords] = useState('');
  const isSearched = words.trim() !== '';
  const tile = (activity: ActivityCode) => (
    <Tile
      key={activity}
      activity={activity}
      isChosen={chosen.includes(activity)}
      isDisabled={isFull && !chosen.includes(activity)}
      onToggle={onToggle}
    />
  );
  const few = [...first, ...chosen.filter((activity) => !first.includes(activity))];
  const found = activitiesLike(words);
  return (
    <div className="plans-picker">
      {(searches || shows === 'all') && (
        <Field
          label={t('plans.filter.activity.search')}
          hideLabel
          type="search"
          autoComplete="off"
          placeholder={t('plans.filter.activity.search')}
          className="soft"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            // Of a form that it stands in, Enter would publish.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      {shows === 'few' && !isSearched ? (
        <>
          <div className="plans-grid">
            {few.map(tile)}
            {hasMoreTile && (
              <button type="button" className="plans-tile" onClick={() => setShows('all')}>
                <span className="gem off" aria-hidden="true">
                  <LayoutGrid className="i" />
                </span>
                {t('plans.create.more')}
              </button>
            )}
          </div>
          {!hasMoreTile && (
            <Button kind="text" size="s" onClick={() => setShows('all')}>
              {t('plans.create.more')}
            </Button>
          )}
        </>
      ) : (
        byCategory(found).map(([category, codes]) => (
          <Fragment key={category}>
            <h4>{t(`plans.category.${category}`)}</h4>
            <div className="plans-grid">{codes.map(tile)}</div>
          </Fragment>
        ))
      )}
      {found.length === 0 && (
        <p className="hint" role="status">
          {t('plans.create.noActivity')}
        </p>
      )}
    </div>
  );
}

interface TileProps {
  activity: ActivityCode;
  isChosen: boolean;
  isDisabled: boolean;
  onToggle(activity: ActivityCode): void;
}

function Tile({ activity, isChosen, isDisabled, onToggle }: TileProps) {
  const language = useLanguage();
  return (
    <button
      type="button"
      className="plans-tile"
      aria-pressed={isChosen}
      disabled={isDisabled}
      onClick={() => onToggle(activity)}
    >
      <Gem activity={activity} />
      {activityText(activity, language)}
    </button>
  );
}
