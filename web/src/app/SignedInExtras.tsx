import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { MessagesInBackground } from '#app/chat/MessagesInBackground.tsx';
import { useGreeting } from '#app/people/use-greeting.ts';
import { closeSettings, setSettingsOpen, useSettingsOpen } from '#app/shell/settings-opening.ts';
import { useSession, useSessionFacts } from '#features/identity/identity.api.ts';
import { readFarewell } from '#features/identity/session-facts.ts';
import { needsIntroduction, useIntroductionRequests } from '#features/people/profiles/introduction.ts';
import { useOwnProfile, useProfileUpkeep } from '#features/people/profiles/profiles.api.ts';
import { lazyPart } from '#ui/lazy-part.ts';

const SettingsDialog = lazyPart(
  'SettingsDialog',
  () => import('#features/people/profiles/SettingsDialog.tsx'),
);
const IntroCard = lazyPart<'IntroCard', object>('IntroCard', () => import('#app/shell/signed-in-parts.ts'));
const BlurDialog = lazyPart('BlurDialog', () => import('#features/posts/posts/BlurDialog.tsx'));
const AccountSettings = lazyPart('AccountSettings', () => import('#features/identity/AccountSettings.tsx'));
const BlockedPeople = lazyPart('BlockedPeople', () => import('#features/people/blocks/BlockedPeople.tsx'));
const NotificationSettings = lazyPart(
  'NotificationSettings',
  () => import('#features/notifications/NotificationSettings.tsx'),
);
const AccountRestoration = lazyPart(
  'AccountRestoration',
  () => import('#features/identity/AccountRestoration.tsx'),
);
const StandingSettings = lazyPart(
  'StandingSettings',
  () => import('#features/moderation/StandingSettings.tsx'),
);
const UnreadDecision = lazyPart('UnreadDecision', () => import('#app/standing/UnreadDecision.tsx'));
const AccountFarewell = lazyPart('AccountFarewell', () => import('#features/identity/AccountFarewell.tsx'));

/** Dialogs that only people with an account meet, some of them signed out; their code comes when they open. */
export function SignedInExtras() {
  useProfileUpkeep();
  useGreeting();
  const { user } = useSession();
  const { profile, isLoaded } = useOwnProfile();
  const { left, unreadDecision } = useSessionFacts();
  const [farewell] = useState(readFarewell);
  const settingsOpen = useSettingsOpen();
  const [settingsUsed, setSettingsUsed] = useState(false);
  const [introduced, setIntroduced] = useState(false);
  const [blurs, setBlurs] = useState(false);
  const endBlurring = useCallback(() => setBlurs(false), []);
  if (settingsOpen && !settingsUsed) setSettingsUsed(true);
  const isAskedFor = useIntroductionRequests() > 0;
  const isDue = isAskedFor || (profile !== null && isLoaded && needsIntroduction(profile));
  if (isDue && !introduced) setIntroduced(true);
  useSeenAnew(profile?.isConfirmed ?? null);
  return (
    <>
      {user && <MessagesInBackground userId={user.id} />}
      {user && settingsUsed && (
        <SettingsDialog
          open={settingsOpen}
          onOpenChange={setSettingsOpen}
          onBlurred={() => setBlurs(true)}
          account={
            <>
              <BlockedPeople user={user} onLeave={closeSettings} />
              <NotificationSettings userId={user.id} />
              <StandingSettings />
              <AccountSettings user={user} onLeave={closeSettings} />
            </>
          }
        />
      )}
      {user && blurs && !settingsOpen && <BlurDialog userId={user.id} onClose={endBlurring} />}
      {user && introduced && <IntroCard />}
      {user && unreadDecision && <UnreadDecision user={user} decisionId={unreadDecision} />}
      {left && <AccountRestoration left={left} />}
      {farewell && !user && !left && <AccountFarewell restorableUntil={farewell} />}
    </>
  );
}

/** Whoever confirms their profile is shown what was left out before: what is here is asked for again. */
function useSeenAnew(isConfirmed: boolean | null): void {
  const client = useQueryClient();
  const before = useRef(isConfirmed);
  useEffect(() => {
    if (before.current === false && isConfirmed) void client.invalidateQueries();
    before.current = isConfirmed;
  }, [client, isConfirmed]);
}
