import type { addBookmark, removeBookmark } from '@dazi/contract/posts/bookmarks';
import type { PostView } from '@dazi/contract/posts/post-views';
import type { Post } from '@dazi/contract/posts/posts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { patchPost, postKeys, refreshPostSoon } from '#features/posts/posts/posts.api.ts';
import { call } from '#platform/api.ts';
import { failingAs } from '#platform/failures.ts';

/** Lists that a bookmark belongs to or leaves. */
const asksForBookmarked = (queryKey: readonly unknown[]) =>
  queryKey.some((part) => (part as { view?: PostView } | null)?.view === 'bookmarked');

/** Keeps a post or lets it go; shown at once, taken back when the server refuses. */
export function useToggleBookmark(userId: string, postId: string) {
  const client = useQueryClient();
  return useMutation({
    // One after the other, in the order of the clicks.
    scope: { id: `bookmark ${postId}` },
    mutationFn: (post: Post) => {
      const body = { messageId: post.id, userId };
      return failingAs<unknown>(
        post.bookmarked
          ? call<typeof removeBookmark>('DELETE', '/api/bookmarks', { body })
          : call<typeof addBookmark>('POST', '/api/bookmarks', { body }),
        () => (post.bookmarked ? 'Failed to remove bookmark' : 'Failed to add bookmark'),
      );
    },
    onMutate: async (post) => {
      // An answer under way would bring the state of before.
      await client.cancelQueries({ queryKey: postKeys.one(post.id) });
      patchPost(client, post.id, (shown) => ({ ...shown, bookmarked: !post.bookmarked }));
    },
    onError: (_error, post) =>
      patchPost(client, post.id, (shown) => ({ ...shown, bookmarked: post.bookmarked })),
    onSuccess: () =>
      client.invalidateQueries({
        queryKey: postKeys.lists,
        predicate: ({ queryKey }) => asksForBookmarked(queryKey),
      }),
    onSettled: (_answer, _error, post) => refreshPostSoon(client, post.id),
  });
}
