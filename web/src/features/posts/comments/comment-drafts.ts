import type { User } from '@dazi/contract/identity/identity';
import type { Comment } from '@dazi/contract/posts/comments';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonalDrafts } from '#platform/personal-drafts.ts';
import { showToast } from '#ui/toast-store.ts';

export const drafts = new PersonalDrafts('comments', 50);

/** Where the words of a comment are kept, or of an answer to one. */
export const draftPlace = (postId: string, parentId: string | null) =>
  parentId === null ? postId : `${postId}:${parentId}`;

const idsOf = (comments: readonly Comment[]): string[] =>
  comments.flatMap(({ id, replies }) => [id, ...idsOf(replies)]);

/**
 * With a comment that was taken away goes the field of the answer to it: what was written there goes on in the field of the
 * post. Null is what is not known yet.
 */
export function useAnswersToGone(postId: string, user: User | null, trees: readonly Comment[] | null): void {
  const { t } = useTranslation();
  const userId = user?.id ?? null;
  const known = useRef<{ of: string | null; ids: readonly string[] }>({ of: null, ids: [] });
  useEffect(() => {
    if (trees === null) return;
    const ids = idsOf(trees);
    const before = known.current;
    known.current = { of: userId, ids };
    if (userId === null || before.of !== userId) return;
    const there = new Set(ids);
    for (const id of before.ids) {
      const words = there.has(id) ? '' : drafts.of(userId, draftPlace(postId, id));
      if (words === '') continue;
      drafts.keep(userId, draftPlace(postId, id), '');
      const own = drafts.of(userId, postId);
      drafts.keep(userId, postId, own === '' ? words : `${own} ${words}`);
      showToast({ type: 'info', message: t('comments.answeredGone') });
    }
  }, [postId, userId, trees, t]);
}
