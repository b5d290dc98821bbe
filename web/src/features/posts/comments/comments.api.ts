import type { addComment, Comment, listComments, removeComment } from '@dazi/contract/posts/comments';
import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { patchPost, refreshPosts } from '#features/posts/posts/posts.api.ts';
import { type ApiError, call } from '#platform/api.ts';
import { sendOnce } from '#platform/client-ids.ts';
import { failingAs } from '#platform/failures.ts';
import { takeAway } from '#platform/lost-answers.ts';

interface CommentPage {
  data: Comment[];
  nextCursor: string | null;
}

const allComments = ['comments'] as const;
const commentKey = (postId: string) => [...allComments, postId] as const;

const fetchFailed = ({ status }: ApiError) => `Failed to fetch comments: ${status}`;
const createFailed = ({ status }: ApiError) => `Failed to create comment: ${status}`;

export function useComments(postId: string) {
  return useInfiniteQuery({
    queryKey: commentKey(postId),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam, signal }): Promise<CommentPage> => {
      const query = { messageId: postId, ...(pageParam ? { cursor: pageParam } : {}) };
      const { data, nextCursor } = await failingAs(
        call<typeof listComments>('GET', '/api/comments', { query, signal }),
        fetchFailed,
      );
      return { data: data as Comment[], nextCursor };
    },
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The comments changed elsewhere. */
export const refreshComments = (client: QueryClient, postId: string) =>
  client.invalidateQueries({ queryKey: commentKey(postId) });

/** Something was missed: whatever is shown is asked for again. */
export const refreshAllComments = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: allComments });

/** Puts a new comment under its parent, or at the end. */
export function withComment(comments: readonly Comment[], added: Comment): Comment[] {
  if (added.parentId === null) {
    return comments.some(({ id }) => id === added.id) ? [...comments] : [...comments, added];
  }
  return comments.map((comment) =>
    comment.id === added.parentId
      ? { ...comment, replies: [...comment.replies.filter(({ id }) => id !== added.id), added] }
      : { ...comment, replies: withReplies(comment.replies, added) },
  );
}

const withReplies = (replies: readonly Comment[], added: Comment): Comment[] =>
  replies.length === 0 ? [] : withComment(replies, added);

/** Written here and not yet shown to whoever wrote it. */
const unseen = new Set<string>();

/** True once for each comment that was written here: it may stand far from where it was written. */
export const takeUnseen = (commentId: string): boolean => unseen.delete(commentId);

export function useAddComment(postId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ content, parentId }: { content: string; parentId: string | null }) => {
      const body = { messageId: postId, userId, content, parentId };
      const { data } = await sendOnce(userId, `comment ${parentId ?? postId}`, content, (clientId) =>
        failingAs(
          call<typeof addComment>('POST', '/api/comments', { body: { ...body, clientId } }),
          createFailed,
        ),
      );
      return data as Comment;
    },
    onSuccess: (added) => {
      unseen.add(added.id);
      client.setQueryData<InfiniteData<CommentPage>>(commentKey(postId), (known) => {
        if (!known) return known;
        const last = known.pages.length - 1;
        const pages = known.pages.map((page, index) => {
          // At the end it belongs only where the end is loaded; otherwise it comes with its page.
          const takes = added.parentId !== null || (index === last && page.nextCursor === null);
          return takes ? { ...page, data: withComment(page.data, added) } : page;
        });
        return { ...known, pages };
      });
      patchPost(client, postId, (post) => {
        const comments = post.commentCount + 1;
        return { ...post, commentCount: comments, _count: { ...post._count, comments } };
      });
      return refreshPosts(client, [postId]).catch(() => {});
    },
  });
}

export function useRemoveComment(postId: string, userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (commentId: string) =>
      takeAway(() =>
        call<typeof removeComment>('DELETE', '/api/comments/{commentId}', {
          params: { commentId },
          body: { userId },
        }),
      ),
    onSuccess: async () => {
      await refreshComments(client, postId);
      await refreshPosts(client, [postId]).catch(() => {});
    },
  });
}
