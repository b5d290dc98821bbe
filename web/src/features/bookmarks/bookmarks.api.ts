import { addBookmark, removeBookmark } from '@dazi/contract/bookmarks';
import type { Post } from '@dazi/contract/posts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { patchPost } from '#features/posts/posts.api.ts';
import { call } from '#platform/api.ts';

export const bookmarkKeys = ['bookmarks'] as const;

/** Keeps a post or lets it go; shown at once, taken back when the server refuses. */
export function useToggleBookmark(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (post: Post) =>
      call(post.bookmarked ? removeBookmark : addBookmark, { body: { messageId: post.id, userId } }),
    onMutate: (post) => patchPost(client, post.id, (shown) => ({ ...shown, bookmarked: !post.bookmarked })),
    onError: (_error, post) =>
      patchPost(client, post.id, (shown) => ({ ...shown, bookmarked: post.bookmarked })),
    onSuccess: () => client.invalidateQueries({ queryKey: bookmarkKeys }),
  });
}
