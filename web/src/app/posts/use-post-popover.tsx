import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import type { Post } from '@dazi/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import type { MapPopoverContent } from '#map/MapPopover.tsx';
import { PostPopover } from './PostPopover.tsx';
import type { usePostSelection } from './use-post-selection.ts';

interface PostPopoverInput {
  selection: ReturnType<typeof usePostSelection>;
  posts: readonly Post[] | undefined;
  user: User | null;
  from: Position | null;
}

export function usePostPopover({ selection, posts, user, from }: PostPopoverInput): MapPopoverContent | null {
  const { t } = useTranslation();
  const shownId = selection.selectedId ?? selection.previewId;
  const post = selection.openId === null ? posts?.find(({ id }) => id === shownId) : undefined;
  if (!post) return null;
  const isPreview = selection.selectedId === null;
  const close = () => {
    selection.select(null);
    selection.preview(null);
  };
  return {
    pinId: post.id,
    label: t('posts.by', { name: post.user.name }),
    isPreview,
    content: (
      <PostPopover
        post={post}
        user={user}
        from={from}
        preview={isPreview}
        onOpen={() => selection.open(post.id)}
        onClose={close}
      />
    ),
    onClose: close,
    onHover: (inside) => (inside ? selection.keepPreview() : selection.preview(null)),
  };
}
