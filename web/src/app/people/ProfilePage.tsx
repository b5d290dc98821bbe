import type { User } from '@dazi/contract/identity/identity';
import type { Profile } from '@dazi/contract/people/profiles';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { BlockPersonButton } from '#app/plans/BlockPersonButton.tsx';
import { Page } from '#app/shell/Page.tsx';
import { SignInFirst } from '#app/shell/SignInFirst.tsx';
import { MessageButton } from '#features/chat/conversations/MessageButton.tsx';
import { dropMatch } from '#features/discovery/people.api.ts';
import { ProfileBoardVote } from '#features/governance/BoardVoteButton.tsx';
import { useSession } from '#features/identity/identity.api.ts';
import { ReportAllTheSame, ReportButton } from '#features/moderation/ReportButton.tsx';
import { ProfileCard } from '#features/people/profiles/ProfileCard.tsx';
import { useOwnProfile, useProfile } from '#features/people/profiles/profiles.api.ts';
import { updateStats } from '#features/people/profiles/stats.ts';
import { useSendTo } from '#features/wallet/send-to.ts';
import { ApiError } from '#platform/api.ts';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { InlineError } from '#ui/InlineError.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { EditProfile } from './EditProfile.tsx';
import { OnlineNearYou } from './OnlineNearYou.tsx';
import { PeopleNearYou } from './PeopleNearYou.tsx';
import { PeopleSearch } from './PeopleSearch.tsx';
import { ProfileTabs } from './ProfileTabs.tsx';
import './people.css';

/** /profile and /profile/{userId}: the own profile without an id or with the own one. */
export function ProfilePage() {
  const { t } = useTranslation();
  const { userId } = useParams();
  const { status, user } = useSession();
  const shownId = userId ?? user?.id;
  const { data: profile, error, refetch } = useProfile(status === 'loading' ? undefined : shownId, user);
  const isNobodys = status === 'signed-out' && !shownId;
  const heading = profile
    ? { title: profile.displayName, ownHeading: true }
    : { title: t('profiles.title'), hideTitle: !isNobodys };
  // One page from the first moment: what was opened from its header stays open when the profile comes.
  return (
    <Page {...heading} back={{ label: t('app.backToMap'), to: '/' }}>
      {profile ? (
        // Another person's page begins anew.
        <SomebodysPage key={profile.userId} profile={profile} user={user} />
      ) : isNobodys ? (
        <SignInFirst onPage title={t('errors.SIGN_IN_REQUIRED')} />
      ) : error ? (
        <NoProfile userId={shownId ?? null} error={error} user={user} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </Page>
  );
}

interface NoProfileProps {
  userId: string | null;
  error: Error;
  user: User | null;
  onRetry(): void;
}

function NoProfile({ userId, error, user, onRetry }: NoProfileProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (!(error instanceof ApiError && error.status === 404)) {
    return <InlineError text={t('profiles.loadFailed')} onRetry={onRetry} />;
  }
  return (
    <div className="card">
      <EmptyState drawing="talk" title={t('profiles.gone')} text={t('moderation.notThere')}>
        <Button kind="primary" onClick={() => navigate('/')}>
          {t('app.goToHome')}
        </Button>
        {userId && userId !== user?.id && (
          <ReportAllTheSame target={{ targetType: 'person', targetId: userId }} user={user} />
        )}
      </EmptyState>
    </div>
  );
}

function SomebodysPage({ profile, user }: { profile: Profile; user: User | null }) {
  return profile.userId === user?.id ? (
    <OwnProfile profile={profile} user={user} />
  ) : (
    <OtherProfile profile={profile} user={user} />
  );
}

/** `?edit` in the address is the edit mode. */
function OwnProfile({ profile, user }: { profile: Profile; user: User }) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const hasEdited = useRef(false);
  const edit = (on: boolean) => {
    hasEdited.current = !on;
    const next = new URLSearchParams(search);
    if (on) next.set('edit', '');
    else next.delete('edit');
    setSearch(next, { replace: !on });
  };
  if (search.has('edit')) return <EditProfile profile={profile} onDone={() => edit(false)} />;
  return (
    <div className="people-profile people-profile-own">
      <ProfileCard
        profile={profile}
        own
        ownInterests={profile.interests}
        actions={
          <Button
            // Whoever comes back from editing goes on from here.
            ref={(button) => {
              if (hasEdited.current) button?.focus({ preventScroll: true });
              hasEdited.current = false;
            }}
            icon="pencil"
            block
            onClick={() => edit(true)}
          >
            {t('profiles.edit')}
          </Button>
        }
      />
      <div className="people-profile-others">
        <PeopleNearYou profile={profile} user={user} onEdit={() => edit(true)} />
        <OnlineNearYou user={user} />
        <PeopleSearch />
      </div>
      <div className="people-profile-tabs">
        <ProfileTabs profile={profile} user={user} />
      </div>
    </div>
  );
}

function OtherProfile({ profile, user }: { profile: Profile; user: User | null }) {
  const { t } = useTranslation();
  const { profile: own } = useOwnProfile();
  const client = useQueryClient();
  const { userId, displayName: name, blockedByMe: isBlocked = false } = profile;
  const person = { id: userId, name };
  const sendTo = useSendTo();
  return (
    <div className="people-profile">
      <ProfileCard
        profile={profile}
        own={false}
        ownInterests={own?.interests ?? []}
        closedText={isBlocked ? t('blocks.you', { name }) : undefined}
        actions={
          user && (
            <div className="people-profile-actions">
              {!isBlocked && <MessageButton person={person} look="primary" />}
              {!isBlocked && (
                <Button
                  icon="wallet"
                  onClick={() => sendTo.person({ ...person, avatarUrl: profile.user.avatarUrl })}
                >
                  {t('wallet.send')}
                </Button>
              )}
              {!isBlocked && <ProfileBoardVote candidate={person} user={user} />}
              <BlockPersonButton
                person={person}
                user={user}
                isBlocked={isBlocked}
                onBlocked={() => {
                  dropMatch(client, userId);
                  if (own) void updateStats(client, own.userId);
                }}
              />
            </div>
          )
        }
        aside={
          user && (
            <ReportButton
              thing={{
                targetType: 'person',
                targetId: profile.userId,
                name,
                excerpt: profile.bio ?? undefined,
                avatarUrl: profile.user.avatarUrl,
                person: isBlocked ? null : person,
              }}
              ownerId={profile.userId}
              user={user}
            />
          )
        }
      />
      <div className="people-profile-tabs">{!isBlocked && <ProfileTabs profile={profile} user={user} />}</div>
    </div>
  );
}
