import type { User } from '@dazi/contract/identity/identity';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import type { Comment } from '@dazi/contract/posts/comments';
import { commentLimits } from '@dazi/contract/posts/comments.rules';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequireSignIn } from '#features/identity/identity.api.ts';
import { ApiError, wasAnswered } from '#platform/api.ts';
import { isForInputMethod } from '#platform/composing.ts';
import { isMobileDevice } from '#platform/device.ts';
import { useFailureText } from '#platform/error-text.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { usePersonalDraft } from '#platform/personal-drafts.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast-store.ts';
import { draftPlace, drafts } from './comment-drafts.ts';
import { useAddComment } from './comments.api.ts';

interface CommentFormProps {
  postId: string;
  user: User | null;
  parent?: Comment;
  onDone?(): void;
  onCancel?(): void;
}

/** Writes a comment, or an answer to one. The text stays until it is sent. */
export function CommentForm({ postId, user, parent, onDone, onCancel }: CommentFormProps) {
  const { t } = useTranslation();
  const requireSignIn = useRequireSignIn();
  const failureText = useFailureText();
  const place = draftPlace(postId, parent?.id ?? null);
  const [content, setContent] = usePersonalDraft(drafts, user?.id ?? null, place);
  const add = useAddComment(postId, user?.id ?? '');
  const isEmpty = isBlank(content);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);

  const submit = useOneAtATime(async () => {
    if (!requireSignIn(t('comments.signIn')) || isEmpty) return;
    try {
      await add.mutateAsync({ content: content.trim(), parentId: parent?.id ?? null });
      setContent('');
      // The button that was pressed takes no focus while there is nothing to post. A finger would get its keyboard.
      const goesOn = isMobileDevice() ? form.current : field.current;
      goesOn?.focus({ preventScroll: true });
      onDone?.();
    } catch (error) {
      if (user && error instanceof ApiError && error.status === 401) drafts.outlive(user.id, place, content);
      const answered = t(parent ? 'comments.replyFailed' : 'comments.postFailed');
      const unanswered = t(parent ? 'comments.replyFailed' : 'comments.postUnexpected');
      showToast({ type: 'error', message: wasAnswered(error) ? failureText(answered, error) : unanswered });
    }
  });
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, Escape belongs to the input method.
    if (event.key !== 'Escape' || isForInputMethod(event.nativeEvent) || !onCancel) return;
    event.stopPropagation();
    onCancel();
  };

  return (
    <form
      ref={form}
      className="comments-form"
      tabIndex={-1}
      data-own-escape={onCancel !== undefined || undefined}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {user && !parent && <Avatar name={user.name} url={user.avatarUrl} size="s" />}
      <input
        ref={field}
        className="input soft grow"
        aria-label={t(parent ? 'comments.replyTo' : 'comments.add', { name: parent?.user?.name ?? '' })}
        placeholder={t(parent ? 'comments.replyTo' : 'comments.add', { name: parent?.user?.name ?? '' })}
        maxLength={commentLimits.content}
        value={content}
        dir="auto"
        // biome-ignore lint/a11y/noAutofocus: the reader has just asked to answer
        autoFocus={parent !== undefined}
        onChange={(event) => setContent(event.target.value)}
      />
      <Button kind="primary" type="submit" disabled={isEmpty} busy={add.isPending}>
        {t('comments.post')}
      </Button>
      {onCancel && (
        <Button
          kind="ghost"
          onClick={() => {
            setContent('');
            onCancel();
          }}
        >
          {t('ui.cancel')}
        </Button>
      )}
    </form>
  );
}
