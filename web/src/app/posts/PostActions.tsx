import type { User } from '@dazi/contract/identity/identity';
import type { Post } from '@dazi/contract/posts/posts';
import { ReportButton } from '#features/moderation/ReportButton.tsx';
import { BookmarkButton } from '#features/posts/bookmarks/BookmarkButton.tsx';
import { ShareButton } from '#ui/ShareButton.tsx';

export function PostActions({ post, user }: { post: Post; user: User | null }) {
  return (
    <>
      <ShareButton path={`/post/${post.id}`} />
      <BookmarkButton post={post} user={user} />
      <ReportButton
        thing={{
          targetType: 'post',
          targetId: post.id,
          name: post.user.name,
          excerpt: post.content,
          avatarUrl: post.user.avatarUrl,
          person: { id: post.user.id, name: post.user.name },
        }}
        ownerId={post.user.id}
        user={user}
      />
    </>
  );
}
