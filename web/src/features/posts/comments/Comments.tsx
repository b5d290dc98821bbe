import type { User } from '@dazi/contract/identity/identity';
import type { Comment } from '@dazi/contract/posts/comments';
import type { Post } from '@dazi/contract/posts/posts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { wasAnswered } from '#platform/api.ts';
import { InlineError } from '#ui/InlineError.tsx';
import { LoadMore } from '#ui/LoadMore.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { CommentItem } from './CommentItem.tsx';
import { useAnswersToGone } from './comment-drafts.ts';
import { useComments } from './comments.api.ts';
import './comments.css';

interface CommentsProps {
  post: Post;
  user: User | null;
  /** Somebody else's comment is to be reported. */
  onReport(comment: Comment): void;
}

/** The comments of a post, oldest first, as trees. */
export function Comments({ post, user, onReport }: CommentsProps) {
  const { t } = useTranslation();
  const list = useComments(post.id);
  const { data, error, isPending, refetch } = list;
  const failed = t(wasAnswered(error) ? 'comments.loadFailed' : 'comments.loadUnexpected');
  const trees = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  useAnswersToGone(post.id, user, data ? trees : null);
  return (
    <section className="comments" aria-label={t('comments.title')}>
      <div className="row between">
        <h3>
          {t('comments.title')} <span className="t3 num">{post.commentCount}</span>
        </h3>
        <span className="sm t3">{t('comments.oldestFirst')}</span>
      </div>
      {isPending && (
        <div className="stack" role="status" aria-label={t('ui.loading')}>
          <Skeleton width="70%" />
          <Skeleton width="50%" />
        </div>
      )}
      {error && !data && <InlineError text={failed} onRetry={() => void refetch()} />}
      {data && trees.length === 0 && <p className="t3">{t('comments.none')}</p>}
      <ul className="stack">
        {trees.map((comment) => (
          <CommentItem key={comment.id} comment={comment} user={user} onReport={onReport} />
        ))}
      </ul>
      <LoadMore kind="text" list={list} label={t('comments.more')} failed={failed} />
    </section>
  );
}
