import type { Post } from '@dazi/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PostMeta } from '#features/posts/posts/PostAuthor.tsx';
import { Icon } from '#ui/Icon.tsx';

interface RemovedPostProps {
  post: Post;
  removed: NonNullable<Post['removed']>;
}

/** In the place of an own post that moderators took away; it leads to what they decided and why. */
export function RemovedPost({ post, removed }: RemovedPostProps) {
  const { t } = useTranslation();
  return (
    <article className="entry">
      <Icon name="shield" />
      <div className="entry-main">
        <Link className="entry-open text-link" to={`/account/decisions/${removed.decisionId}`}>
          {t('standing.removedPost', { n: removed.rule })}
        </Link>
        <PostMeta post={post} from={null} />
      </div>
    </article>
  );
}
