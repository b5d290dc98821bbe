import { postLimits } from '@dazi/contract/posts/posts.rules';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';

const radius = 9;
const circumference = 2 * Math.PI * radius;

/** Used and remaining characters; the rest turns red when few are left. */
export function CharacterCount({ id, used, remaining }: { id: string; used: number; remaining: number }) {
  const { t } = useTranslation();
  const few = remaining < postLimits.remainingWarning;
  return (
    <span id={id} className={classNames('posts-composer-count', few && 'posts-composer-few')}>
      <span className="sm num posts-composer-remaining">
        {t('posts.composer.remaining', { count: remaining })}
      </span>
      <span className="sm t3 num">
        {used}/{postLimits.content}
      </span>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r={radius} className="posts-composer-track" />
        <circle
          cx="12"
          cy="12"
          r={radius}
          className="posts-composer-used"
          strokeDasharray={`${(used / postLimits.content) * circumference} ${circumference}`}
          transform="rotate(-90 12 12)"
        />
      </svg>
    </span>
  );
}
