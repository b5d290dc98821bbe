import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { getSession } from '@dazi/contract/identity/identity';
import { getSettings } from '@dazi/contract/kernel/service';
import { eventsPath } from '@dazi/contract/live/live.rules';
import { createPost } from '@dazi/contract/posts/posts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { cookieHeader } from '../../testing/test-request.ts';

/** Connections that stop half way, with the limits of an installation: they hold up nobody, their own account neither. */

const megabyte = 1024 * 1024;
let app: TestApp;
let ann: TestPerson;
let bob: TestPerson;
const open = new Set<Socket>();

beforeEach(async () => {
  app = await startTestApp({ RATE_LIMIT_FACTOR: '1' });
  [ann, bob] = [await app.person('Ann'), await app.person('Bob')];
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  open.clear();
  await app.close();
});

/** Writes requests down one connection, the next behind the one before. */
async function sent(...requests: (string | Buffer)[]): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  open.add(socket);
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect');
  for (const request of requests) socket.write(request);
  return socket;
}

/** A moment in which the server reads what came, or notices who went. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 300));

function head(line: string, person: TestPerson | null, more: Record<string, string | number> = {}): string {
  const fields = { host: new URL(app.url).host, ...(person && cookieHeader(person.cookies)), ...more };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  return `${[`${line} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
}

const json = { 'content-type': 'application/json' };
const largeBody = Buffer.concat([
  Buffer.from(JSON.stringify({ content: 'x', location: haight })),
  Buffer.alloc(2 * megabyte, ' '),
]);

const isAnswered = async (answer: Promise<{ status: number }>): Promise<number> => {
  const late = new Promise<number>((resolve) => setTimeout(resolve, 4000, 0));
  return Promise.race([answer.then(({ status }) => status), late]);
};

test('small bodies that stop half way hold up neither their account nor their network', async () => {
  for (let count = 0; count < 40; count++) {
    const who = count % 2 ? ann : null;
    const path = who ? '/api/users' : '/api/auth/sign-out';
    await sent(head(`POST ${path}`, who, { ...json, 'content-length': 100 }), '{');
  }
  await aMoment();
  expect(await isAnswered(ann.call(getSession, {}))).toBe(200);
  expect(await isAnswered(app.visitor().call(getSettings, {}))).toBe(200);
});

test('requests behind an unfinished answer give back what they took when their connection ends', async () => {
  const stream = head(`GET ${eventsPath}`, ann);
  const post = head('POST /api/messages', ann, { ...json, 'content-length': largeBody.length });
  for (let count = 0; count < 6; count++) {
    const small = head('GET /api/auth/session', ann).repeat(10);
    const socket = await sent(stream, post, largeBody.subarray(0, 1000), small);
    await aMoment();
    socket.destroy();
  }
  await aMoment();
  expect(await isAnswered(ann.call(getSession, {}))).toBe(200);
  const body = { content: 'x', location: haight, address: ' '.repeat(2 * megabyte) };
  expect(await isAnswered(bob.call(createPost, { body }))).toBe(200);
  expect(await isAnswered(ann.call(createPost, { body }))).toBe(200);
});

test('answers that wait behind an unfinished one hold no places', async () => {
  const post = head('POST /api/messages', ann, { ...json, 'content-length': largeBody.length });
  for (let count = 0; count < 4; count++) await sent(head(`GET ${eventsPath}`, ann), post, largeBody);
  await aMoment();
  const body = { content: 'x', location: haight, address: ' '.repeat(2 * megabyte) };
  for (const person of [bob, ann]) expect(await isAnswered(person.call(createPost, { body }))).toBe(200);
});

test('a packed body is refused at once', async () => {
  const packed = gzipSync(JSON.stringify({ content: 'x', location: haight }));
  for (const encoding of ['gzip', 'br', 'deflate']) {
    const answer = await ann.fetch('/api/messages', {
      method: 'POST',
      headers: { ...json, 'content-encoding': encoding },
      body: packed,
    });
    expect(await answer.json()).toMatchObject({ success: false, code: 'INVALID_JSON' });
  }
});
