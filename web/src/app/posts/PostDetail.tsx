import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import type { Post } from '@dazi/contract/posts/posts';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#app/shell/use-page-title.ts';
import { MessageButton } from '#features/chat/conversations/MessageButton.tsx';
import { Lightbox, pauseVideos } from '#features/media/media.api.ts';
import { ReportAllTheSame } from '#features/moderation/ReportButton.tsx';
import { CommentForm } from '#features/posts/comments/CommentForm.tsx';
import { Comments } from '#features/posts/comments/Comments.tsx';
import { DeletePost } from '#features/posts/posts/DeletePost.tsx';
import { EditPost } from '#features/posts/posts/EditPost.tsx';
import { Gallery } from '#features/posts/posts/Gallery.tsx';
import { PictureGrid } from '#features/posts/posts/PictureGrid.tsx';
import { OwnPlaceHint, PostHeader } from '#features/posts/posts/PostAuthor.tsx';
import { isGone, type usePost } from '#features/posts/posts/posts.api.ts';
import { picturesOf } from '#features/posts/posts/shown-pictures.ts';
import { ReactionBar } from '#features/posts/reactions/ReactionBar.tsx';
import { useSmallScreen } from '#platform/device.ts';
import { Button } from '#ui/Button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LinkedText } from '#ui/LinkedText.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { Note } from '#ui/Note.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { PostActions } from './PostActions.tsx';
import { useReportComment } from './use-report-comment.tsx';
import './post-detail.css';

const PlanOfPost = lazyPart('PlanOfPost', () => import('#app/plans/PlanOfPost.tsx'));

interface PostDetailProps {
  /** Null is closed. */
  postId: string | null;
  query: ReturnType<typeof usePost>;
  /** What the list shows of it, which may be from before the network went. */
  listed: Post | undefined;
  user: User | null;
  from: Position | null;
  onClose(): void;
}

export function PostDetail({ postId, query, listed, user, from, onClose }: PostDetailProps) {
  const { t } = useTranslation();
  const isSmall = useSmallScreen();
  const { error, errorUpdateCount, isFetching, refetch } = query;
  const post = isGone(error) ? undefined : (query.data ?? listed);
  // It is asked for again and again: in between, what failed is not said to be on its way.
  const failed = errorUpdateCount > 0;
  usePageTitle(post ? t('posts.by', { name: post.user.name }) : null);
  // What plays in the list below could not be reached any more.
  useEffect(() => {
    if (postId !== null) pauseVideos();
  }, [postId]);
  const withPictures = (post?.media.length ?? 0) > 0;
  const actions = post && <PostActions post={post} user={user} />;
  return (
    <Dialog
      open={postId !== null}
      onOpenChange={(open) => !open && onClose()}
      title={post ? t('posts.by', { name: post.user.name }) : t('posts.one')}
      width={withPictures ? 'xl' : 'm'}
      // Small screens have no place for them beside the author.
      hideTitle={!isSmall}
      aside={isSmall && actions}
      className={classNames('post-detail', withPictures && 'post-detail-with-pictures')}
    >
      {post && (
        <OpenPost
          key={post.id}
          post={post}
          user={user}
          from={from}
          onClose={onClose}
          {...(error && { onRefresh: () => void refetch() })}
        >
          {!isSmall && actions}
        </OpenPost>
      )}
      {!post && !failed && (
        <div className="dialog-waiting">
          <Spinner />
        </div>
      )}
      {!post && failed && isGone(error) && (
        <EmptyState drawing="talk" title={t('posts.gone')} text={t('moderation.notThere')}>
          <Button onClick={onClose}>{t('app.backToMap')}</Button>
          {postId && <ReportAllTheSame target={{ targetType: 'post', targetId: postId }} user={user} />}
        </EmptyState>
      )}
      {!post && failed && !isGone(error) && (
        <EmptyState drawing="talk" title={t('posts.loadFailed')} text={t('posts.loadFailedText')}>
          <Button kind="primary" icon="refresh" busy={isFetching} onClick={() => void refetch()}>
            {t('ui.tryAgain')}
          </Button>
        </EmptyState>
      )}
    </Dialog>
  );
}

function OpenPost({
  post,
  user,
  from,
  onClose,
  onRefresh,
  children,
}: Pick<PostDetailProps, 'user' | 'from' | 'onClose'> & {
  post: Post;
  /** There where it could not be asked for anew. */
  onRefresh?: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const isSmall = useSmallScreen();
  const [picture, setPicture] = useState(0);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const reporting = useReportComment(post, user);
  const { media } = post;
  const isOwn = user?.id === post.userId;
  return (
    <>
      {media.length > 0 && !isSmall && (
        <Gallery
          media={media}
          author={post.user.name}
          index={Math.min(picture, media.length - 1)}
          onIndex={setPicture}
          onPicture={() => setEnlarged(picture)}
          className="post-detail-gallery"
        />
      )}
      <div className="post-detail-side">
        <PostHeader post={post} from={from} actions={children} className="post-detail-header" />
        <div className="post-detail-scroll">
          {onRefresh && (
            <div role="status">
              <Note kind="warn" icon="warning" action={{ label: t('ui.tryAgain'), run: onRefresh }}>
                {t('posts.notRefreshed')}
              </Note>
            </div>
          )}
          <OwnPlaceHint post={post} user={user} />
          {post.content && (
            <LinkedText as="p" className="content post-detail-text">
              {post.content}
            </LinkedText>
          )}
          {isSmall && (
            <PictureGrid
              media={media}
              author={post.user.name}
              onOpen={setEnlarged}
              className="post-detail-pictures"
            />
          )}
          {(post.planId || isOwn) && <PlanOfPost post={post} user={user} />}
          <ReactionBar post={post} user={user} />
          <div className="row wrap">
            {isOwn ? (
              <>
                <EditPost post={post} />
                <DeletePost post={post} place="detail" onDeleted={onClose} />
              </>
            ) : (
              <MessageButton person={{ id: post.userId, name: post.user.name }} />
            )}
          </div>
          <hr className="rule" />
          <Comments post={post} user={user} onReport={reporting.report} />
        </div>
        <div className="post-detail-answer">
          <CommentForm postId={post.id} user={user} />
        </div>
      </div>
      <Lightbox items={picturesOf(post)} index={enlarged} onIndex={setEnlarged} />
      {reporting.dialog}
    </>
  );
}
