import type { User } from '@dazi/contract/identity';
import type { Position } from '@dazi/contract/places';
import type { Post } from '@dazi/contract/posts';
import { useTranslation } from 'react-i18next';
import { PostPopover } from '#app/PostPopover.tsx';
import type { usePostSelection } from '#app/use-post-selection.ts';
import type { MapPopoverContent } from '#map/MapPopover.tsx';

interface PopoverInput {
  selection: ReturnType<typeof usePostSelection>;
  posts: readonly Post[] | undefined;
  user: User | null;
  from: Position | null;
}

/** The popover of the selected post, or the preview of the one under the mouse; null when there is neither. */
export function usePopover({ selection, posts, user, from }: PopoverInput): MapPopoverContent | null {
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
