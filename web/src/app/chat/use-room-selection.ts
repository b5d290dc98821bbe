import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router';
import { isMobileDevice } from '#platform/device.ts';

const openPreviewAfter_ms = 800;
const closeAfter_ms = { mouse: 800, touch: 500 };

/** What the address of a room says of how it was opened. */
interface Opened {
  /** From the map of this page, not from outside. */
  onMap?: boolean;
  /** Over a page of this app, to which closing the management goes back. */
  goesBack?: boolean;
}

/**
 * Which room has its popover or preview open, by the id of its conversation, and which its detail or management,
 * by its own id. What is open is in the address.
 */
export function useRoomSelection() {
  const navigate = useNavigate();
  const location = useLocation();
  const detailId = useMatch('/chat-rooms/:roomId')?.params.roomId ?? null;
  const managedId = useMatch('/chat-rooms/:roomId/manage')?.params.roomId ?? null;
  const invite = new URLSearchParams(location.search).get('invite') || null;
  const opened = location.state as Opened | null;
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [previewId, setPreviewId] = useState<string | null>(null);
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(
    () => () => {
      clearTimeout(opening.current);
      clearTimeout(closing.current);
    },
    [],
  );

  const select = useCallback((id: string | null) => {
    clearTimeout(opening.current);
    clearTimeout(closing.current);
    setSelectedId(id);
  }, []);
  /** No preview, now. */
  const endPreview = useCallback(() => {
    clearTimeout(opening.current);
    clearTimeout(closing.current);
    setPreviewId(null);
  }, []);
  /** Previews come after a while under the mouse, and go a while after it left, so that it can move onto them. */
  const preview = useCallback((id: string | null) => {
    clearTimeout(opening.current);
    clearTimeout(closing.current);
    if (id !== null) opening.current = setTimeout(setPreviewId, openPreviewAfter_ms, id);
    else closing.current = setTimeout(setPreviewId, closeAfter_ms.mouse, null);
  }, []);
  const keepPreview = useCallback(() => clearTimeout(closing.current), []);
  /** The bare map was clicked: under a finger the popover stays a moment longer. */
  const dismiss = useCallback(() => {
    clearTimeout(closing.current);
    if (isMobileDevice()) closing.current = setTimeout(setSelectedId, closeAfter_ms.touch, null);
    else setSelectedId(null);
  }, []);
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
