import type { User } from '@dazi/contract/identity/identity';
import type { Post } from '@dazi/contract/posts/posts';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BookmarkButton } from '#features/posts/bookmarks/BookmarkButton.tsx';
import type { useAuthorPosts } from '#features/posts/post-views/post-views.api.ts';
import { useLiveListed } from '#features/posts/post-views/post-views.live.ts';
import { DeletePost } from '#features/posts/posts/DeletePost.tsx';
import { EditPost } from '#features/posts/posts/EditPost.tsx';
import { PostCard } from '#features/posts/posts/PostCard.tsx';
import { ReactionSummary } from '#features/posts/reactions/ReactionSummary.tsx';
import { useGoneFocus } from '#ui/gone-focus.ts';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { RemovedPost } from './RemovedPost.tsx';
import { useOpenPost } from './use-post-selection.ts';

interface PostListProps {
  query: ReturnType<typeof useAuthorPosts>;
  user: User | null;
  /** Whose posts these are; null where they are of several people. */
  authorId: string | null;
  pictures?: 3 | 4;
  failed: string;
  empty: ReactNode;
}

/** Posts six at a time; more come on demand. */
export function PostList({ query, user, authorId, pictures = 3, failed, empty }: PostListProps) {
  const { t } = useTranslation();
  const openPost = useOpenPost();
  const { data, isError, isPending, refetch } = query;
  const list = useRef<HTMLDivElement>(null);
  const posts = data?.pages.flatMap((page) => page.posts) ?? [];
  useLiveListed(posts, authorId);
  useGoneFocus(
    list,
    posts.map(({ id }) => id),
    '.entry-open',
  );
  if (isPending) return <Spinner />;
  if (isError && !data) return <InlineError text={failed} onRetry={() => void refetch()} />;
  if (posts.length === 0 && !query.hasNextPage) return <div className="card">{empty}</div>;
  const actions = (post: Post) =>
    user?.id === post.userId ? (
      <>
        <EditPost post={post} />
        <DeletePost post={post} place="list" />
      </>
    ) : (
      <BookmarkButton post={post} user={user} size="s" />
    );
  return (
    <>
      <div className="card entry-list" ref={list}>
        {posts.map((post) =>
          post.removed ? (
            <RemovedPost key={post.id} post={post} removed={post.removed} />
          ) : (
            <PostCard
              key={post.id}
              post={post}
              from={null}
              selected={false}
              pictures={pictures}
              onOpen={() => openPost(post.id)}
              summary={<ReactionSummary post={post} />}
              actions={actions(post)}
            />
          ),
        )}
      </div>
      <LoadMore onPage list={query} label={t('posts.loadMore')} failed={failed} className="entry-list-more" />
    </>
  );
}
