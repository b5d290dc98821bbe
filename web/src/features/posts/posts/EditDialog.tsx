import type { Gender } from '@dazi/contract/identity/identity';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import { clockFormat } from '@dazi/contract/kernel/clock-format';
import type { Post } from '@dazi/contract/posts/posts';
import { isEditable, postLimits } from '@dazi/contract/posts/posts.rules';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useBackCloses } from '#platform/history.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useNow } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { DiscardDialog } from '#ui/DiscardDialog.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { showToast } from '#ui/toast-store.ts';
import { PostProblem } from './PostProblem.tsx';
import { PostTextField } from './PostTextField.tsx';
import { useEditPost } from './posts.api.ts';
import { useKeptEdit } from './use-kept-edit.ts';
import './posts.css';

interface EditDialogProps {
  post: Post;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The same rules as for a new post, and the time that is left. */
export function EditDialog({ post, open, onOpenChange }: EditDialogProps) {
  const { t } = useTranslation();
  const form = useId();
  const { content, gender, changes, isChanged, change, forget } = useKeptEdit(post, open);
  const [problem, setProblem] = useState<string | null>(null);
  const [discarding, setDiscarding] = useState(false);
  const edit = useEditPost(post.userId);
  const errorText = useErrorText();
  const until = Date.parse(post.createdAt) + postLimits.editable_ms;
  const isOver = !isEditable(post.createdAt, useNow());
  const language = useLanguage();
  const untilText = clockFormat(language, { timeStyle: 'short' }).format(until);

  useEffect(() => {
    if (open) setProblem(null);
  }, [open]);

  const close = () => {
    if (edit.isPending) return;
    if (isChanged) setDiscarding(true);
    else onOpenChange(false);
  };
  // Going back asks as closing does; once more, and nothing was asked.
  useBackCloses(`edit:${post.id}`, open, () => {
    if (discarding) setDiscarding(false);
    else close();
    return !edit.isPending && !isChanged;
  });

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (edit.isPending) return;
    if (isBlank(content) && post.media.length === 0) return setProblem(t('errors.POST_EMPTY'));
    try {
      await edit.mutateAsync({ postId: post.id, ...changes });
      forget();
      onOpenChange(false);
      showToast({ type: 'success', message: t('posts.edit.saved') });
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500)
        setProblem(errorText(error));
      else showToast({ type: 'error', message: t('posts.edit.failed') });
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={t('posts.edit.title')}
      description={isOver ? t('posts.edit.over') : t('posts.edit.hint', { time: untilText })}
      width="posting"
      footer={
        <>
          <Button kind="ghost" onClick={close} disabled={edit.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" type="submit" form={form} busy={edit.isPending}>
            {t('posts.edit.save')}
          </Button>
        </>
      }
    >
      <form id={form} className="posts-composer" inert={edit.isPending} onSubmit={submit} noValidate>
        <PostTextField
          formId={form}
          value={content}
          isInvalid={problem !== null}
          onChange={(text) => {
            change({ content: text });
            setProblem(null);
          }}
        />
        <PostProblem text={problem} />
        <div className="posts-composer-lifetime">
          <span className="label">{t('posts.edit.gender')}</span>
          <Segmented<Gender>
            label={t('posts.edit.gender')}
            value={gender}
            onChange={(chosen) => change({ gender: chosen })}
            options={[
              { value: 'F', label: t('posts.female') },
              { value: 'M', label: t('posts.male') },
            ]}
          />
        </div>
      </form>
      <DiscardDialog
        open={discarding}
        onOpenChange={setDiscarding}
        onDiscard={() => {
          setDiscarding(false);
          forget();
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}
