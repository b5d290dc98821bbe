import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

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
