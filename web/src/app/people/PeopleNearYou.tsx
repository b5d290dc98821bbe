import type { Match } from '@dazi/contract/discovery/people';
import type { User } from '@dazi/contract/identity/identity';
import { clockFormat } from '@dazi/contract/kernel/clock-format';
import { defaultPrivacy } from '@dazi/contract/people/default-profile.rules';
import type { Profile } from '@dazi/contract/people/profiles';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClearPresence, useSharePresence } from '#features/chat/presence/presence.api.ts';
import { useMatches } from '#features/discovery/people.api.ts';
import { requestIntroduction } from '#features/people/profiles/introduction.ts';
import { useLocationDisplay } from '#features/people/profiles/profiles.api.ts';
import { useErrorText } from '#platform/error-text.ts';
import { useLanguage } from '#platform/i18n/use-language.ts';
import { usePosition } from '#platform/location.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { PersonRow } from './PersonRow.tsx';

interface PeopleNearYouProps {
  user: User;
  profile: Profile;
  onEdit(): void;
}

/** Who shares their surroundings and their interests; only for those who share where they are themselves. */
export function PeopleNearYou({ user, profile, onEdit }: PeopleNearYouProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isConfirmed } = profile;
  const query = useMatches(isConfirmed);
  const mayShare = (profile.privacy ?? defaultPrivacy).locationSharing.enabled;
  const until = query.data?.sharedUntil;
  return (
    <section className="card people-card" aria-label={t('profiles.near.title')}>
      <div className="row between">
        <h2>{t('profiles.near.title')}</h2>
        {until && (
          <span className="t3 sm">
            {t('profiles.near.within', {
              distance: kilometres(profile.preferences?.maxDistance ?? 0, language),
            })}
          </span>
        )}
      </div>
      {isConfirmed && query.isPending && <WaitingPeople />}
      {query.isError && !query.data && (
        <InlineError text={t('profiles.near.failed')} onRetry={() => void query.refetch()} />
      )}
      {query.data && !mayShare && (
        <>
          <p className="t2">{t('profiles.near.off')}</p>
          <Button onClick={onEdit}>{t('profiles.edit')}</Button>
        </>
      )}
      {!isConfirmed && mayShare && <ShareOffer user={user} isConfirmed={false} />}
      {query.data && mayShare && !until && <ShareOffer user={user} isConfirmed />}
      {until && mayShare && <Shared matches={query.data?.matches ?? []} user={user} until={until} />}
    </section>
  );
}

/** The device is asked where it is only after this button was pressed. */
function ShareOffer({ user, isConfirmed }: { user: User; isConfirmed: boolean }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { request } = usePosition();
  const display = useLocationDisplay(user.id);
  const share = useSharePresence(user.id, display);
  const [asking, setAsking] = useState(false);
  const [refused, setRefused] = useState(false);

  const start = async () => {
    if (!isConfirmed) return requestIntroduction();
    setAsking(true);
    setRefused(false);
    const position = await request();
    setAsking(false);
    if (position) share.mutate(position);
    else setRefused(true);
  };
  return (
    <>
      <p className="t2">{t('profiles.near.offer')}</p>
      <Button kind="primary" icon="pin" busy={asking || share.isPending} onClick={() => void start()}>
        {t('profiles.near.share')}
      </Button>
      {refused && <InlineError text={t('errors.POSITION_REQUIRED')} />}
      {share.isError && <InlineError text={errorText(share.error)} />}
      <PrivacyLine text={t(display === 'exact' ? 'profiles.near.promiseExact' : 'profiles.near.promise')} />
    </>
  );
}

function Shared({ matches, user, until }: { matches: readonly Match[]; user: User; until: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const errorText = useErrorText();
  const clear = useClearPresence(user.id);
  const time = clockFormat(language, { hour: 'numeric', minute: '2-digit' }).format(new Date(until));
  return (
    <>
      {matches.length === 0 && <p className="t2">{t('profiles.near.nobody')}</p>}
      <ul className="people-list">
        {matches.map((match) => (
          <PersonRow key={match.profile.userId} profile={match.profile} text={<WhyMatch match={match} />} />
        ))}
      </ul>
      <PrivacyLine text={t('profiles.near.rounded')} />
      <div className="row between wrap people-shared-until">
        <span className="t2 sm">{t('profiles.near.until', { time })}</span>
        <Button kind="text" size="s" busy={clear.isPending} onClick={() => clear.mutate()}>
          {t('profiles.near.stop')}
        </Button>
      </div>
      {clear.isError && <InlineError text={errorText(clear.error)} />}
    </>
  );
}

const kilometres = (km: number, language: string) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer' }).format(km);

function WhyMatch({ match }: { match: Match }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { sharedInterests, sharedLookingFor, distanceKm } = match;
  const [wish] = sharedLookingFor;
  const why =
    sharedInterests.length > 0
      ? t('profiles.near.sharedInterests', { count: sharedInterests.length })
      : wish && t(`profiles.lookingForKinds.${wish}`);
  return [t('profiles.near.about', { distance: kilometres(distanceKm, language) }), why]
    .filter(Boolean)
    .join(' · ');
}

function PrivacyLine({ text }: { text: string }) {
  return (
    <p className="row hint people-promise">
      <Icon name="shield" size="s" />
      {text}
    </p>
  );
}

function WaitingPeople() {
  const { t } = useTranslation();
  return (
    <div className="people-list" role="status" aria-label={t('ui.loading')}>
      {[60, 45].map((width) => (
        <div key={width} className="row">
          <Skeleton round width="40px" height="40px" />
          <Skeleton width={`${width}%`} />
        </div>
      ))}
    </div>
  );
}
