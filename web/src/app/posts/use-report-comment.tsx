import type { User } from '@dazi/contract/identity/identity';
import type { Comment } from '@dazi/contract/posts/comments';
import type { Post } from '@dazi/contract/posts/posts';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequireSignIn } from '#features/identity/identity.api.ts';
import { useRemoveComment } from '#features/posts/comments/comments.api.ts';
import { useBackCloses } from '#platform/history.ts';
import { lazyPart } from '#ui/lazy-part.ts';

const ReportDialog = lazyPart('ReportDialog', () => import('#features/moderation/ReportDialog.tsx'));

/** Reports one of the comments of a post; below one's own post it can be taken away at once. */
export function useReportComment(
  post: Post,
  user: User | null,
): { report(comment: Comment): void; dialog: ReactNode } {
  const { t } = useTranslation();
  const requireSignIn = useRequireSignIn();
  const [comment, setComment] = useState<Comment | null>(null);
  const close = () => setComment(null);
  useBackCloses('report-comment', comment !== null, close);
  const { mutateAsync: remove } = useRemoveComment(post.id, user?.id ?? '');
  const report = useCallback(
    (reported: Comment) => {
      if (requireSignIn(t('moderation.signIn'))) setComment(reported);
    },
    [requireSignIn, t],
  );
  const author = comment?.userId && comment.user ? { id: comment.userId, name: comment.user.name } : null;
  const dialog = user && comment && (
    <Suspense fallback={null}>
      <ReportDialog
        thing={{
          targetType: 'comment',
          targetId: comment.id,
          name: author?.name ?? null,
          excerpt: comment.content,
          avatarUrl: comment.user?.avatarUrl,
          person: author,
          removeComment: comment.isActive && comment.can.remove ? () => remove(comment.id) : undefined,
        }}
        user={user}
        onClose={close}
      />
    </Suspense>
  );
  return { report, dialog };
}
