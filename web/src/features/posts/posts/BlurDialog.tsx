import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBackCloses } from '#platform/history.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Note } from '#ui/Note.tsx';
import { showToast } from '#ui/toast-store.ts';
import { useBlurPosts, useExactPosts } from './posts.api.ts';

interface BlurDialogProps {
  userId: string;
  onClose(): void;
}

/** Offers whoever has just chosen to be shown approximately to move what still shows them exactly. */
export function BlurDialog({ userId, onClose }: BlurDialogProps) {
  const { t } = useTranslation();
  const { data: exact, isError } = useExactPosts(userId);
  const blur = useBlurPosts(userId);
  const isNothing = isError || exact?.left === 0;
  // What is under way is waited for: whoever left would not hear that it failed.
  useBackCloses('blurring', exact !== undefined && !isNothing, () => !blur.isPending && onClose());
  useEffect(() => {
    if (isNothing) onClose();
  }, [isNothing, onClose]);
  if (!exact || isNothing) return null;
  const confirm = () =>
    blur.mutate(undefined, {
      onSuccess: () => {
        showToast({ type: 'success', message: t('profiles.settings.blurred') });
        onClose();
      },
      onError: () => showToast({ type: 'error', message: t('profiles.settings.blurFailed') }),
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !blur.isPending && onClose()}
      title={t('profiles.settings.blurTitle')}
      description={t('profiles.settings.blurText')}
      width="s"
      className="confirm"
      footer={
        <>
          <Button kind="ghost" onClick={onClose} disabled={blur.isPending}>
            {t('profiles.settings.blurNot')}
          </Button>
          <Button kind="primary" busy={blur.isPending} onClick={confirm}>
            {t('profiles.settings.blur')}
          </Button>
        </>
      }
    >
      <p className="b num">{t('profiles.settings.blurCount', { posts: exact.posts, rooms: exact.rooms })}</p>
      <Note kind="warn" icon="warning">
        {t('profiles.settings.blurWarning')}
      </Note>
    </Dialog>
  );
}
