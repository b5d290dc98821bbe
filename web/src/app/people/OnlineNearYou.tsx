import type { OnlineUser } from '@dazi/contract/chat/presence';
import { onlineLimits } from '@dazi/contract/chat/presence.rules';
import type { User } from '@dazi/contract/identity/identity';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNearbyPeople, wasHereRecently } from '#features/chat/presence/presence.api.ts';
import { useMatches } from '#features/discovery/people.api.ts';
import { useOwnProfile } from '#features/people/profiles/profiles.api.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { useRelativeTime } from '#platform/relative-time.ts';
import { useNow } from '#platform/time.ts';
import { InlineError } from '#ui/InlineError.tsx';
import { PersonRow } from './PersonRow.tsx';

/** Who has a browser open around; only for those who share where they are themselves. */
export function OnlineNearYou({ user }: { user: User }) {
  const { profile } = useOwnProfile();
  const { data } = useMatches(profile?.isConfirmed === true);
  return data?.sharedUntil ? <Nearby user={user} /> : null;
}

const kilometres = (km: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer' }).format(km);

function Nearby({ user }: { user: User }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const relativeTime = useRelativeTime();
  const now = useNow();
  const { state, people, news, retry, toldNews } = useNearbyPeople(user.id);
  const online = people?.filter(({ isOnline }) => isOnline) ?? [];
  const recent = people?.filter((person) => wasHereRecently(person, now)) ?? [];
  const about = ({ distanceKm }: OnlineUser) =>
    t('profiles.near.about', { distance: kilometres(distanceKm, language) });
  return (
    <section className="card people-card" aria-label={t('presence.near.title')}>
      <div className="row between">
        <h2>{t('presence.near.title')}</h2>
        <span className="t3 sm">
          {t('presence.near.within', { distance: kilometres(onlineLimits.radius_km, language) })}
        </span>
      </div>
      {state === 'connecting' && (
        <p className="t2" role="status">
          {t('presence.near.connecting')}
        </p>
      )}
      {state === 'error' && <InlineError text={t('presence.near.failed')} onRetry={retry} />}
      {people && online.length === 0 && <p className="t2">{t('presence.near.nobody')}</p>}
      {online.length > 0 && (
        <p className="row sm t2 people-online-count">
          <i className="people-online-dot" aria-hidden="true" />
          {t('presence.near.count', { count: online.length })}
        </p>
      )}
      <ul className="people-list">
        {online.map((person) => (
          <PersonRow key={person.userId} profile={faceOf(person)} isOnline text={about(person)} />
        ))}
      </ul>
      {recent.length > 0 && <h3>{t('presence.near.recent')}</h3>}
      <ul className="people-list">
        {recent.map((person) => (
          <PersonRow
            key={person.userId}
            profile={faceOf(person)}
            text={[
              about(person),
              t('presence.near.recently', { time: relativeTime(person.lastSeen!).ago }),
            ].join(' · ')}
          />
        ))}
      </ul>
      <Arrivals news={news} onTold={toldNews} />
    </section>
  );
}

const faceOf = ({ userId, userName, avatarUrl }: OnlineUser) => ({
  userId,
  displayName: userName,
  age: null,
  gender: null,
  user: { id: userId, name: userName, avatarUrl },
});

/** Readers of the screen hear who came; everybody else sees it. */
function Arrivals({ news, onTold }: Pick<ReturnType<typeof useNearbyPeople>, 'news'> & { onTold(): void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  useEffect(() => {
    if (news.length === 0) return;
    const came = news.filter(({ kind }) => kind === 'came').map(({ person }) => person.userName);
    if (came.length > 0) setText(came.map((name) => t('presence.near.came', { name })).join('. '));
    onTold();
  }, [news, onTold, t]);
  return (
    <p className="unseen" aria-live="polite">
      {text}
    </p>
  );
}
