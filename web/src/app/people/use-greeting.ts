import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#features/identity/identity.api.ts';
import { wasJustSignedIn } from '#features/identity/sign-in.ts';
import { needsIntroduction } from '#features/people/profiles/introduction.ts';
import { useOwnProfile } from '#features/people/profiles/profiles.api.ts';
import { showToast } from '#ui/toast-store.ts';

/** Greets whoever has just signed in; "This is you" greets those who come for the first time. */
export function useGreeting(): void {
  const { t } = useTranslation();
  const { user } = useSession();
  const { profile, isLoaded } = useOwnProfile();
  const isDone = useRef(!wasJustSignedIn());
  useEffect(() => {
    if (isDone.current || !user || !profile) return;
    isDone.current = true;
    if (isLoaded && needsIntroduction(profile)) return;
    showToast({ type: 'success', message: t('identity.welcomeBack', { name: user.name }) });
  }, [user, profile, isLoaded, t]);
}
