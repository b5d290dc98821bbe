import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import type { Post } from '@dazi/contract/posts/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageButton } from '#features/chat/conversations/MessageButton.tsx';
import { Lightbox } from '#features/media/media.api.ts';
import { BookmarkButton } from '#features/posts/bookmarks/BookmarkButton.tsx';
import { DeletePost } from '#features/posts/posts/DeletePost.tsx';
import { PictureGrid } from '#features/posts/posts/PictureGrid.tsx';
import { OwnPlaceHint, PostHeader } from '#features/posts/posts/PostAuthor.tsx';
import { picturesOf } from '#features/posts/posts/shown-pictures.ts';
import { ReactionBar } from '#features/posts/reactions/ReactionBar.tsx';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { UserText } from '#ui/UserText.tsx';
import './post-popover.css';

interface PostPopoverProps {
  post: Post;
  user: User | null;
  from: Position | null;
  /** A preview under the mouse: to look at only. */
  preview: boolean;
  onOpen(): void;
  onClose(): void;
}

export function PostPopover({ post, user, from, preview, onOpen, onClose }: PostPopoverProps) {
  const { t } = useTranslation();
  const [enlarged, setEnlarged] = useState<number | null>(null);
  return (
    <div className="post-popover">
      <PostHeader
        post={post}
        from={from}
        actions={
          !preview && (
            <>
              <BookmarkButton post={post} user={user} size="s" />
              <IconButton icon="close" size="s" label={t('ui.close')} onClick={onClose} />
            </>
          )
        }
      />
      <OwnPlaceHint post={post} user={user} />
      {post.content && (
        <button type="button" className="entry-open" onClick={onOpen}>
          <UserText as="span" className="content">
            {post.content}
          </UserText>
        </button>
      )}
      <PictureGrid
        media={post.media}
        author={post.user.name}
        onOpen={setEnlarged}
        className="post-popover-pictures"
      />
      <div className="row">
        <ReactionBar post={post} user={user} />
        <span className="grow" />
        <span className="row t2 sm num post-popover-comments">
          <Icon name="post" size="s" />
          <span className="unseen">{t('posts.comments')}</span>
          {post.commentCount}
        </span>
      </div>
      {!preview && (
        <div className="post-popover-actions">
          {user?.id === post.userId ? (
            <DeletePost post={post} place="detail" onDeleted={onClose} />
          ) : (
            <MessageButton person={{ id: post.userId, name: post.user.name }} />
          )}
          <Button kind="primary" block onClick={onOpen}>
            {t('posts.open')}
          </Button>
        </div>
      )}
      <Lightbox items={picturesOf(post)} index={enlarged} onIndex={setEnlarged} />
    </div>
  );
}
