import type { User } from '@dazi/contract/identity/identity';
import type { Post } from '@dazi/contract/posts/posts';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useSessionFacts } from '#features/identity/identity.api.ts';
import { useLocationDisplay } from '#features/people/profiles/profiles.api.ts';
import { useBackCloses } from '#platform/history.ts';
import { usePosition } from '#platform/location.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { LimitedNote } from '#ui/LimitedNote.tsx';
import { pastedFiles } from '#ui/pasted-files.ts';
import { useFileDrop } from '#ui/use-file-drop.ts';
import { ComposerAuthor } from './ComposerAuthor.tsx';
import { LifetimeField } from './LifetimeField.tsx';
import { MediaPicker, useChosenFiles } from './MediaPicker.tsx';
import { PostProblem } from './PostProblem.tsx';
import { PostTextField } from './PostTextField.tsx';
import { useDraft, useDraftMedia } from './use-draft.ts';
import { usePosting } from './use-posting.ts';
import './posts.css';

interface PostComposerProps {
  user: User;
  open: boolean;
  /** The page that it was asked for on. */
  begunOn: 'map' | 'my-posts';
  onOpenChange(open: boolean): void;
  onChangeDisplay(): void;
  onPosted(post: Post, isFirst: boolean): void;
}

export function PostComposer(props: PostComposerProps) {
  const { user, open, begunOn, onOpenChange, onChangeDisplay, onPosted } = props;
  const { t } = useTranslation();
  const form = useId();
  const { standing } = useSessionFacts();
  const { request } = usePosition();
  const display = useLocationDisplay(user.id);
  const { content, lifetime, isKept, change, clear } = useDraft(user.id);
  const { media, isKept: areFilesKept, change: changeMedia } = useDraftMedia(user.id);
  const empty = () => {
    clear();
    changeMedia(() => []);
  };
  const { send, isSending, problem, setProblem } = usePosting(user.id, begunOn, (post, isFirst) => {
    empty();
    onOpenChange(false);
    onPosted(post, isFirst);
  });

  const changeFiles: typeof changeMedia = (change) => {
    changeMedia(change);
    setProblem(null);
  };
  const chosen = useChosenFiles(media, changeFiles);
  const drop = useFileDrop(chosen.take);
  const preparing = chosen.reading > 0;

  // Writing a post is what needs a position: now is the time to ask for it.
  useEffect(() => {
    if (!open) return;
    setProblem(null);
    void request();
  }, [open, request, setProblem]);

  useBackCloses('posting', open, () => !isSending && onOpenChange(false));

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isSending && onOpenChange(next)}
      title={t('posts.composer.title')}
      width="posting"
      className="posts-composer"
      footer={
        <>
          <span className="hint row grow">
            <Icon name="globe" size="s" />
            {t('posts.composer.audience')}
          </span>
          <Button kind="ghost" onClick={() => onOpenChange(false)} disabled={isSending}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" type="submit" form={form} busy={isSending} disabled={preparing}>
            {t('posts.composer.submit')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        // What is on its way is sent as it is: a picture taken out now would be seen all the same.
        inert={isSending}
        {...drop.handlers}
        onPaste={(event) => {
          const pasted = pastedFiles(event);
          if (pasted.length === 0) return;
          event.preventDefault();
          void chosen.take(pasted);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!preparing) void send({ content, lifetime, media });
        }}
        noValidate
      >
        <div className="posts-composer-limited">
          <LimitedNote standing={standing} text={t('posts.composer.limited')} />
        </div>
        <ComposerAuthor user={user} display={display} onChangeDisplay={onChangeDisplay} />
        <PostTextField
          formId={form}
          value={content}
          placeholder={t('posts.composer.placeholder')}
          isInvalid={problem !== null}
          onChange={(text) => {
            change({ content: text });
            setProblem(null);
          }}
        />
        {(isKept || areFilesKept) && (
          <p className="hint row posts-composer-kept">
            <span className="grow">{t('posts.composer.draftKept')}</span>
            <Button kind="text" size="s" onClick={empty}>
              {t('posts.composer.draftDiscard')}
            </Button>
          </p>
        )}
        <PostProblem text={problem} />
        <MediaPicker chosen={chosen} isOver={drop.isOver} onChange={changeFiles} />
        <LifetimeField value={lifetime} onChange={(chosen) => change({ lifetime: chosen })} />
      </form>
    </Dialog>
  );
}
