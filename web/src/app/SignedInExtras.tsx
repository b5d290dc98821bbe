import { useState } from 'react';
import { setSettingsOpen, useSettingsOpen } from '#app/settings-opening.ts';
import { useSession } from '#features/identity/identity.api.ts';
import { needsIntroduction } from '#features/profiles/introduction.ts';
import { useOwnProfile, useProfileUpkeep } from '#features/profiles/profiles.api.ts';
import { lazyPart } from '#platform/lazy-part.ts';

const SettingsDialog = lazyPart('SettingsDialog', () => import('#features/profiles/SettingsDialog.tsx'));
const IntroCard = lazyPart('IntroCard', () => import('#features/profiles/IntroCard.tsx'));

/** Dialogs that only signed-in people meet; their code comes when they open. */
export function SignedInExtras() {
  useProfileUpkeep();
  const { user } = useSession();
  const { profile, isLoaded } = useOwnProfile();
  const settingsOpen = useSettingsOpen();
  const [settingsUsed, setSettingsUsed] = useState(false);
  const [introduced, setIntroduced] = useState(false);
  if (settingsOpen && !settingsUsed) setSettingsUsed(true);
  if (profile && isLoaded && !introduced && needsIntroduction(profile)) setIntroduced(true);
  if (!user) return null;
  return (
    <>
      {settingsUsed && <SettingsDialog open={settingsOpen} onOpenChange={setSettingsOpen} />}
      {introduced && <IntroCard />}
    </>
  );
}
