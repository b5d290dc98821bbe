import type { listUsers } from '@dazi/contract/discovery/people';
import type { Gender } from '@dazi/contract/identity/identity';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { usualUploadPath } from '@dazi/contract/media/uploads.rules';
import type { blurPosts, countExactPosts } from '@dazi/contract/posts/blurring';
import type { getPost, listPosts } from '@dazi/contract/posts/post-views';
import { idsLimit } from '@dazi/contract/posts/post-views.rules';
import type { createPost, editPost, Lifetime, Post, removePost } from '@dazi/contract/posts/posts';
import { reactionsPolling_ms } from '@dazi/contract/posts/reactions.rules';
import {
  type InfiniteData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError, call } from '#platform/api.ts';
import { sendOnce } from '#platform/client-ids.ts';
import { failingAs } from '#platform/failures.ts';
import { takeAway } from '#platform/lost-answers.ts';
import { useSettings } from '#platform/settings.ts';
import { askedAgain } from '#platform/skipped-refresh.ts';
import { useStreamStatus } from '#platform/stream.ts';
import { currentTime } from '#platform/time.ts';
import type { MediaFile } from './media-files.ts';
import { postWithMedia } from './post-media.ts';

/** Every list of posts lies under `lists`; one post alone under `one`. */
export const postKeys = {
  all: ['posts'] as const,
  lists: ['posts', 'list'] as const,
  list: (...parts: readonly unknown[]) => ['posts', 'list', ...parts] as const,
  one: (postId: string) => ['posts', 'one', postId] as const,
};

/** What the log says of posts that could not be had or taken back. */
export const fetchFailed = ({ status, statusText }: ApiError) =>
  `Failed to fetch messages: ${status} ${statusText}`;
const deleteFailed = ({ status }: ApiError) => `Failed to delete message: ${status}`;

export interface PostList {
  posts: readonly Post[];
  nextCursor: string | null;
}

function changeLists(client: QueryClient, change: (posts: readonly Post[]) => readonly Post[]) {
  const changed = (list: PostList): PostList => {
    const posts = change(list.posts);
    return posts === list.posts ? list : { ...list, posts };
  };
  client.setQueriesData<PostList | InfiniteData<PostList>>({ queryKey: postKeys.lists }, (list) => {
    if (!list) return list;
    return 'pages' in list ? { ...list, pages: list.pages.map(changed) } : changed(list);
  });
}

/** Changes a post wherever it is shown. */
export function patchPost(client: QueryClient, postId: string, change: (post: Post) => Post): void {
  client.setQueryData<Post>(postKeys.one(postId), (post) => post && change(post));
  changeLists(client, (posts) =>
    posts.some(({ id }) => id === postId)
      ? posts.map((post) => (post.id === postId ? change(post) : post))
      : posts,
  );
}

function knownPost(client: QueryClient, postId: string | null): Post | undefined {
  const lists = client.getQueriesData<PostList | InfiniteData<PostList>>({ queryKey: postKeys.lists });
  return lists
    .flatMap(([, list]) => (list && ('pages' in list ? list.pages : [list])) ?? [])
    .flatMap(({ posts }) => posts)
    .find(({ id }) => id === postId);
}

/** Takes a post out of everything shown. */
export function dropPost(client: QueryClient, postId: string): void {
  client.removeQueries({ queryKey: postKeys.one(postId), exact: true });
  changeLists(client, (posts) =>
    posts.some(({ id }) => id === postId) ? posts.filter(({ id }) => id !== postId) : posts,
  );
}

/** Longer than the stream takes to tell of a change. */
const soon_ms = 500;
const waiting = new WeakMap<QueryClient, Map<string, ReturnType<typeof setTimeout>>>();

/**
 * Asks for a post after a change made here. The stream tells of that change too: what is asked for when it does is asked
 * for once.
 */
export function refreshPostSoon(client: QueryClient, postId: string): void {
  const timers = waiting.get(client) ?? new Map();
  waiting.set(client, timers);
  clearTimeout(timers.get(postId));
  const ask = () => {
    timers.delete(postId);
    void refreshPosts(client, [postId]).catch(() => {});
  };
  timers.set(postId, setTimeout(ask, soon_ms));
}

/** Asks for posts by id and shows what came back; those that are gone leave the lists. */
export async function refreshPosts(client: QueryClient, ids: readonly string[]): Promise<readonly Post[]> {
  if (ids.length === 0) return [];
  if (ids.length > idsLimit) {
    await client.invalidateQueries({ queryKey: postKeys.all });
    return [];
  }
  const timers = waiting.get(client);
  // What waits from now on may be about a later change than this answer.
  const before = ids.map((id) => [id, timers?.get(id)] as const);
  const { data } = await failingAs(
    call<typeof listPosts>('GET', '/api/messages', { query: { ids: ids.join(',') } }),
    fetchFailed,
  );
  for (const [id, timer] of before) {
    clearTimeout(timer);
    if (timer !== undefined && timers?.get(id) === timer) timers.delete(id);
  }
  const found = new Set(data.map(({ id }) => id));
  for (const post of data) patchPost(client, post.id, (before) => ({ ...before, ...post }));
  for (const id of ids) if (!found.has(id)) dropPost(client, id);
  return data;
}

