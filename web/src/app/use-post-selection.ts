import type { Post } from '@dazi/contract/posts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useMatch, useNavigate } from 'react-router';
import { isMobileDevice } from '#platform/device.ts';

/** Time before the detail opens that a navigation asked for. */
const openAfter_ms = 500;
const closePreviewAfter_ms = { mouse: 200, touch: 100 };

/** The post that a navigation asks for. */
export function askedPostId(state: unknown): string | undefined {
  const asked = state as { openMessageId?: string; openMessage?: Pick<Post, 'id'> } | null;
  return asked?.openMessageId ?? asked?.openMessage?.id;
}

/** Which post has its popover, its preview or its detail open. The open detail is in the address. */
export function usePostSelection() {
  const navigate = useNavigate();
  const location = useLocation();
  const openId = useMatch('/post/:postId')?.params.postId ?? null;
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [previewId, setPreviewId] = useState<string | null>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);

  const open = useCallback(
    (postId: string) => {
      setSelectedId(null);
      setPreviewId(null);
      navigate({ pathname: `/post/${postId}`, search: window.location.search });
    },
    [navigate],
  );
  const closeDetail = useCallback(
    () => navigate({ pathname: '/', search: window.location.search }),
    [navigate],
  );

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
