import type { User } from '@dazi/contract/identity/identity';
import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';
import type { Post } from '@dazi/contract/posts/posts';
import { isExpiringSoon } from '@dazi/contract/posts/posts.rules';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useRelativeTime } from '#platform/relative-time.ts';
import { useNow } from '#platform/time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { PersonLink } from '#ui/PersonLink.tsx';
import { UserText } from '#ui/UserText.tsx';

/** Name, age and gender of whoever wrote a post. */
export function AuthorLine({ post }: { post: Post }) {
  const { t } = useTranslation();
  const { name, age, gender } = post.user;
  return (
    <span className="by">
      <PersonLink userId={post.userId} className="ell">
        <UserText as="span">{name}</UserText>
      </PersonLink>
      {age !== null && <span className="age num">{age}</span>}
      {gender && (
        <span role="img" aria-label={t(gender === 'M' ? 'posts.male' : 'posts.female')} className="gender">
          <Icon name={gender === 'M' ? 'male' : 'female'} size="xs" />
        </span>
      )}
    </span>
  );
}

/** Goes with its dot, onto the next line too. */
function AfterDot({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span className={classNames('posts-after-dot', className)}>
      <span className="dotsep" aria-hidden="true" />
      {children}
    </span>
  );
}

/** When it was posted, about how far away, and near which town; `from` is the reader's own position. */
export function PostMeta({
  post,
  from,
  long = false,
}: {
  post: Post;
  from: Position | null;
  long?: boolean;
}) {
  const { t } = useTranslation();
  const relativeTime = useRelativeTime();
  const language = useLanguage();
  const time = relativeTime(post.createdAt);
  const away = from && distanceText(distanceKm(from, post.location), language);
  const { address, names } = post.location;
  const place = address && (names?.[language as keyof typeof names] ?? address);
  const ending = isExpiringSoon(post.expiresAt, useNow());
  return (
    <span className="meta num">
      <time dateTime={post.createdAt} title={time.ago}>
        {time.short}
      </time>
      {post.editedAt && <AfterDot>{t('posts.edited')}</AfterDot>}
      {away && <AfterDot>{long ? t('posts.away', { distance: away }) : away}</AfterDot>}
      {place && <AfterDot className="posts-place ell">{place}</AfterDot>}
      {long && ending && (
        <span>
          <span className="pill yellow">
            <Icon name="hourglass" size="xs" />
            {t('posts.expiringSoon')}
          </span>
        </span>
      )}
    </span>
  );
}

/** About a kilometre is known at best: tenths below 10 km, whole ones beyond. */
function distanceText(km: number, language: string): string {
  const maximumFractionDigits = km < 10 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer', maximumFractionDigits }).format(
    Math.max(0.1, km),
  );
}

export function PostHeader({
  post,
  from,
  actions,
  className,
}: {
  post: Post;
  from: Position | null;
  actions?: ReactNode;
  className?: string;
}) {
  return (
    <div className={classNames('posts-header', className)}>
      <PersonLink userId={post.userId} decorative>
        <Avatar name={post.user.name} url={post.user.avatarUrl} />
      </PersonLink>
      <div className="grow">
        <AuthorLine post={post} />
        <PostMeta post={post} from={from} long />
      </div>
      {actions}
    </div>
  );
}

/** For the author, who may take the place on the map for the one they told. */
export function OwnPlaceHint({ post, user }: { post: Post; user: User | null }) {
  const { t } = useTranslation();
  if (user?.id !== post.userId || post.location.display !== 'approximate') return null;
  return (
    <p className="hint row">
      <Icon name="pin" size="s" />
      {t('posts.ownPlace')}
    </p>
  );
}
