import type { User } from '@dazi/contract/identity/identity';
import type { Comment } from '@dazi/contract/posts/comments';
import type { TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRequireSignIn } from '#features/identity/identity.api.ts';
import { useReducedMotion } from '#platform/device.ts';
import { type RelativeTime, useRelativeTime } from '#platform/relative-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { LinkedText } from '#ui/LinkedText.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { showToast } from '#ui/toast-store.ts';
import { UserText } from '#ui/UserText.tsx';
import { CommentForm } from './CommentForm.tsx';
import { takeUnseen, useRemoveComment } from './comments.api.ts';

interface CommentItemProps {
  comment: Comment;
  user: User | null;
  onReport(comment: Comment): void;
}

/** A comment with its replies, each level set in by 20 pixels. */
export function CommentItem({ comment, user, onReport }: CommentItemProps) {
  const { t } = useTranslation();
  const relativeTime = useRelativeTime();
  const requireSignIn = useRequireSignIn();
  const [replying, setReplying] = useState(false);
  const replyButton = useRef<HTMLButtonElement>(null);
  const [deleting, setDeleting] = useState(false);
  const reducedMotion = useReducedMotion();
  const shown = useRef<HTMLDivElement>(null);

  // With every drawing: the stream may have brought it before the answer that it is one's own.
  useEffect(() => {
    if (!takeUnseen(comment.id)) return;
    shown.current?.scrollIntoView({ block: 'nearest', behavior: reducedMotion ? 'instant' : 'smooth' });
  });

  const startReply = () => {
    if (requireSignIn(t('comments.signIn'))) setReplying(true);
  };
  const endReply = () => {
    setReplying(false);
    replyButton.current?.focus({ preventScroll: true });
  };

  return (
    <li>
      <div ref={shown} className="comments-item">
        <Picture comment={comment} />
        <div className="comments-main">
          {comment.isActive ? (
            <>
              <Said comment={comment} time={relativeTime(comment.createdAt)} />
              <div className="comments-actions">
                {comment.can.reply && (
                  <Button ref={replyButton} kind="text" size="s" onClick={startReply}>
                    {t('comments.reply')}
                  </Button>
                )}
                {comment.can.remove && (
                  <Button kind="danger-quiet" size="s" onClick={() => setDeleting(true)}>
                    {t('comments.delete')}
                  </Button>
                )}
                {user?.id !== comment.userId && <ReportComment onClick={() => onReport(comment)} />}
              </div>
            </>
          ) : (
            <div className="comments-actions">
              <p className="t3 sm">{goneText(comment, t)}</p>
              {/* What it said can still be looked at for a while by whoever decides. */}
              {user && <ReportComment onClick={() => onReport(comment)} />}
            </div>
          )}
        </div>
      </div>
      {replying && user && (
        <CommentForm
          postId={comment.messageId}
          user={user}
          parent={comment}
          onDone={endReply}
          onCancel={endReply}
        />
      )}
      {comment.replies.length > 0 && (
        <ul className="comments-replies">
          {comment.replies.map((reply) => (
            <CommentItem key={reply.id} comment={reply} user={user} onReport={onReport} />
          ))}
        </ul>
      )}
      <DeleteComment comment={comment} user={user} open={deleting} onOpenChange={setDeleting} />
    </li>
  );
}

function ReportComment({ onClick }: { onClick(): void }) {
  const { t } = useTranslation();
  return (
    <Button kind="text" size="s" aria-label={t('moderation.title.comment')} onClick={onClick}>
      {t('moderation.report')}
    </Button>
  );
}

/** Who took it away, where it was not its author. */
function goneText({ removedBy }: Comment, t: TFunction): string {
  if (removedBy === 'post-author') return t('comments.removedByPostAuthor');
  return t(removedBy === 'moderators' ? 'comments.removedByModerators' : 'comments.deleted');
}

function Picture({ comment: { user, userId } }: { comment: Comment }) {
  if (!user || !userId) return <Avatar name="" url={null} size="s" />;
  return (
    <PersonLink userId={userId} decorative>
      <Avatar name={user.name} url={user.avatarUrl} size="s" />
    </PersonLink>
  );
}

/** Who said what, and when. */
function Said({ comment, time }: { comment: Comment; time: RelativeTime }) {
  const { user, userId, createdAt, content } = comment;
  return (
    <>
      <div className="row">
        <span className="by sm">
          {user && userId && (
            <PersonLink userId={userId} className="ell">
              <UserText as="span">{user.name}</UserText>
            </PersonLink>
          )}
        </span>
        <span className="meta num">
          <time dateTime={createdAt} title={time.ago}>
            {time.short}
          </time>
        </span>
      </div>
      <LinkedText as="p" className="content">
        {content}
      </LinkedText>
    </>
  );
}

interface DeleteCommentProps {
  comment: Comment;
  /** Its author, or whose post it stands under. */
  user: User | null;
  open: boolean;
  onOpenChange(open: boolean): void;
}

function DeleteComment({ comment, user, open, onOpenChange }: DeleteCommentProps) {
  const { t } = useTranslation();
  const remove = useRemoveComment(comment.messageId, user?.id ?? '');
  async function confirm() {
    try {
      await remove.mutateAsync(comment.id);
      onOpenChange(false);
    } catch {
      showToast({ type: 'error', message: t('comments.deleteFailed') });
    }
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t(comment.userId === user?.id ? 'comments.deleteQuestion' : 'comments.removeOfOther')}
      confirmLabel={t('comments.delete')}
      onConfirm={confirm}
      busy={remove.isPending}
      destructive
    />
  );
}
