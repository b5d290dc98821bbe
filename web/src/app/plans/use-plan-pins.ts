import type { Plan } from '@dazi/contract/plans/plans';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { tagText } from '#features/plans/plan-time.ts';
import { useCatalogue } from '#features/plans/use-catalogue.ts';
import { useReader } from '#features/plans/use-reader.ts';
import { cellKey, type MapCounts } from '#features/posts/posts/map-counts.api.ts';
import type { MapPin } from '#map/map-types.ts';
import { guessLanguage } from '#ui/guess-language.ts';

/**
 * Plans as diamonds at their spots, for who knows them, else in the middle of their districts. On a far map counters
 * stand for them, but for those that somebody looks at.
 */
export function usePlanPins(
  plans: readonly Plan[],
  counts: MapCounts | undefined,
  lookedAt: readonly (string | null)[],
): readonly MapPin[] {
  const { t } = useTranslation();
  const reader = useReader();
  const catalogue = useCatalogue(plans.length > 0);
  const pins = useMemo(() => {
    if (!catalogue) return [];
    return plans.map((plan): MapPin => {
      const { latitude, longitude } = plan.spot ?? plan.district;
      const activity = catalogue.planName(plan, reader.language);
      // What is seen below it is heard, too; all of it stands in its popover.
      const when = tagText(plan, reader);
      const count = plan.seats - plan.goingCount;
      const label =
        count > 0 ? t('plans.pin', { activity, when, count }) : t('plans.pinFull', { activity, when });
      const labelLanguage = plan.title ? guessLanguage(plan.title, reader.language) : undefined;
      return {
        id: plan.id,
        kind: 'plan',
        latitude,
        longitude,
        glyph: catalogue.iconOf(plan.activity),
        tag: when,
        isPale: count <= 0 && plan.mine.standing === 'none',
        label,
        ...(labelLanguage ? { labelLanguage } : {}),
      };
    });
  }, [catalogue, plans, reader, t]);
  const looked = lookedAt.join();
  return useMemo(() => {
    if (!counts) return pins;
    const ids = new Set(looked.split(','));
    const drawn = pins.filter(({ id }) => ids.has(id));
    const inCell = new Map<string, number>();
    for (const pin of drawn) {
      const key = cellKey(pin, counts.level);
      inCell.set(key, (inCell.get(key) ?? 0) + 1);
    }
    const counters = counts.counts.flatMap(({ key, posts, latitude, longitude }): MapPin[] => {
      const count = posts - (inCell.get(key) ?? 0);
      if (count <= 0) return [];
      const label = t('plans.list.counted', { count });
      return [{ id: `plans:${key}`, kind: 'plan', latitude, longitude, label, count }];
    });
    return [...drawn, ...counters];
  }, [counts, pins, looked, t]);
}
