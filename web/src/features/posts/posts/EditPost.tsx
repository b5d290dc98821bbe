import type { Post } from '@dazi/contract/posts/posts';
import { isEditable } from '@dazi/contract/posts/posts.rules';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { lazyPart } from '#ui/lazy-part.ts';

const EditDialog = lazyPart('EditDialog', () => import('./EditDialog.tsx'));

/** Shortly after posting the author may change the text. */
export function EditPost({ post }: { post: Post }) {
  const { t } = useTranslation();
  const now = useNow();
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const offered = post.can.edit && isEditable(post.createdAt, now);
  return (
    <>
      {(offered || open) && (
        <Button
          size="s"
          kind="ghost"
          icon="pencil"
          onClick={() => {
            setUsed(true);
            setOpen(true);
          }}
        >
          {t('posts.edit.action')}
        </Button>
      )}
      {used && (
        <Suspense fallback={null}>
          <EditDialog post={post} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
