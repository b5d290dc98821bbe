import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRequireSignIn } from '#features/identity/identity.api.ts';

/** Asks the map page for the dialog that opens a room; it is signed-in people who may. */
export function useStartRoom(onMap: boolean): () => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const requireSignIn = useRequireSignIn();
  return useCallback(() => {
    if (!requireSignIn(t('errors.ROOM_SIGN_IN_REQUIRED'))) return;
    // Where the map stands stays in the address.
    const search = onMap ? window.location.search : '';
    navigate({ pathname: '/', search }, { state: { createGroup: true }, replace: onMap });
  }, [t, navigate, requireSignIn, onMap]);
}
