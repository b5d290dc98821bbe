import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { keepForOffline } from './service-worker.ts';

const source = readFileSync(new URL('../../public/service-worker.js', import.meta.url), 'utf8');
const origin = 'https://dazi.example';

/** The worker as a browser runs it: what it keeps lies in `kept`, by path. */
function worker(answers: (path: string) => Response, opens = async () => {}) {
  const kept = new Map<string, Response>();
  const cache = {
    match: async (path: string) => kept.get(path)?.clone(),
    put: async (path: string, answer: Response) => void kept.set(path, answer),
    keys: async () => [...kept.keys()].map((path) => ({ url: origin + path })),
    add: async (asked: string | { url: string }) => {
      const path = typeof asked === 'string' ? asked : new URL(asked.url).pathname;
      kept.set(path, answers(path));
    },
    delete: async (path: string) => kept.delete(path),
  };
  const listeners = new Map<string, (event: object) => void>();
  runInNewContext(source, {
    URL,
    Set,
    Request: class {
      readonly url: string;
      constructor(path: string) {
        this.url = origin + path;
      }
    },
    fetch: async (asked: string | { url: string }) =>
      answers(new URL(typeof asked === 'string' ? asked : asked.url, origin).pathname),
    caches: { open: () => opens().then(() => cache) },
    self: {
      location: { origin },
      addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    },
  });
  const told = async (name: string, event: object) => {
    const waiting: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    listeners.get(name)!({
      ...event,
      waitUntil: (work: Promise<unknown>) => waiting.push(work),
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
    });
    const given = await answer;
    await Promise.all(waiting);
    return given;
  };
  return {
    kept,
    get: (path: string) =>
      told('fetch', { request: { method: 'GET', mode: 'cors', url: origin + path, headers: new Headers() } }),
    keep: (paths: string[]) => told('message', { data: { type: 'keep', paths, isAll: false } }),
  };
}

function answer(body: string, type: string): Response {
  const made = new Response(body, { headers: { 'content-type': type } });
  // As the browser says of what comes from the own address.
  Object.defineProperty(made, 'type', { value: 'basic' });
  return made;
}
const script = () => answer('code', 'text/javascript; charset=utf-8');
const notice = () => answer('<h1>Back in a moment</h1>', 'text/html');

test('a page in the place of a file is handed on and not kept, or the code would never come again', async () => {
  let isDown = true;
  const { get, keep, kept } = worker(() => (isDown ? notice() : script()));
  expect(await (await get('/assets/start.js'))?.text()).toContain('Back');
  await keep(['/assets/map.js']);
  expect([...kept.keys()]).toEqual([]);
  isDown = false;
  expect(await (await get('/assets/start.js'))?.text()).toBe('code');
  await keep(['/assets/map.js']);
  expect([...kept.keys()]).toEqual(['/assets/start.js', '/assets/map.js']);
});

test('where nothing can be kept, files come from the server as without a worker', async () => {
  const { get } = worker(script, () => Promise.reject(new Error('Unexpected internal error')));
  expect(await (await get('/assets/start.js'))?.text()).toBe('code');
  expect(await (await get('/theme.js'))?.text()).toBe('code');
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A page when its worker is ready; `load` is a file that has come, past the worker or through it. */
async function page() {
  const told: string[] = [];
  const active = { postMessage: ({ paths }: { paths: string[] }) => void told.push(...paths) };
  const ready = Promise.resolve({ active });
  const serviceWorker = Object.assign(new EventTarget(), { register: async () => {}, ready });
  vi.stubGlobal('navigator', { serviceWorker });
  vi.stubGlobal('window', { location: { origin } });
  const entry = (path: string, workerStart: number) =>
    ({ name: origin + path, startTime: performance.now(), workerStart }) as PerformanceResourceTiming;
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry('/assets/start.js', 0)]);
  let observed = (_list: { getEntries: () => PerformanceEntry[] }) => {};
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(listener: typeof observed) {
        observed = listener;
      }
      observe() {}
    },
  );
  await keepForOffline();
  return {
    told,
    load: (path: string, way: 'past' | 'through') =>
      observed({ getEntries: () => [entry(path, way === 'past' ? 0 : performance.now())] }),
    takesOver: () => serviceWorker.dispatchEvent(new Event('controllerchange')),
  };
}

test('a file that came past the worker is told, whenever it is said to have begun', async () => {
  const { told, load, takesOver } = await page();
  load('/assets/between.js', 'past');
  takesOver();
  load('/assets/map-worker.js', 'past');
  load('/assets/late.js', 'through');
  load('/api/media/picture.jpg', 'past');
  expect(told).toEqual(['/assets/start.js', '/assets/between.js', '/assets/map-worker.js']);
});
