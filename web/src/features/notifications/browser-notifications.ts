import { notificationText } from '@dazi/contract/notifications/notification-texts';
import type { QuietHours, Notification as Told } from '@dazi/contract/notifications/notifications';
import { isHushed, notificationPath } from '@dazi/contract/notifications/notifications.rules';
import { useSyncExternalStore } from 'react';
import { isSecure } from '#platform/secure-context.ts';
import { type Language, onPersonGone } from '#platform/storage.ts';
import { currentTime } from '#platform/time.ts';
import { notYetNotified } from './notification-storage.ts';
import { isPushedTo } from './push.ts';

/** `missing` where the browser knows no notifications at all, `insecure` where it shows none for a page that came by plain http. */
export type Permission = NotificationPermission | 'insecure' | 'missing';

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

function permissionNow(): Permission {
  if (!isSecure()) return 'insecure';
  return 'Notification' in window ? Notification.permission : 'missing';
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  // People also change it in the settings of their browser.
  let status: PermissionStatus | undefined;
  let isGone = false;
  navigator.permissions?.query({ name: 'notifications' }).then(
    (found) => {
      if (isGone) return;
      status = found;
      status.addEventListener('change', tell);
    },
    () => {},
  );
  return () => {
    isGone = true;
    listeners.delete(listener);
    status?.removeEventListener('change', tell);
  };
}

export const usePermission = (): Permission => useSyncExternalStore(watch, permissionNow);

/** Asked only when somebody wants it. */
export async function askPermission(): Promise<Permission> {
  if (!isSecure() || !('Notification' in window)) return permissionNow();
  const permission = await Notification.requestPermission();
  tell();
  return permission;
}

/** Those that do not stay close after this long. */
const shown_ms = 5000;
/** What is older is in the list; the browser tells only of what has just happened. */
const fresh_ms = 60_000;

const speaker = 'dazi-notifier';
const looking = 'dazi-looking';
const forever = new Promise<never>(() => {});
/** Missing on plain http addresses, where there are no notifications either. */
const locks = (): LockManager | null => navigator.locks ?? null;
let speaks = false;

/** One tab speaks for all; when it closes another one takes over. */
export function becomeSpeaker(): void {
  const all = locks();
  speaks = all === null;
  const speak = () => {
    speaks = true;
    return forever;
  };
  // Refused where nothing is kept of a site, as if there were none.
  all?.request(speaker, speak).catch(speak);
}

/** Says to all tabs while this one is looked at. */
export function watchLooking(): () => void {
  const all = locks();
  if (!all) return () => {};
  let end: (() => void) | null = null;
  const look = () => {
    const isLooked = document.visibilityState === 'visible' && document.hasFocus();
    if (isLooked && !end) {
      const until = new Promise<void>((resolve) => {
        end = resolve;
      });
      all.request(looking, { mode: 'shared' }, () => until).catch(() => {});
    } else if (!isLooked && end) {
      end();
      end = null;
    }
  };
  look();
  window.addEventListener('focus', look);
  window.addEventListener('blur', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    window.removeEventListener('focus', look);
    window.removeEventListener('blur', look);
    document.removeEventListener('visibilitychange', look);
    end?.();
  };
}

async function somebodyLooks(): Promise<boolean> {
  const known = await locks()
    ?.query()
    .catch(() => null);
  if (!known) return document.visibilityState === 'visible' && document.hasFocus();
  return known.held?.some(({ name }) => name === looking) ?? false;
}

interface Announcing {
  userId: string;
  language: Language;
  quietHours: QuietHours | null;
  open(notification: Told, path: string): void;
}

/**
 * Tells by the browser of what has just come, when nobody looks at any tab and no push service does it. What came
 * while somebody looked counts as told.
 */
export async function announce(
  list: readonly Told[],
  { userId, language, quietHours, open }: Announcing,
): Promise<void> {
  if (!speaks || permissionNow() !== 'granted') return;
  const fresh = list.filter(
    ({ createdAt, priority }) => priority !== 'low' && currentTime() - Date.parse(createdAt) < fresh_ms,
  );
  const keyOf = ({ id, sequence }: Told) => `${id}:${sequence}`;
  const keys = new Set(notYetNotified(userId, fresh.map(keyOf)));
  const due = fresh.filter((one) => keys.has(keyOf(one)) && !isHushed(one, quietHours, currentTime()));
  if (due.length === 0 || (await somebodyLooks()) || (await isPushedTo())) return;
  for (const told of due.reverse()) {
    show(told, language, () => open(told, notificationPath(told)));
  }
}

const standing = new Set<Notification>();
onPersonGone(() => {
  for (const shown of standing) shown.close();
});

function show(told: Told, language: Language, onClick: () => void): void {
  const { title, message } = notificationText(language, told.code, told.params);
  const stays = told.priority === 'high';
  try {
    const shown = new Notification(title, {
      body: message,
      tag: told.id,
      icon: '/icon-192.png',
      lang: language,
      requireInteraction: stays,
    });
    standing.add(shown);
    shown.onclose = () => standing.delete(shown);
    shown.onclick = () => {
      window.focus();
      shown.close();
      onClick();
    };
    if (!stays) setTimeout(() => shown.close(), shown_ms);
  } catch {
    // Some browsers let only a service worker show them: the list has it all the same.
  }
}
