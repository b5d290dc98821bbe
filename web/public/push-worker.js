// What the browser does for Dazi while no page is open: shows what is pushed, and leads there. It answers no requests.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data));
});

async function show(data) {
  const pushed = data?.json();
  if (!pushed) return;
  // Whoever looks at a page sees the bell.
  if ((await windows()).some((page) => page.focused)) return;
  await self.registration.showNotification(pushed.title, {
    body: pushed.body,
    tag: pushed.id,
    lang: pushed.language,
    icon: '/icon-192.png',
    requireInteraction: pushed.stays,
    data: { path: pushed.path },
  });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/'));
});

async function open(path) {
  const [page] = await windows();
  if (!page) return void (await self.clients.openWindow(path));
  await page.focus();
  page.postMessage({ type: 'open-notification', path });
}

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});

/** The push service has changed the address of this browser. */
async function renew(before, after) {
  const applicationServerKey = before?.options.applicationServerKey;
  const made =
    after ??
    (applicationServerKey &&
      (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })));
  if (!made) return;
  const { endpoint, keys } = made.toJSON();
  const key = String.fromCharCode(...new Uint8Array(made.options.applicationServerKey));
  const publicKey = btoa(key).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  const [language] = self.navigator.language.split('-');
  await fetch('/api/push/subscriptions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys, publicKey, language: ['ja', 'zh'].includes(language) ? language : 'en' }),
  });
}
