import type { User } from '@dazi/contract/identity/identity';
import { isBlank } from '@dazi/contract/kernel/blank-text';
import { type Lifetime, lifetimes_days, type Post, postLimits } from '@dazi/contract/posts/posts';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocationDisplay } from '#features/people/profiles/profiles.api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useBackCloses } from '#platform/history.ts';
import { positionGap, usePosition } from '#platform/location.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { currentTime } from '#platform/time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { CharacterCount } from './CharacterCount.tsx';
import { MediaPicker } from './MediaPicker.tsx';
import { type PostingFailure, postingFailure } from './posting-failure.ts';
import { useCreatePost } from './posts.api.ts';
import { useDraft, useDraftMedia } from './use-draft.ts';
import './composer.css';

interface PostComposerProps {
  user: User;
  open: boolean;
  /** The page that it was asked for on. */
  begunOn: 'map' | 'my-posts';
  onOpenChange(open: boolean): void;
  onChangeDisplay(): void;
  onPosted(post: Post, isFirst: boolean): void;
}

const lifetimeNames = { 1: 'day', 7: 'week', 30: 'month' } as const;
const lifetimeName = (days: Lifetime) => (days === null ? 'never' : lifetimeNames[days]);
const day_ms = 24 * 60 * 60 * 1000;

export function PostComposer(props: PostComposerProps) {
  const { user, open, begunOn, onOpenChange, onChangeDisplay, onPosted } = props;
  const { t } = useTranslation();
  const form = useId();
  const { position, status, request } = usePosition();
  const gap = positionGap(status);
  const display = useLocationDisplay(user.id);
  const { content, lifetime, isKept, change, clear } = useDraft(user.id);
  const { media, isKept: areFilesKept, change: changeMedia } = useDraftMedia(user.id);
  const empty = () => {
    clear();
    changeMedia(() => []);
  };
  const [preparing, setPreparing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const errorText = useErrorText();
  const create = useCreatePost(user.id);

  // Writing a post is what needs a position: now is the time to ask for it.
  useEffect(() => {
    if (!open) return;
    setProblem(null);
    void request();
  }, [open, request]);

  const submit = useOneAtATime(async () => {
    if (preparing) return;
    setProblem(null);
    if (isBlank(content) && media.length === 0) return setProblem(t('errors.POST_EMPTY'));
    const here = position ?? (await request());
    if (!here) return setProblem(t('errors.POST_POSITION_MISSING'));
    const days = lifetimes_days.find((choice) => String(choice) === lifetime);
    try {
      const { post, isFirst } = await create.mutateAsync({
        content: content.trim(),
        location: here,
        locationDisplay: display,
        media,
        expiresAt: days ? new Date(currentTime() + days * day_ms).toISOString() : null,
      });
      empty();
      onOpenChange(false);
      onPosted(post, isFirst);
    } catch (error) {
      showToast({ type: 'error', message: failureText(postingFailure(error), error) });
    }
  });

  function failureText(failure: PostingFailure, error: unknown): string {
    if (failure.key === 'other') return t('posts.failure.other', { message: errorText(error) });
    if (failure.key === 'tooLarge' && begunOn === 'my-posts') return t('posts.failure.tooLargeOrCompress');
    return t(`posts.failure.${failure.key}`);
  }

  useBackCloses('posting', open, () => !create.isPending && onOpenChange(false));

  const remaining = postLimits.content - content.length;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !create.isPending && onOpenChange(next)}
      title={t('posts.composer.title')}
      width="posting"
      className="post-composer"
      footer={
        <>
          <span className="hint row grow">
            <Icon name="globe" size="s" />
            {t('posts.composer.audience')}
          </span>
          <Button kind="ghost" onClick={() => onOpenChange(false)} disabled={create.isPending}>
            {t('ui.cancel')}
          </Button>
          <Button kind="primary" type="submit" form={form} busy={create.isPending} disabled={preparing}>
            {t('posts.composer.submit')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        noValidate
      >
        <div className="composer-who">
          <Avatar name={user.name} url={user.avatarUrl} />
          <div className="grow">
            <UserText as="div" className="b ell">
              {user.name}
            </UserText>
            <div className="meta">
              <Icon name="pin" size="xs" />
              {position && t(`posts.composer.display.${display}`)}
              {!position &&
                (gap === 'insecure' ? t('ui.positionInsecure') : t(`posts.composer.position.${gap}`))}
            </div>
          </div>
          <Button kind="text" size="s" onClick={onChangeDisplay}>
            {t('posts.composer.change')}
          </Button>
        </div>
        <div className={classNames('composer-text', problem && 'is-err')}>
          <textarea
            aria-label={t('posts.composer.text')}
            aria-describedby={`${form}-count`}
            placeholder={t('posts.composer.placeholder')}
            maxLength={postLimits.content}
            rows={5}
            dir="auto"
            value={content}
            onChange={(event) => {
              change({ content: event.target.value });
              setProblem(null);
            }}
          />
          <CharacterCount id={`${form}-count`} used={content.length} remaining={remaining} />
        </div>
        {(isKept || areFilesKept) && (
          <p className="hint row composer-kept">
            <span className="grow">{t('posts.composer.draftKept')}</span>
            <Button kind="text" size="s" onClick={empty}>
              {t('posts.composer.draftDiscard')}
            </Button>
          </p>
        )}
        {problem && (
          <p className="hint err" role="alert">
            <Icon name="error" size="s" />
            {problem}
          </p>
        )}
        <MediaPicker
          media={media}
          onChange={(change) => {
            changeMedia(change);
            setProblem(null);
          }}
          onBusy={setPreparing}
        />
        <div className="composer-lifetime">
          <span className="label">{t('posts.composer.disappearsAfter')}</span>
          <Segmented
            label={t('posts.composer.disappearsAfter')}
            value={lifetime}
            onChange={(chosen) => change({ lifetime: chosen })}
            options={lifetimes_days.map((days) => ({
              value: days === null ? 'never' : String(days),
              label: t(`posts.composer.lifetime.${lifetimeName(days)}`),
            }))}
          />
        </div>
      </form>
    </Dialog>
  );
}
