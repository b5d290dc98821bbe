import { interestCatalogue } from '@dazi/contract/people/interests';
import type { Profile } from '@dazi/contract/people/profiles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useRelativeTime } from '#platform/relative-time.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/Icon.tsx';
import { UserText } from '#ui/UserText.tsx';
import { Completion } from './Completion.tsx';
import { PictureNote, pictureOf } from './PictureNote.tsx';
import './profiles.css';

interface ProfileCardProps {
  profile: Profile;
  own: boolean;
  /** Of the reader, to show what both have. */
  ownInterests: readonly string[];
  /** Why no more is shown, where it is not the person's own choice. */
  closedText?: string | undefined;
  actions?: ReactNode;
  /** What is done rarely, in the corner. */
  aside?: ReactNode;
}

export function ProfileCard(props: ProfileCardProps) {
  const { profile, own, ownInterests, closedText, actions, aside } = props;
  const { t } = useTranslation();
  const { stats } = profile;
  return (
    <section className="card profiles-card">
      {aside && <div className="profiles-aside">{aside}</div>}
      <Avatar name={profile.displayName} url={pictureOf(profile)} size="xl">
        {profile.isOnline && <i className="presence" />}
      </Avatar>
      <PictureNote profile={profile} />
      <UserText as="h1">{profile.displayName}</UserText>
      <Facts profile={profile} />
      {profile.bio && (
        <UserText as="p" className="profiles-bio t2">
          {profile.bio}
        </UserText>
      )}
      {!stats && <p className="t3 sm">{closedText ?? t('profiles.closed')}</p>}
      {actions}
      {stats && (
        <dl className="profiles-stats">
          <Stat count={stats.messagesSent} label={t('profiles.stats.posts')} />
          <Stat count={stats.messagesReceived} label={t('profiles.stats.comments')} />
          <Stat count={stats.reactionsReceived} label={t('profiles.stats.reactions')} />
        </dl>
      )}
      {own && <Completion profile={profile} />}
      <Interests ids={profile.interests} common={own ? [] : ownInterests} />
      {profile.lookingFor.length > 0 && (
        <div className="profiles-part">
          <h2>{t('profiles.lookingFor')}</h2>
          <ul className="profiles-pills">
            {profile.lookingFor.map((one) => (
              <li key={one} className="pill">
                {t(`profiles.lookingForKinds.${one}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Facts({ profile }: { profile: Profile }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const relativeTime = useRelativeTime();
  const { age, gender, lastActive, createdAt, isOnline, stats } = profile;
  if (!stats) return null;
  const since = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(
    new Date(createdAt),
  );
  return (
    <div className="profiles-facts t2">
      <span className="row">
        {age !== null && <span className="num">{age}</span>}
        {gender && (
          <span role="img" aria-label={t(`profiles.genders.${gender}`)} className="gender">
            <Icon name={gender === 'M' ? 'male' : 'female'} size="s" />
          </span>
        )}
        {(age !== null || gender) && <span className="dotsep" aria-hidden="true" />}
        <span>{t('profiles.since', { date: since })}</span>
      </span>
      {isOnline && <span className="profiles-online sm">{t('presence.online')}</span>}
      {lastActive && !isOnline && (
        <time className="t3 sm" dateTime={lastActive}>
          {t('profiles.lastActive', { time: relativeTime(lastActive).ago })}
        </time>
      )}
    </div>
  );
}

function Stat({ count, label }: { count: number; label: string }) {
  const language = useLanguage();
  const text = new Intl.NumberFormat(language, { notation: count < 10_000 ? 'standard' : 'compact' }).format(
    count,
  );
  return (
    <div>
      <dt className="xs12 t3">{label}</dt>
      <dd className="num b">{text}</dd>
    </div>
  );
}

function Interests({ ids, common }: { ids: readonly string[]; common: readonly string[] }) {
  const { t } = useTranslation();
  const known = interestCatalogue.filter(({ id }) => ids.includes(id));
  const shared = known.filter(({ id }) => common.includes(id)).length;
  if (known.length === 0) return null;
  return (
    <div className="profiles-part">
      <div className="row between">
        <h2>{t('profiles.interests')}</h2>
        {shared > 0 && <span className="t3 sm">{t('profiles.inCommon', { count: shared })}</span>}
      </div>
      <ul className="profiles-pills">
        {known.map(({ id, icon }) => {
          const isShared = common.includes(id);
          return (
            <li key={id} className={classNames('pill', isShared && 'green')}>
              {isShared ? (
                <Icon name="check" size="xs" />
              ) : (
                <span className="e" aria-hidden="true">
                  {icon}
                </span>
              )}
              {t(`profiles.interestNames.${id}`)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
