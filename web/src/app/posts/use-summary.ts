import { clockFormat } from '@dazi/contract/kernel/clock-format';
import { useTranslation } from 'react-i18next';
import type { MapCounts } from '#features/posts/posts/map-counts.api.ts';
import type { PostList } from '#features/posts/posts/posts.api.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';

/** How many posts are listed, and whether there are more, or when they were seen; nothing where the list says that it could not be loaded. */
export function useSummary(
  list: PostList | undefined,
  counts: MapCounts | undefined,
  failed: boolean,
  seenAt: string | null,
): string {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!list) return failed ? '' : t('ui.loading');
  if (seenAt !== null) {
    const format = clockFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
    return t('discovery.seenAt', { time: format.format(new Date(seenAt)) });
  }
  const count = list.posts.length;
  if (list.nextCursor === null) return t('discovery.count', { count });
  const all = counts?.counts.reduce((sum, { posts }) => sum + posts, 0) ?? 0;
  if (all <= count) return t('discovery.newestCount', { count });
  return t('discovery.newestOfAbout', { count, all: new Intl.NumberFormat(language).format(all) });
}
