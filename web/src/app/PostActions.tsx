import type { User } from '@dazi/contract/identity';
import type { Post } from '@dazi/contract/posts';
import { useTranslation } from 'react-i18next';
import { BookmarkButton } from '#features/bookmarks/BookmarkButton.tsx';
import { ReportButton } from '#features/moderation/ReportButton.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { showToast } from '#ui/toast-store.ts';

/** Share, bookmark and report, beside the author of an open post. */
export function PostActions({ post, user }: { post: Post; user: User | null }) {
  const { t } = useTranslation();
  const share = async () => {
    const url = new URL(`/post/${post.id}`, window.location.origin).href;
    try {
      if (navigator.share) await navigator.share({ url });
      else {
        await navigator.clipboard.writeText(url);
        showToast({ type: 'success', message: t('posts.linkCopied') });
      }
    } catch (error) {
      if ((error as Error).name !== 'AbortError')
        showToast({ type: 'error', message: t('posts.shareFailed') });
    }
  };
  return (
    <>
      <IconButton icon="share" label={t('posts.share')} onClick={share} />
      <BookmarkButton post={post} user={user} />
      <ReportButton target={{ targetType: 'post', targetId: post.id }} owner={post.user} user={user} />
    </>
  );
}
