import type { Post } from '@dazi/contract/posts/posts';
import type { ReactionType } from '@dazi/contract/posts/reaction-types';
import type { addReaction, removeReaction } from '@dazi/contract/posts/reactions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { patchPost, postKeys, refreshPostSoon } from '#features/posts/posts/posts.api.ts';
import { call } from '#platform/api.ts';
import { failingAs } from '#platform/failures.ts';

/** What a post looks like once its reader reacted; the same kind again takes it back. */
export function withReaction(post: Post, type: ReactionType): Post {
  const { myReaction } = post;
  const reactions = { ...post.reactions };
  const change = (kind: ReactionType, by: number) => {
    const count = (reactions[kind] ?? 0) + by;
    if (count > 0) reactions[kind] = count;
    else delete reactions[kind];
  };
  if (myReaction) change(myReaction, -1);
  const next = myReaction === type ? null : type;
  if (next) change(next, 1);
  const total = post._count.reactions + (next ? 1 : 0) - (myReaction ? 1 : 0);
  return { ...post, reactions, myReaction: next, _count: { ...post._count, reactions: total } };
}

/** Shows the reaction at once and takes it back when the server refuses. */
export function useToggleReaction(userId: string, userName: string, postId: string) {
  const client = useQueryClient();
  return useMutation({
    // One after the other, in the order of the clicks.
    scope: { id: `reaction ${postId}` },
    mutationFn: ({ post, type }: { post: Post; type: ReactionType }) => {
      const body = { messageId: post.id, reactionType: type, userId, userName };
      const removes = post.myReaction === type;
      return failingAs<unknown>(
        removes
          ? call<typeof removeReaction>('DELETE', '/api/reactions', { body })
          : call<typeof addReaction>('POST', '/api/reactions', { body }),
        () => (removes ? 'Failed to remove reaction' : 'Failed to add reaction'),
      );
    },
    onMutate: async ({ post, type }) => {
      // An answer under way would bring the state of before.
      await client.cancelQueries({ queryKey: postKeys.one(post.id) });
      patchPost(client, post.id, (shown) => withReaction(shown, type));
    },
    onError: (_error, { post: { id, reactions, myReaction, _count } }) =>
      patchPost(client, id, (shown) => ({
        ...shown,
        reactions,
        myReaction,
        _count: { ...shown._count, reactions: _count.reactions },
      })),
    onSettled: (_answer, _error, { post }) => refreshPostSoon(client, post.id),
  });
}

export { chosenKinds, reactionKinds } from './reaction-kinds.ts';
