import { useSyncExternalStore } from 'react';
import { onStoredElsewhere, readStored, stored, type Theme, writeStored } from '#platform/storage.ts';

const listeners = new Set<() => void>();
let current: Theme = readStored(stored.theme) ?? 'system';

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  // The browser's own bars: each colour is for one system theme, or for all or none when one was chosen.
  for (const colour of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = colour.id === 'dark-bars' ? 'dark' : 'light';
    colour.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : theme === own ? 'all' : 'not all';
  }
}

export function setTheme(theme: Theme): void {
  writeStored(stored.theme, theme === 'system' ? null : theme);
  show(theme);
}

function show(theme: Theme): void {
  current = theme;
  apply(theme);
  for (const listener of listeners) listener();
}

onStoredElsewhere(stored.theme, (theme) => show(theme ?? 'system'));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The chosen theme, not the resulting one. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => current);
}

const darkSystem = '(prefers-color-scheme: dark)';

/** What is on the screen now, for things CSS cannot reach such as the map. */
export function useShownTheme(): 'light' | 'dark' {
  return useSyncExternalStore(
    (listener) => {
      const system = window.matchMedia(darkSystem);
      system.addEventListener('change', listener);
      const unsubscribe = subscribe(listener);
      return () => {
        system.removeEventListener('change', listener);
        unsubscribe();
      };
    },
    () => {
      if (current !== 'system') return current;
      return window.matchMedia(darkSystem).matches ? 'dark' : 'light';
    },
  );
}
