import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { onIntroductionPutOff, requestIntroduction } from '#features/people/profiles/introduction.ts';
import { useOwnProfile } from '#features/people/profiles/profiles.api.ts';
import { showToast } from '#ui/toast-store.ts';

/** Opens the posting dialog once what must be known before is known: a profile that was confirmed, with a gender. */
export function useComposer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const { profile, isLoaded } = useOwnProfile();
  const [isOpen, setOpen] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [begunOn, setBegunOn] = useState<'map' | 'my-posts'>('map');

  const from = (location.state as { from?: string } | null)?.from;
  const open = useCallback(() => {
    if (isLoaded && profile && !profile.isConfirmed) {
      setWaiting(true);
      requestIntroduction();
      return;
    }
    if (isLoaded && !profile?.gender) {
      showToast({ type: 'warning', message: t('posts.genderMissing') });
      return;
    }
    setUsed(true);
    setBegunOn(from === 'my-posts' ? 'my-posts' : 'map');
    setOpen(true);
  }, [profile, isLoaded, from, t]);

  // Whoever has saved "This is you" goes on to what they wanted to write.
  const isConfirmed = profile?.isConfirmed ?? false;
  useEffect(() => {
    if (!isWaiting || !isConfirmed) return;
    setWaiting(false);
    open();
  }, [isWaiting, isConfirmed, open]);

  useEffect(() => onIntroductionPutOff(() => setWaiting(false)), []);

  const isAsked = Boolean((location.state as { compose?: boolean } | null)?.compose);
  useEffect(() => {
    if (!isAsked || !profile) return;
    navigate({ pathname: '/', search: window.location.search }, { replace: true, state: null });
    open();
  }, [isAsked, profile, navigate, open]);

  return { isOpen, isUsed, begunOn, setOpen };
}
