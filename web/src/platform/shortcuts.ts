import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { readStored, stored, writeStored } from '#platform/storage.ts';

const listeners = new Set<() => void>();

/** Whether single keys do something; speech input may need that off. */
export function useShortcutsOn(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => readStored(stored.shortcuts) !== 'off',
  );
}

export function setShortcutsOn(on: boolean): void {
  writeStored(stored.shortcuts, on ? null : 'off');
  for (const listener of listeners) listener();
}

const takesKeys =
  'input, textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=slider], [role=menu], [role=listbox]';
const modal =
  '[role=dialog]:not([aria-modal=false]), [role=alertdialog], [role=menu], dialog[open], main[inert]';

/** Keys belong to whoever types, to the browser and its helpers, and to what lies over the page. */
export function isForShortcuts(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(takesKeys)) return false;
  return document.querySelector(modal) === null;
}

/** Runs what a key stands for, such as `{ n: write }`. */
export function useShortcuts(actions: Readonly<Record<string, (event: KeyboardEvent) => void>>): void {
  const isOn = useShortcutsOn();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = Object.hasOwn(actions, event.key) ? actions[event.key] : undefined;
    if (!action || !isForShortcuts(event)) return;
    event.preventDefault();
    action(event);
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
}
