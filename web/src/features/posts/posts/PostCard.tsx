import type { Position } from '@dazi/contract/places/places';
import type { Post } from '@dazi/contract/posts/posts';
import { isExpiringSoon } from '@dazi/contract/posts/posts.rules';
import { memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { VideoPlayer } from '#features/media/media.api.ts';
import { useNow } from '#platform/time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';
import { useInView } from '#ui/use-in-view.ts';
import { AuthorLine, PostMeta } from './PostAuthor.tsx';
import { Thumbnails } from './Thumbnails.tsx';
import './posts.css';

interface PostCardProps {
  post: Post;
  from: Position | null;
  selected: boolean;
  /** Pictures shown before "+N". */
  pictures?: 3 | 4;
  onOpen(post: Post): void;
  onHover?(post: Post | null): void;
  /** Reaction counts and the like, and what can be done from the list. */
  summary?: ReactNode;
  actions?: ReactNode;
}

/** A post in a list. The whole card opens it; buttons inside keep their own meaning. */
export const PostCard = memo(function PostCard(props: PostCardProps) {
  const { post, from, selected, pictures = 3, onOpen, onHover, summary, actions } = props;
  const { t } = useTranslation();
  const ending = isExpiringSoon(post.expiresAt, useNow());
  // A video alone plays in the list; among others it is a still like them.
  const single = post.media.length === 1 ? post.media[0] : undefined;
  const card = useInView(selected);
  return (
    <article
      ref={card}
      className={classNames('entry', selected && 'on')}
      onMouseEnter={() => onHover?.(post)}
      onMouseLeave={() => onHover?.(null)}
    >
      <PersonLink userId={post.userId} decorative>
        <Avatar name={post.user.name} url={post.user.avatarUrl} />
      </PersonLink>
      <div className="entry-main">
        <div className="row between">
          <AuthorLine post={post} />
          <PostMeta post={post} from={from} />
        </div>
        <button
          type="button"
          className="entry-open"
          // The second half of a double click is not for a card: the first one opened it, or closed what lay over it.
          onClick={(event) => event.detail < 2 && onOpen(post)}
        >
          {post.content ? (
            <UserText as="span" className="content clamp2">
              {post.content}
            </UserText>
          ) : (
            <span className="unseen">
              {t(single?.type === 'video' ? 'posts.openPostBy' : 'posts.openPictures', {
                name: post.user.name,
              })}
            </span>
          )}
        </button>
        {single?.type === 'video' ? (
          <div className="posts-video">
            <VideoPlayer item={single} author={post.user.name} />
          </div>
        ) : (
          <Thumbnails media={post.media} most={pictures} />
        )}
        <div className="posts-foot">
          <div className="posts-foot-facts">
            {summary}
            <span className="num">
              <Icon name="post" size="xs" />
              <span className="unseen">{t('posts.comments')}</span>
              {post.commentCount}
            </span>
            {ending && (
              <span className="pill yellow">
                <Icon name="hourglass" size="xs" />
                {t('posts.expiringSoon')}
              </span>
            )}
          </div>
          <div className="posts-foot-actions">{actions}</div>
        </div>
      </div>
    </article>
  );
});
