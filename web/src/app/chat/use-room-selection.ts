import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router';
import { usePinSelection } from '#app/places/use-pin-selection.ts';

/** What the address of a room says of how it was opened. */
interface Opened {
  /** From the map of this page, not from outside. */
  onMap?: boolean;
  /** Over a page of this app, to which closing the management goes back. */
  goesBack?: boolean;
}

/**
 * Which room has its popover or preview open, by the id of its conversation, and which its detail or management,
 * by its own id; these two are in the address.
 */
export function useRoomSelection() {
  const navigate = useNavigate();
  const location = useLocation();
  const detailId = useMatch('/chat-rooms/:roomId')?.params.roomId ?? null;
  const managedId = useMatch('/chat-rooms/:roomId/manage')?.params.roomId ?? null;
  const invite = new URLSearchParams(location.search).get('invite') || null;
  const opened = location.state as Opened | null;
  const { selectedId, previewId, select, preview, keepPreview, endPreview, dismiss } = usePinSelection();
  const open = useCallback(
    (roomId: string) => {
      select(null);
      endPreview();
      const state: Opened = { onMap: true };
      navigate({ pathname: `/chat-rooms/${roomId}`, search: withoutInvite() }, { state });
    },
    [navigate, select, endPreview],
  );
  /** The address goes on without the invitation; going back does not bring it again. */
  const dropInvite = useCallback(
    () => navigate({ search: withoutInvite() }, { replace: true, state: opened }),
    [navigate, opened],
  );
  const goesBack = managedId !== null && opened?.goesBack === true;
  const isClosing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address has come, which can be closed again
  useEffect(() => {
    isClosing.current = false;
  }, [location.key]);
  const close = useCallback(() => {
    if (!goesBack) navigate({ pathname: '/', search: withoutInvite() });
    // Going back takes a moment, in which Escape must not go back once more.
    else if (!isClosing.current) {
      isClosing.current = true;
      navigate(-1);
    }
  }, [navigate, goesBack]);

  return useMemo(
    () => ({
      detailId,
      managedId,
      invite: detailId === null ? null : invite,
      place: opened?.onMap ? ('detail' as const) : ('page' as const),
      selectedId,
      previewId,
      select,
      preview,
      keepPreview,
      endPreview,
      dismiss,
      open,
      dropInvite,
      close,
    }),
    [
      detailId,
      managedId,
      invite,
      opened,
      selectedId,
      previewId,
      select,
      preview,
      keepPreview,
      endPreview,
      dismiss,
      open,
      dropInvite,
      close,
    ],
  );
}

/** The map writes its view beside the router, so the window knows the whole address; an invitation ends here. */
function withoutInvite(): string {
  const search = new URLSearchParams(window.location.search);
  search.delete('invite');
  const text = search.toString();
  return text ? `?${text}` : '';
}
