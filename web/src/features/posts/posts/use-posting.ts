import { isBlank } from '@dazi/contract/kernel/blank-text';
import type { Post } from '@dazi/contract/posts/posts';
import { lifetimes_days } from '@dazi/contract/posts/posts.rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { requestIntroduction, useLocationDisplay } from '#features/people/profiles/profiles.api.ts';
import { ApiError } from '#platform/api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { usePosition } from '#platform/location.ts';
import { useOneAtATime } from '#platform/one-at-a-time.ts';
import { showToast } from '#ui/toast-store.ts';
import type { MediaFile } from './media-files.ts';
import { postingFailure } from './posting-failure.ts';
import { useCreatePost } from './posts.api.ts';

interface Written {
  content: string;
  lifetime: string;
  media: readonly MediaFile[];
}

/** Sends a post from where one is; what is missing is the problem that is shown, what failed is told. */
export function usePosting(
  userId: string,
  begunOn: 'map' | 'my-posts',
  onSent: (post: Post, isFirst: boolean) => void,
) {
  const { t } = useTranslation();
  const { position, request } = usePosition();
  const display = useLocationDisplay(userId);
  const [problem, setProblem] = useState<string | null>(null);
  const failureText = usePostingFailureText(begunOn);
  const create = useCreatePost(userId);

  const send = useOneAtATime(async ({ content, lifetime, media }: Written) => {
    setProblem(null);
    if (isBlank(content) && media.length === 0) return setProblem(t('errors.POST_EMPTY'));
    const here = position ?? (await request());
    if (!here) return setProblem(t('errors.POST_POSITION_MISSING'));
    try {
      const { post, isFirst } = await create.mutateAsync({
        content: content.trim(),
        location: here,
        locationDisplay: display,
        media,
        lifetime: lifetimes_days.find((days) => String(days) === lifetime) ?? null,
      });
      onSent(post, isFirst);
    } catch (error) {
      // Another tab, or another device, may know of a profile that this one does not.
      if (error instanceof ApiError && error.code === 'POST_GENDER_MISSING') requestIntroduction();
      showToast({ type: 'error', message: failureText(error) });
    }
  });
  return { send, isSending: create.isPending, problem, setProblem };
}

function usePostingFailureText(begunOn: 'map' | 'my-posts') {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (error: unknown): string => {
    const failure = postingFailure(error);
    if (failure.key === 'other') return t('posts.failure.other', { message: errorText(error) });
    if (failure.key === 'tooLarge' && begunOn === 'my-posts') return t('posts.failure.tooLargeOrCompress');
    return t(`posts.failure.${failure.key}`);
  };
}
