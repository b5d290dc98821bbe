import type {
  addPushSubscription,
  getPushKey,
  removePushSubscription,
} from '@dazi/contract/notifications/notifications';
import { call } from '#platform/api.ts';
import { registerWorker, workerPath } from '#platform/service-worker.ts';
import type { Language } from '#platform/storage.ts';

const wishKey = (userId: string) => `dazi.push.${userId}`;

export const canBePushedTo = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether this person wants to be pushed to on this device, for as long as they are signed in: it goes with the rest. */
export function wantsPush(userId: string): boolean {
  try {
    return localStorage.getItem(wishKey(userId)) === 'on';
  } catch {
    return false;
  }
}

function keepWish(userId: string, wants: boolean): void {
  try {
    if (wants) localStorage.setItem(wishKey(userId), 'on');
    else localStorage.removeItem(wishKey(userId));
  } catch {
    // Then it lasts as long as this page.
  }
}

async function subscription(): Promise<PushSubscription | null> {
  if (!canBePushedTo()) return null;
  const registration = await navigator.serviceWorker.getRegistration(workerPath);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function isPushedTo(): Promise<boolean> {
  return (await subscription().catch(() => null)) !== null;
}

const bytesOf = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const sameBytes = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null &&
  one.byteLength === other.length &&
  new Uint8Array(one).every((byte, at) => byte === other[at]);

/** A push service that cannot be reached may never say so. */
const patience_ms = 15_000;

/** Lets this browser be pushed to by whoever is signed in, for as long as they are; given up after 15 s. */
export async function startPush(userId: string, language: Language): Promise<void> {
  const limit = new AbortController();
  const isLate = new Promise<never>((_resolve, reject) => {
    limit.signal.addEventListener('abort', () => reject(limit.signal.reason));
  });
  const timer = setTimeout(() => limit.abort(), patience_ms);
  try {
    await Promise.race([subscribe(userId, language, limit.signal), isLate]);
  } finally {
    clearTimeout(timer);
  }
}

async function subscribe(userId: string, language: Language, signal: AbortSignal): Promise<void> {
  const { publicKey } = (await call<typeof getPushKey>('GET', '/api/push/key', { signal })).data;
  const applicationServerKey = bytesOf(publicKey);
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  const fits = before && sameBytes(before.options.applicationServerKey, applicationServerKey);
  if (before && !fits) await before.unsubscribe();
  const made = fits ? before : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  // Nobody waits for it any more.
  if (signal.aborted) await made.unsubscribe();
  signal.throwIfAborted();
  const { endpoint, keys } = made.toJSON();
  await call<typeof addPushSubscription>('POST', '/api/push/subscriptions', {
    body: {
      userId,
      endpoint: endpoint ?? '',
      keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
      language,
      publicKey,
    },
    signal,
  });
  keepWish(userId, true);
}

export async function stopPush(userId: string): Promise<void> {
  keepWish(userId, false);
  const made = await subscription();
  if (!made) return;
  await made.unsubscribe();
  await call<typeof removePushSubscription>('DELETE', '/api/push/subscriptions', {
    body: { userId, endpoint: made.endpoint },
  });
}

/** Once somebody is signed in: goes on for whoever wants it, and ends what was somebody else's. */
export async function resumePush(userId: string, language: Language): Promise<void> {
  const made = await subscription();
  if (wantsPush(userId) && Notification.permission === 'granted') await startPush(userId, language);
  else await made?.unsubscribe();
}
