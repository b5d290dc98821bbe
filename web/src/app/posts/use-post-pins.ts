import type { Post } from '@dazi/contract/posts/posts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cellKey, type MapCounts } from '#features/posts/posts/map-counts.api.ts';
import type { MapPin } from '#map/map-types.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { guessLanguage } from '#ui/guess-language.ts';

/** Enough of a text to tell pins apart when they are read out. */
const labelLength = 80;

/** Counters stand for the posts: beside them only those are drawn that are alone in their cell, or that somebody looks at. */
export function usePostPins(
  posts: readonly Post[] | undefined,
  counts: MapCounts | undefined,
  lookedAt: readonly (string | null)[],
): readonly MapPin[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const pins = useMemo(
    () =>
      (posts ?? []).map((post): MapPin => {
        const hasMedia = post.media.length > 0;
        const author = t(hasMedia ? 'map.postWithMedia' : 'map.post', { name: post.user.name });
        const labelLanguage = guessLanguage(post.content, language);
        return {
          id: post.id,
          kind: 'post',
          latitude: post.location.latitude,
          longitude: post.location.longitude,
          hasMedia,
          label: post.content ? `${author}: ${post.content.slice(0, labelLength)}` : author,
          ...(labelLanguage ? { labelLanguage } : {}),
        };
      }),
    [posts, t, language],
  );
  const looked = counts ? lookedAt.join() : '';
  return useMemo(() => {
    if (!counts) return pins;
    const byCell = new Map(pins.map((pin) => [cellKey(pin, counts.level), pin]));
    const lookedIds = new Set(looked.split(','));
    const drawn = new Set(pins.filter((pin) => lookedIds.has(pin.id)));
    // What stands there as a pin of its own is counted no more.
    const drawnInCell = new Map<string, number>();
    for (const pin of drawn) {
      const key = cellKey(pin, counts.level);
      drawnInCell.set(key, (drawnInCell.get(key) ?? 0) + 1);
    }
    const counters: MapPin[] = [];
    for (const { key, posts, latitude, longitude } of counts.counts) {
      const listed = posts === 1 ? byCell.get(key) : undefined;
      const count = posts - (drawnInCell.get(key) ?? 0);
      if (listed) drawn.add(listed);
      else if (count > 0) {
        const label = t('map.about', { count });
        counters.push({ id: `cell:${key}`, kind: 'post', latitude, longitude, label, count });
      }
    }
    return [...drawn, ...counters];
  }, [counts, pins, looked, t]);
}
