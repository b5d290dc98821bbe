import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router';
import { usePinSelection } from '#app/places/use-pin-selection.ts';
import { canGoBack } from '#platform/history.ts';

/** Which plan has its popover or preview open, and which its detail; that is in the address, with an invitation. */
export function usePlanSelection() {
  const navigate = useNavigate();
  const { key, search } = useLocation();
  const openId = useMatch('/plan/:planId')?.params.planId ?? null;
  const invite = openId === null ? null : new URLSearchParams(search).get('invite') || null;
  const { selectedId, previewId, select, preview, keepPreview, endPreview, dismiss } = usePinSelection();
  const open = useCallback(
    (planId: string) => {
      select(null);
      endPreview();
      const pathname = `/plan/${planId}`;
      if (window.location.pathname !== pathname) navigate({ pathname, search: withoutInvite() });
    },
    [navigate, select, endPreview],
  );
  const isLeaving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history can be left once
  useEffect(() => {
    isLeaving.current = false;
  }, [key]);
  /** Back to where it was opened; whoever came by a link sees the map in its place. */
  const close = useCallback(() => {
    // Going back takes a moment, in which Escape must not go back once more.
    if (isLeaving.current) return;
    isLeaving.current = true;
    if (canGoBack()) navigate(-1);
    else navigate({ pathname: '/', search: withoutInvite() }, { replace: true });
  }, [navigate]);
  return useMemo(
    () => ({
      openId,
      invite,
      selectedId,
      previewId,
      select,
      preview,
      keepPreview,
      endPreview,
      dismiss,
      open,
      close,
    }),
    [openId, invite, selectedId, previewId, select, preview, keepPreview, endPreview, dismiss, open, close],
  );
}

/** The map writes its view beside the router, so the window knows the whole address; an invitation ends here. */
function withoutInvite(): string {
  const search = new URLSearchParams(window.location.search);
  search.delete('invite');
  return search.toString();
}
