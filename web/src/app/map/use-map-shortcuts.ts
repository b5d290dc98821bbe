import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useRequireSignIn } from '#features/identity/use-require-sign-in.ts';
import { useShortcuts } from '#platform/shortcuts.ts';

interface MapActions {
  zoom(steps: number): void;
  locate(): void;
  filter(): void;
}

/** Moves the focus through the list, as Tab would, but from post to post. */
function stepInList(step: 1 | -1): void {
  const posts = [...document.querySelectorAll<HTMLElement>('.map-page article .entry-open')];
  const article = document.activeElement?.closest('article');
  const at = posts.findIndex((post) => article?.contains(post));
  const next = at < 0 ? posts[step > 0 ? 0 : posts.length - 1] : posts[at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** Zooming by key belongs to the map itself while it has the focus. */
const isOnMap = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('.map-surface') !== null;

export function useMapShortcuts({ zoom, locate, filter }: MapActions) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const requireSignIn = useRequireSignIn();
  const [isOpen, setOpen] = useState(false);
  const [isUsed, setUsed] = useState(false);
  const open = () => {
    setUsed(true);
    setOpen(true);
  };
  const zoomBy = (steps: number) => (event: KeyboardEvent) => {
    if (!isOnMap(event)) zoom(steps);
  };
  useShortcuts({
    '?': open,
    n: () => {
      if (!requireSignIn(t('errors.POST_SIGN_IN_REQUIRED'))) return;
      navigate(
        { pathname: '/', search: window.location.search },
        { state: { compose: true }, replace: true },
      );
    },
    '/': () => {
      filter();
      requestAnimationFrame(() =>
        document
          .querySelector<HTMLElement>('.map-filter-panel :is(input:not([type]), input[type=text])')
          ?.focus(),
      );
    },
    l: locate,
    '+': zoomBy(1),
    '=': zoomBy(1),
    '-': zoomBy(-1),
    j: () => stepInList(1),
    k: () => stepInList(-1),
  });
  return { isOpen, isUsed, open, setOpen };
}
