import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { emptyDraft, roomForms } from '#features/chat/rooms/room-draft.ts';
import { useSession } from '#features/identity/identity.api.ts';
import { useBackCloses } from '#platform/history.ts';
import { usePersonalForm } from '#platform/personal-forms.ts';

export function useRoomCreation() {
  const navigate = useNavigate();
  const location = useLocation();
  const { user } = useSession();
  const [state, setState] = useState<'closed' | 'open' | 'placing'>('closed');
  const [isUsed, setUsed] = useState(false);
  const { form: draft, change, forget } = usePersonalForm(roomForms, user?.id ?? '', 'new', emptyDraft);

  const isAsked = Boolean((location.state as { createGroup?: boolean } | null)?.createGroup);
  useEffect(() => {
    if (!isAsked || !user) return;
    navigate({ pathname: '/', search: window.location.search }, { replace: true, state: null });
    setUsed(true);
    setState('open');
  }, [isAsked, user, navigate]);

  // The choice of a place lies over the form, which stays as it is meanwhile.
  useBackCloses('group', state !== 'closed', () => setState('closed'));
  useBackCloses('place', state === 'placing', () => setState('open'));

  const finish = () => {
    forget();
    setState('closed');
  };
  return { state, setState, isUsed, draft, change, finish };
}
