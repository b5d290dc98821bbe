import { isBlank } from '@dazi/contract/kernel/blank-text';
import { isEditable, type Post, postLimits } from '@dazi/contract/posts/posts';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useBackCloses } from '#platform/history.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { PersonalForms } from '#platform/personal-forms.ts';
import { isRecord } from '#platform/storage.ts';
import { useNow } from '#platform/time.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { DiscardDialog } from '#ui/DiscardDialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { showToast } from '#ui/toast-store.ts';
import { CharacterCount } from './CharacterCount.tsx';
import { useEditPost } from './posts.api.ts';
import './composer.css';

interface Edit {
  content: string;
  gender: Post['gender'];
}

/** What posts are changed to, until they were. */
const edits = new PersonalForms(
  'postEdits',
  (value): value is Edit =>
    isRecord(value) && typeof value.content === 'string' && (value.gender === 'F' || value.gender === 'M'),
  5,
);

interface EditDialogProps {
  post: Post;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The same rules as for a new post, and the time that is left. */
export function EditDialog({ post, open, onOpenChange }: EditDialogProps) {
  const { t } = useTranslation();
  const form = useId();
  const [content, setContent] = useState(post.content);
  const [gender, setGender] = useState(post.gender);
  const [problem, setProblem] = useState<string | null>(null);
  const [discarding, setDiscarding] = useState(false);
  const edit = useEditPost(post.userId);
  const errorText = useErrorText();
  const until = Date.parse(post.createdAt) + postLimits.editable_ms;
  const isOver = !isEditable(post.createdAt, useNow());
  const language = useLanguage();
  const untilText = new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(until);

  // Each opening begins with the post as it is, or with what was left of a session that ended meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change by the stream does not take the words away
  useEffect(() => {
    if (!open) return;
    const kept = edits.of(post.userId, post.id);
    setContent(kept?.content ?? post.content);
    setGender(kept?.gender ?? post.gender);
    setProblem(null);
  }, [open]);

  const isChanged = content !== post.content || gender !== post.gender;
  const keep = (changes: Partial<Edit>) => {
    const next = { content, gender, ...changes };
    setContent(next.content);
    setGender(next.gender);
    edits.keep(post.userId, post.id, next);
  };
  const forget = () => edits.keep(post.userId, post.id, null);
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
      await edit.mutateAsync({ postId: post.id, content: content.trim(), gender });
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
      <form id={form} className="post-composer" onSubmit={submit} noValidate>
        <div className={problem ? 'composer-text is-err' : 'composer-text'}>
          <textarea
            aria-label={t('posts.composer.text')}
            aria-describedby={`${form}-count`}
            maxLength={postLimits.content}
            rows={5}
            dir="auto"
            value={content}
            onChange={(event) => {
              keep({ content: event.target.value });
              setProblem(null);
            }}
          />
          <CharacterCount
            id={`${form}-count`}
            used={content.length}
            remaining={postLimits.content - content.length}
          />
        </div>
        {problem && (
          <p className="hint err" role="alert">
            <Icon name="error" size="s" />
            {problem}
          </p>
        )}
        <div className="composer-lifetime">
          <span className="label">{t('posts.edit.gender')}</span>
          <Segmented<Post['gender']>
            label={t('posts.edit.gender')}
            value={gender}
            onChange={(chosen) => keep({ gender: chosen })}
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
