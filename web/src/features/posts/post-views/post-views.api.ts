import type { QueryOf } from '@dazi/contract/kernel/endpoint';
import { profilePageSize } from '@dazi/contract/kernel/page-sizes';
import type { Box } from '@dazi/contract/places/places';
import type { listBookmarks, listPosts } from '@dazi/contract/posts/post-views';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { fetchFailed, type PostList, postKeys } from '#features/posts/posts/posts.api.ts';
import { call } from '#platform/api.ts';
import { failingAs } from '#platform/failures.ts';
import { askedAgain } from '#platform/skipped-refresh.ts';
import { useStreamStatus } from '#platform/stream.ts';

/** Outwards to 3 decimals: a small move of the map asks the same question again. */
function roundedBox(box: Box): Box {
  const out = (value: number, up: boolean) =>
    (up ? Math.ceil(value * 1000) : Math.floor(value * 1000)) / 1000;
  const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));
  return {
    west: within(out(box.west, false), 180),
    south: within(out(box.south, false), 90),
    east: within(out(box.east, true), 180),
    north: within(out(box.north, true), 90),
  };
}

async function fetchPosts(query: QueryOf<typeof listPosts>, signal: AbortSignal): Promise<PostList> {
  const { data, nextCursor } = await failingAs(
    call<typeof listPosts>('GET', '/api/messages', { query, signal }),
    (error) => (query.view === 'bookmarked' ? 'Failed to fetch bookmarks' : fetchFailed(error)),
  );
  return { posts: data, nextCursor };
}

export const mapListKey = (box: Box, filters: QueryOf<typeof listPosts>) =>
  postKeys.list('map', roundedBox(box), filters);

/** How often a map further out than the areas of the stream asks again. */
const farRefresh_ms = 15_000;

/** What the map shows: the newest posts within its box that pass the filters, as many as the limit says. */
export function useMapPosts(box: Box | null, filters: QueryOf<typeof listPosts>, isNear: boolean) {
  const isLive = useStreamStatus() === 'connected' && isNear;
  const rounded = box && roundedBox(box);
  return useQuery({
    queryKey: box ? mapListKey(box, filters) : postKeys.list('map'),
    queryFn: ({ signal }) => fetchPosts({ ...filters, ...rounded! }, signal),
    enabled: rounded !== null,
    placeholderData: keepPreviousData,
    // Where the stream does not reach, the map asks by itself.
    refetchInterval: askedAgain(isLive ? false : farRefresh_ms),
  });
}

/** Load More shows only while a page comes full; what is taken out of it later changes nothing about what follows. */
const asPage = ({ posts, nextCursor }: PostList): PostList => ({
  posts,
  nextCursor: posts.length === profilePageSize ? nextCursor : null,
});

/** One author's posts, six at a time. */
export function useAuthorPosts(userId: string | null) {
  return useInfiniteQuery({
    queryKey: postKeys.list('author', userId),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }) =>
      asPage(
        await fetchPosts(
          { userId: userId!, limit: profilePageSize, ...(pageParam ? { cursor: pageParam } : {}) },
          signal,
        ),
      ),
    getNextPageParam: (page) => page.nextCursor,
    enabled: userId !== null,
  });
}

/** The own bookmarks, six at a time; named so that a bookmark set or taken away renews it. */
export function useBookmarkedPosts(userId: string) {
  return useInfiniteQuery({
    queryKey: postKeys.list('kept by', userId, { view: 'bookmarked' }),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<PostList> => {
      const page = { limit: profilePageSize, ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, nextCursor } = await call<typeof listBookmarks>('GET', '/api/bookmarks', {
        query: { userId, ...page },
        signal,
      });
      return asPage({ posts: data.map(({ message }) => message), nextCursor });
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}
