import type { Post } from '@dazi/contract/posts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapPin } from '#map/map-types.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { guessLanguage } from '#ui/guess-language.ts';

/** Enough of a text to tell pins apart when they are read out. */
const labelLength = 80;

/** Posts as pins of the map. */
export function usePins(posts: readonly Post[] | undefined): readonly MapPin[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(
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
}
