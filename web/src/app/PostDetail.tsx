import type { User } from '@dazi/contract/identity';
import type { Position } from '@dazi/contract/places';
import type { Post } from '@dazi/contract/posts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PostActions } from '#app/PostActions.tsx';
import { usePageTitle } from '#app/use-page-title.ts';
import { CommentForm } from '#features/comments/CommentForm.tsx';
import { Comments } from '#features/comments/Comments.tsx';
import { MessageButton } from '#features/conversations/MessageButton.tsx';
import { Lightbox } from '#features/media/media.api.ts';
import { DeletePost } from '#features/posts/DeletePost.tsx';
import { EditPost } from '#features/posts/EditPost.tsx';
import { Gallery } from '#features/posts/Gallery.tsx';
import { PictureGrid } from '#features/posts/PictureGrid.tsx';
import { PostHeader } from '#features/posts/PostAuthor.tsx';
import type { usePost } from '#features/posts/posts.api.ts';
import { picturesOf } from '#features/posts/shown-pictures.ts';
import { ReactionBar } from '#features/reactions/ReactionBar.tsx';
import { ApiError } from '#platform/api.ts';
import { useSmallScreen } from '#platform/device.ts';
import { classNames } from '#ui/class-names.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { UserText } from '#ui/UserText.tsx';
import './post-detail.css';

interface PostDetailProps {
  /** Null is closed. */
  postId: string | null;
  /** What is known of it. */
  query: ReturnType<typeof usePost>;
  user: User | null;
  from: Position | null;
  onClose(): void;
}

/** Everything about one post. */
export function PostDetail({ postId, query, user, from, onClose }: PostDetailProps) {
  const { t } = useTranslation();
  const isSmall = useSmallScreen();
  const { data: post, error, isPending, refetch } = query;
  usePageTitle(post ? t('posts.by', { name: post.user.name }) : null);
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
      className={classNames('post-detail', withPictures && 'with-pictures')}
    >
      {post && (
        <OpenPost key={post.id} post={post} user={user} from={from} onClose={onClose}>
          {!isSmall && actions}
        </OpenPost>
      )}
      {!post && isPending && (
        <div className="dialog-waiting">
          <Spinner />
        </div>
      )}
      {!post &&
        error &&
        (error instanceof ApiError && error.status === 404 ? (
          <EmptyState drawing="talk" title={t('posts.gone')} text={t('posts.goneText')} />
        ) : (
          <InlineError text={t('posts.loadFailed')} onRetry={() => void refetch()} />
        ))}
    </Dialog>
  );
}

function OpenPost({
  post,
  user,
  from,
  onClose,
  children,
}: Pick<PostDetailProps, 'user' | 'from' | 'onClose'> & { post: Post; children: ReactNode }) {
  const isSmall = useSmallScreen();
  const [picture, setPicture] = useState(0);
  const [enlarged, setEnlarged] = useState<number | null>(null);
  const { media } = post;
  return (
    <>
      {media.length > 0 && !isSmall && (
        <Gallery
          media={media}
          author={post.user.name}
          index={Math.min(picture, media.length - 1)}
          onIndex={setPicture}
          onPicture={() => setEnlarged(picture)}
        />
      )}
      <div className="post-side">
        <PostHeader post={post} from={from} actions={children} />
        <div className="post-scroll">
          {post.content && (
            <UserText as="p" className="content large">
              {post.content}
            </UserText>
          )}
          {isSmall && <PictureGrid media={media} author={post.user.name} onOpen={setEnlarged} />}
          <ReactionBar post={post} user={user} />
          <div className="row wrap">
            {user?.id === post.userId ? (
              <>
                <EditPost post={post} />
                <DeletePost post={post} place="detail" onDeleted={onClose} />
              </>
            ) : (
              <MessageButton person={{ id: post.userId, name: post.user.name }} />
            )}
          </div>
          <hr className="rule" />
          <Comments post={post} user={user} />
        </div>
        <div className="post-answer">
          <CommentForm postId={post.id} user={user} />
        </div>
      </div>
      <Lightbox items={picturesOf(post)} index={enlarged} onIndex={setEnlarged} />
    </>
  );
}
