import type { Post } from '@dazi/contract/posts/posts';
import { useTranslation } from 'react-i18next';
import { chosenKinds } from './reaction-kinds.ts';

const most = 3;

/** The most frequent kinds with their counts, for cards. */
export function ReactionSummary({ post }: { post: Post }) {
  const { t } = useTranslation();
  return chosenKinds(post.reactions)
    .slice(0, most)
    .map(({ type, emoji, label, count }) => (
      <span key={type} className="num">
        <span className="e" aria-hidden="true">
          {emoji}
        </span>
        <span className="unseen">{t(`reactions.kinds.${label}`)}</span>
        {count}
      </span>
    ));
}
