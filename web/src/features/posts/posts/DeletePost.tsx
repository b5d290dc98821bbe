import type { Post } from '@dazi/contract/posts/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useRemovePost } from './posts.api.ts';

interface DeletePostProps {
  post: Post;
  /** Which text a failure shows: in the map's detail, or in a list of own posts. */
  place: 'detail' | 'list';
  onDeleted?(): void;
}

export function DeletePost({ post, place, onDeleted }: DeletePostProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const remove = useRemovePost(post.userId);

  async function confirm() {
    try {
      await remove.mutateAsync(post);
      setAsking(false);
      showToast({ type: 'success', message: t('posts.deleted') });
      onDeleted?.();
    } catch {
      showToast({ type: 'error', message: t(`posts.deleteFailed.${place}`) });
    }
  }

  return (
    <>
      <Button kind="danger-quiet" size="s" icon="trash" onClick={() => setAsking(true)}>
        {t('posts.delete')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('posts.delete')}
        text={t('posts.deleteQuestion')}
        confirmLabel={t('posts.deleteConfirm')}
        onConfirm={confirm}
        busy={remove.isPending}
        destructive
      />
    </>
  );
}
