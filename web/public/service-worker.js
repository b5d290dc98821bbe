// What the browser does for Dazi beside its pages: shows what is pushed and leads there, and opens Dazi without a
// network from copies of its own files. Whatever is of people (calls, the stream, media, signing in) never passes here.

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(begin()));

async function begin() {
  for (const name of await caches.keys()) if (name !== copies) await caches.delete(name);
  // With it the browser asks twice for what is left to it: two sign-ins at once, of which none is known in the end.
  await self.registration.navigationPreload?.disable();
  await self.clients.claim();
}

/** Another form of what is kept takes another name. */
const copies = 'dazi-files-1';
/** More files than these are not kept; the map has the most, a few for each place that was looked at. */
const filesLimit = 600;

/** The page is the same at every address. */
const page = '/';
const isPage = (path) => !/^\/(api|idp|demo-sign-in)(\/|$)/.test(path) && !/\.\w+$/.test(path);
/** Named after what is in them. */
const isForEver = (path) => path.startsWith('/assets/');
const isFile = (path) => isForEver(path) || /^\/(map\/.+|[\w.-]+)\.\w+$/.test(path);

self.addEventListener('fetch', (event) => {
  const { method, mode, url, headers } = event.request;
  const { origin, pathname, search } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  if (mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(answeredOr(event, () => caches.match(page, { cacheName: copies })));
  } else if (isFile(pathname) && search === '' && !headers.has('range')) event.respondWith(fileOf(event, pathname));
});

/** What the server answers, whatever that is; without an answer the copy, if there is one. */
async function answeredOr(event, copy) {
  try {
    return await fetch(event.request);
  } catch (error) {
    const kept = await copy();
    if (kept) return kept;
    throw error;
  }
}

/** Not what stands between and answers everything with a page of its own: once kept, that would stay. */
const isWanted = ({ status, type, headers }) =>
  status === 200 && type === 'basic' && !/^text\/html/i.test(headers.get('content-type') ?? '');

async function fileOf(event, path) {
  // A disk that is full, or a browser that keeps nothing, refuses the question already.
  const cache = await caches.open(copies).catch(() => null);
  const copy = async () => cache?.match(path, { ignoreVary: true });
  const kept = isForEver(path) && (await copy().catch(() => null));
  if (kept) return kept;
  const answer = await answeredOr(event, copy);
  if (cache && isWanted(answer)) event.waitUntil(cache.put(path, answer.clone()).catch(() => {}));
  return answer;
}

self.addEventListener('message', (event) => {
  if (event.data?.type !== 'keep') return;
  const { paths, isAll } = event.data;
  event.waitUntil(keep(paths.filter(isFile), isAll));
});

async function fetchInto(cache, path) {
  const answer = await fetch(path);
  if (isWanted(answer)) await cache.put(path, answer);
}

/** What a page has loaded before this was there. Once all of it is known, of too much the oldest goes. */
async function keep(paths, isAll) {
  const cache = await caches.open(copies);
  if (isAll) await cache.add(new Request(page, { cache: 'no-store' }));
  const held = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const path of paths) if (!held.has(path)) await fetchInto(cache, path).catch(() => {});
  if (!isAll) return;
  const wanted = new Set([page, ...paths]);
  const rest = [...held].filter((path) => !wanted.has(path));
  for (const path of rest.slice(0, Math.max(0, held.size - filesLimit))) await cache.delete(path);
}

/** Those that show a page of Dazi: a picture in a tab of its own has no bell and follows nothing. */
async function windows() {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter(({ url }) => isPage(new URL(url).pathname));
}

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