/** Whether the server said that there is no such post, or no longer. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** One post; what a list knows of it already is shown at once, and stays where it cannot be asked for anew. */
export function usePost(postId: string | null) {
  const client = useQueryClient();
  const isLive = useStreamStatus() === 'connected';
  return useQuery({
    queryKey: postKeys.one(postId ?? ''),
    queryFn: async ({ signal }) =>
      (
        await call<typeof getPost>('GET', '/api/messages/{messageId}', {
          params: { messageId: postId! },
          signal,
        })
      ).data,
    enabled: postId !== null,
    initialData: () => knownPost(client, postId),
    initialDataUpdatedAt: 0,
    // While the stream is down, or after an answer that did not come, an open post asks by itself.
    refetchInterval: (query) => {
      const { status, error } = query.state;
      if (isGone(error) || (isLive && status !== 'error')) return false;
      return askedAgain(reactionsPolling_ms)(query);
    },
  });
}

/** How many posts somebody has; null when that could not be found out. */
export async function countPosts(userId: string): Promise<number | null> {
  try {
    const { data } = await call<typeof listUsers>('GET', '/api/users', {
      query: { userId, messageCount: 'true' },
    });
    return 'messageCount' in data ? data.messageCount : null;
  } catch {
    return null;
  }
}

const day_ms = 24 * 60 * 60 * 1000;

interface PostWithFiles extends Omit<BodyOf<typeof createPost>, 'expiresAt'> {
  media?: readonly MediaFile[];
  /** In days from the moment it is sent. */
  lifetime?: Lifetime;
}

/** Publishes, and says whether it was the first post ever: the count is asked for before. */
export function useCreatePost(userId: string) {
  const client = useQueryClient();
  const uploadPath = useSettings().data?.uploadPath ?? usualUploadPath;
  const uploaded = useRef(new Map<string, string>());
  return useMutation({
    meta: { failure: 'Failed to post message' },
    mutationFn: async ({ media = [], lifetime = null, ...post }: PostWithFiles) => {
      const countBefore = await countPosts(userId);
      const ids = media.map(({ id }) => id);
      // Not when it ends: that moves on until it is sent once more.
      const said = [post.content, ids, post.locationDisplay, lifetime];
      const expiresAt = lifetime && new Date(currentTime() + lifetime * day_ms).toISOString();
      const body = { ...post, expiresAt };
      const { data } = await postWithMedia(media, uploaded.current, uploadPath, (files) =>
        sendOnce(userId, 'post', said, (clientId) =>
          call<typeof createPost>('POST', '/api/messages', { body: { ...body, ...files, userId, clientId } }),
        ),
      );
      return { post: data, isFirst: countBefore === 0 };
    },
    // An upload that is gone is taken there once more.
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'INVALID_IMAGE') uploaded.current.clear();
    },
    onSuccess: ({ post }) => {
      uploaded.current.clear();
      client.setQueryData(postKeys.one(post.id), post);
      return client.invalidateQueries({ queryKey: postKeys.lists });
    },
  });
}

interface Edited {
  postId: string;
  /** What is not named stays as it is: another device may have changed it. */
  content?: string;
  gender?: Gender | null;
}

/** Changes the text of a post; who else looks at it hears of it by the stream. */
export function useEditPost(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ postId, content, gender }: Edited) => {
      const said = content === undefined ? {} : { content: content.trim() };
      const body = { ...said, userId, ...(gender && { gender }) };
      return (
        await call<typeof editPost>('PATCH', '/api/messages/{messageId}', {
          params: { messageId: postId },
          body,
        })
      ).data;
    },
    onSuccess: (post) => patchPost(client, post.id, (before) => ({ ...before, ...post })),
  });
}

export function useRemovePost(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (post: Post) =>
      takeAway(() =>
        failingAs(
          call<typeof removePost>('DELETE', '/api/messages/{messageId}', {
            params: { messageId: post.id },
            body: { userId },
          }),
          deleteFailed,
        ),
      ),
    onSuccess: (_answer, post) => {
      dropPost(client, post.id);
      return client.invalidateQueries({ queryKey: postKeys.lists });
    },
  });
}

/** How many of the own posts and rooms show an exact position; asked anew each time it matters. */
export const useExactPosts = (userId: string) =>
  useQuery({
    queryKey: ['exact-posts', userId],
    queryFn: async ({ signal }) =>
      (await call<typeof countExactPosts>('GET', '/api/messages/blur', { query: { userId }, signal })).data,
    staleTime: 0,
    gcTime: 0,
  });

/** Moves them, a batch after the other until none is left. */
export function useBlurPosts(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      for (;;) {
        const { data } = await call<typeof blurPosts>('POST', '/api/messages/blur', { body: { userId } });
        if (data.left === 0 || data.posts + data.rooms === 0) return;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: postKeys.all }),
  });
}
