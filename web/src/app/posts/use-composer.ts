import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useOwnProfile } from '#features/people/profiles/profiles.api.ts';
import { showToast } from '#ui/toast-store.ts';

/** Opens the posting dialog once what must be known before is known: a gender in the profile. */
export function useComposer() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const { profile, isLoaded } = useOwnProfile();
  const [isOpen, setOpen] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const [begunOn, setBegunOn] = useState<'map' | 'my-posts'>('map');

  const from = (location.state as { from?: string } | null)?.from;
  const open = useCallback(() => {
    if (isLoaded && !profile?.gender) {
      showToast({ type: 'warning', message: t('posts.genderMissing') });
      return;
    }
    setUsed(true);
    setBegunOn(from === 'my-posts' ? 'my-posts' : 'map');
    setOpen(true);
  }, [profile, isLoaded, from, t]);

  const isAsked = Boolean((location.state as { compose?: boolean } | null)?.compose);
  useEffect(() => {
    if (!isAsked || !profile) return;
    navigate({ pathname: '/', search: window.location.search }, { replace: true, state: null });
    open();
  }, [isAsked, profile, navigate, open]);

  return { isOpen, isUsed, begunOn, setOpen };
}
