import type { Post } from '@dazi/contract/posts/posts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router';
import { isMobileDevice } from '#platform/device.ts';
import { canGoBack } from '#platform/history.ts';

/** Time before the detail opens that a navigation asked for. */
const openAfter_ms = 500;
const closePreviewAfter_ms = { mouse: 200, touch: 100 };

/** The post that a navigation asks for. */
export function askedPostId(state: unknown): string | undefined {
  const asked = state as { openMessageId?: string; openMessage?: Pick<Post, 'id'> } | null;
  return asked?.openMessageId ?? asked?.openMessage?.id;
}

/** Opens the detail of a post over the map. A second click on the way there is none. */
export function useOpenPost(): (postId: string, search?: string) => void {
  const navigate = useNavigate();
  return useCallback(
    (postId, search = '') => {
      const pathname = `/post/${postId}`;
      if (window.location.pathname !== pathname) navigate({ pathname, search });
    },
    [navigate],
  );
}

/** Back to where it was opened, so that going back does not open it again; whoever came by a link sees the map in its place. */
function useCloseDetail(openId: string | null): () => void {
  const navigate = useNavigate();
  const { key, pathname: openAt } = useLocation();
  const isLeaving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry of the history can be left once
  useEffect(() => {
    isLeaving.current = false;
  }, [key]);
  return useCallback(() => {
    const { pathname, search } = window.location;
    // Going back takes a moment. And a post is deleted later than asked: somebody may be elsewhere by then.
    if (isLeaving.current || openId === null || pathname !== openAt) return;
    isLeaving.current = true;
    if (canGoBack()) navigate(-1);
    else navigate({ pathname: '/', search }, { replace: true });
  }, [navigate, openId, openAt]);
}

/** Which post has its popover, its preview or its detail open. The open detail is in the address. */
export function usePostSelection() {
  const navigate = useNavigate();
  const location = useLocation();
  const openId = useMatch('/post/:postId')?.params.postId ?? null;
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [previewId, setPreviewId] = useState<string | null>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);

  const openDetail = useOpenPost();
  const open = useCallback(
    (postId: string) => {
      setSelectedId(null);
      setPreviewId(null);
      openDetail(postId, window.location.search);
    },
    [openDetail],
  );
  const closeDetail = useCloseDetail(openId);

  /** Previews come at once and go a moment after the mouse left, so that it can move onto them. */
  const preview = useCallback((postId: string | null) => {
    clearTimeout(closing.current);
    if (postId !== null) setPreviewId(postId);
    else {
      const delay = isMobileDevice() ? closePreviewAfter_ms.touch : closePreviewAfter_ms.mouse;
      closing.current = setTimeout(setPreviewId, delay, null);
    }
  }, []);
  const keepPreview = useCallback(() => clearTimeout(closing.current), []);

  const askedId = askedPostId(location.state);
  useEffect(() => {
    if (!askedId) return;
    const timer = setTimeout(() => {
      // Going back must not ask again.
      navigate('.', { replace: true, state: null });
      open(askedId);
    }, openAfter_ms);
    return () => clearTimeout(timer);
  }, [askedId, open, navigate]);

  return { openId, selectedId, previewId, select: setSelectedId, open, closeDetail, preview, keepPreview };
}
