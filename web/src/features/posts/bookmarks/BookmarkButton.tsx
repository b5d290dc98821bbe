import type { User } from '@dazi/contract/identity/identity';
import type { Post } from '@dazi/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { useRequireSignIn } from '#features/identity/identity.api.ts';
import { useFailureText } from '#platform/error-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useToggleBookmark } from './bookmarks.api.ts';

interface BookmarkButtonProps {
  post: Post;
  user: User | null;
  size?: 's' | 'm';
}

/** Not there on the own post. */
export function BookmarkButton({ post, user, size = 'm' }: BookmarkButtonProps) {
  const { t } = useTranslation();
  const requireSignIn = useRequireSignIn();
  const failureText = useFailureText();
  const toggle = useToggleBookmark(user?.id ?? '', post.id);
  if (user?.id === post.userId) return null;

  const change = () => {
    if (!requireSignIn(t('bookmarks.signIn'))) return;
    toggle.mutate(post, {
      onError: (error) => showToast({ type: 'error', message: failureText(t('bookmarks.failed'), error) }),
    });
  };
  return (
    <IconButton
      icon={post.bookmarked ? 'bookmarked' : 'bookmark'}
      label={t(post.bookmarked ? 'bookmarks.remove' : 'bookmarks.add')}
      pressed={post.bookmarked}
      size={size}
      onClick={change}
    />
  );
}
