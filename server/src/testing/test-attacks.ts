import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import type { TestPerson } from './test-person.ts';
import { cookieHeader, rawRequest } from './test-request.ts';

/** What one account can send to make a server busy, and how long everybody else waits meanwhile. */
export interface Attack {
  name: string;
  send(person: TestPerson): Promise<unknown>;
}

const megabyte = 1024 * 1024;

const filled = (unit: string, size_bytes: number) => unit.repeat(Math.floor(size_bytes / unit.length));

/** Sends and waits for whatever comes of it; a connection that is cut is an answer too. */
async function sendTo(
  person: TestPerson,
  path: string,
  body: Uint8Array | string | undefined,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<number> {
  try {
    const answer = await rawRequest(person.origin, {
      method,
      path,
      headers: { 'content-type': 'application/json', ...cookieHeader(person.cookies), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    return answer.status;
  } catch {
    return 0;
  }
}

const attack = (name: string, path: string, body: () => string, times = 1): Attack => ({
  name,
  send(person) {
    const bytes = Buffer.from(body());
    return Promise.all(Array.from({ length: times }, () => sendTo(person, path, bytes)));
  },
});

const post = '/api/messages';

/** Each shape once as large as it was ever taken, and once as large as it is taken now. */
const shapes: [name: string, json: (size_bytes: number) => string][] = [
  ['half characters', (size) => `{"content":"${filled('\\ud800', size)}"}`],
  ['whole characters, escaped', (size) => `{"content":"${filled('\\ud83d\\ude00', size)}"}`],
  ['escaped letters', (size) => `{"content":"${filled('\\u0041', size)}"}`],
  ['escaped quotes', (size) => `{"content":"${filled('\\"', size)}"}`],
  ['backslashes before a NUL', (size) => `{"content":"${filled('\\\\', size)}\\u0000"}`],
  ['empty objects under an unknown key', (size) => `{"x":[${filled('{},', size)}{}]}`],
  ['numbers in imageUrls', (size) => `{"content":"x","imageUrls":[${filled('1,', size)}1]}`],
  ['texts in imageUrls', (size) => `{"content":"x","imageUrls":[${filled('"",', size)}""]}`],
  ['nested arrays', (size) => filled('[', size / 2) + filled(']', size / 2)],
  ['nested objects', (size) => filled('{"a":', size)],
  ['many keys', (size) => `{${Array.from({ length: size / 12 }, (_, index) => `"k${index}":1`).join()}}`],
  ['one key again and again', (size) => `{${filled('"content":"x",', size)}"content":"y"}`],
  ['a long key', (size) => `{"${filled('k', size)}":1}`],
  ['a long number', (size) => `{"content":${filled('9', size)}}`],
  ['a long fraction', (size) => `{"content":0.${filled('1', size)}e-5}`],
  ['white space', (size) => `{"content":"x"${filled(' ', size)}}`],
  [
    'text that is no picture',
    (size) => `{"content":"x","imageUrls":["data:image/png;base64,${filled('A', size)}"]}`,
  ],
  ['colons', (size) => `{"a"${filled(':', size)}1}`],
];

const jsonAttacks = shapes.flatMap(([name, json]) => [
  attack(`27 MB of ${name}`, post, () => json(27 * megabyte)),
  attack(`8 MB of ${name}`, post, () => json(8 * megabyte - 200)),
]);

const search = (index: number) =>
  `/api/messages?west=-180&south=-80&east=180&north=80&keywords=${encodeURIComponent(`a${index}`)}`;

/** As many as the limits let through, and more, all at once. */
const crowds: Attack[] = [
  attack('four times 27 MB of nested arrays', post, () => filled('[', 27 * megabyte), 4),
  attack('four times 8 MB of empty objects', post, () => `[${filled('{},', 8 * megabyte - 200)}{}]`, 4),
  attack(
    '100 times 3 MB of half characters at an endpoint of 128 KiB',
    '/api/users/me/x',
    () => `{"content":"${filled('\\ud800', 3 * megabyte)}"}`,
    100,
  ),
  attack(
    '3 MB of half characters to a conversation',
    '/api/conversations/abcdefghijkl',
    () => `{"content":"${filled('\\ud800', 3 * megabyte - 200)}"}`,
    4,
  ),
  attack(
    '120 times 128 KiB of elements',
    '/api/live/sync',
    () => `[${filled('0,', 128 * 1024 - 200)}0]`,
    120,
  ),
  attack(
    '120 times as many elements as are taken',
    '/api/live/sync',
    () => `{"areas":[${filled('{},', 3 * 3300)}{}]}`,
    120,
  ),
  ...[
    '/api/openapi.json',
    '/api/docs/json',
    '/api/docs/yaml',
    '/api/docs',
    '/',
    '/api/settings',
    '/nowhere',
  ].map(
    (path): Attack => ({
      name: `150 times ${path}`,
      send: (person) =>
        Promise.all(Array.from({ length: 150 }, () => sendTo(person, path, undefined, {}, 'GET'))),
    }),
  ),
  {
    name: '600 lists of the map at once',
    send: (person) =>
      Promise.all(
        Array.from({ length: 600 }, (_, index) => sendTo(person, search(index), undefined, {}, 'GET')),
      ),
  },
  {
    name: '120 posts at once',
    send: (person) => {
      const body = JSON.stringify({
        content: 'x'.repeat(300),
        location: { latitude: 37.77, longitude: -122.44 },
      });
      return Promise.all(Array.from({ length: 120 }, () => sendTo(person, post, body)));
    },
  },
];

const addresses: Attack[] = [
  {
    name: '100 addresses of 7,000 parameters',
    send: (person) =>
      Promise.all(
        Array.from({ length: 100 }, () =>
          sendTo(person, `/api/messages?${filled('a&', 14_000)}`, undefined, {}, 'GET'),
        ),
      ),
  },
  {
    name: '100 addresses of one parameter again and again',
    send: (person) =>
      Promise.all(
        Array.from({ length: 100 }, () =>
          sendTo(person, `/api/messages?${filled('west=1&', 14_000)}`, undefined, {}, 'GET'),
        ),
      ),
  },
  {
    name: '100 long headers',
    send: (person) =>
      Promise.all(
        Array.from({ length: 100 }, () =>
          sendTo(
            person,
            '/api/messages',
            undefined,
            { 'accept-language': filled('en;q=0.1,', 12_000) },
            'GET',
          ),
        ),
      ),
  },
  {
    name: '100 long cookies',
    send: (person) =>
      Promise.all(
        Array.from({ length: 100 }, () =>
          sendTo(person, '/api/messages', undefined, { cookie: filled('a=%41;', 12_000) }, 'GET'),
        ),
      ),
  },
  {
    name: 'a thousand requests down one connection',
    async send(person) {
      const { hostname, port, host } = new URL(person.origin);
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      const { cookie = '' } = cookieHeader(person.cookies);
      socket.resume();
      socket.write(`GET /api/settings HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n\r\n`.repeat(1000));
      await new Promise((resolve) => setTimeout(resolve, 3000));
      socket.destroy();
    },
  },
];

const boundary = '----dazi';
const part = (headers: string, body: Uint8Array | string) =>
  Buffer.concat([Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]);
const fileHead = 'Content-Disposition: form-data; name="file"; filename="x"';
const form = (...parts: Uint8Array[]) => Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
const preset = (kind: string) =>
  part('Content-Disposition: form-data; name="upload_preset"', `dazi_${kind}s`);

const upload = (name: string, body: () => Uint8Array | Promise<Uint8Array>, kind = 'image'): Attack => ({
  name,
  async send(person) {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    await sendTo(person, `/api/uploads/${kind}/upload`, await body(), headers);
  },
});

const file = (name: string, bytes: () => Uint8Array | Promise<Uint8Array>, kind = 'image') =>
  upload(name, async () => form(preset(kind), part(fileHead, await bytes())), kind);

/** A GIF of many pictures of one pixel each. */
function gifOf(pictures: number): Buffer {
  const screen = Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  ]);
  const picture = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return Buffer.concat([screen, ...Array.from({ length: pictures }, () => picture), Buffer.from([0x3b])]);
}

const box = (type: string, body: Uint8Array) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};

const uploads: Attack[] = [
  upload('many parts', () => form(Buffer.alloc(20 * megabyte, part(fileHead, 'x')))),
  upload('long headers of a part', () => form(part(`${fileHead}\r\nX: ${filled('x', 20 * megabyte)}`, 'x'))),
  upload('a form that never begins', () => Buffer.alloc(20 * megabyte, '\r\n--')),
  file('a GIF of a million pictures', () => gifOf(1_200_000)),
  file('a GIF of small blocks', () =>
    Buffer.concat([
      gifOf(1).subarray(0, -1),
      Buffer.from([0x21, 0xfe]),
      Buffer.alloc(19 * megabyte, '\x01x'),
      Buffer.from([0, 0x3b]),
    ]),
  ),
  file('a zip of small files', () => {
    const entry = Buffer.alloc(31);
    entry.write('PK\x03\x04', 'latin1');
    entry.writeUInt16LE(1, 26);
    entry.write('x', 30);
    return Buffer.concat(Array.from({ length: 600_000 }, () => entry));
  }),
  file(
    'a video of a million empty boxes',
    () =>
      Buffer.concat([
        box('ftyp', Buffer.from('isom\0\0\0\0isom')),
        Buffer.alloc(8 * 1_200_000, box('free', Buffer.alloc(0))),
      ]),
    'video',
  ),
  file(
    'an AVI of a million empty lists',
    () => {
      const chunks = Buffer.alloc(8 * 1_200_000, Buffer.from('JUNK\0\0\0\0'));
      const head = Buffer.alloc(12);
      head.write('RIFF', 'latin1');
      head.writeUInt32LE(chunks.length + 4, 4);
      head.write('AVI ', 8, 'latin1');
      return Buffer.concat([head, chunks]);
    },
    'video',
  ),
  file(
    'a WebM of a million empty elements',
    () =>
      Buffer.concat([
        Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84, 0x77, 0x65, 0x62, 0x6d]),
        Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
        Buffer.alloc(2 * 4_000_000, Buffer.from([0xec, 0x80])),
      ]),
    'video',
  ),
  file('a picture of 99 million pixels', () =>
    sharp({ create: { width: 9900, height: 9900, channels: 3, background: '#123' } })
      .png()
      .toBuffer(),
  ),
];

export const attacks: readonly Attack[] = [...jsonAttacks, ...crowds, ...addresses, ...uploads];

/** Asks every 30 ms, in a thread of its own, and tells the longest wait of those that began since the last look. */
const watching = `
const { parentPort, workerData } = require('node:worker_threads');
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true });
let longest = 0;
const open = new Set();
const ask = () => {
  const begun = performance.now();
  open.add(begun);
  const end = () => {
    if (!open.delete(begun)) return;
    longest = Math.max(longest, performance.now() - begun);
  };
  http.get(workerData, { agent }, (answer) => answer.resume().once('end', end)).once('error', end);
};
setInterval(ask, 30);
parentPort.on('message', () => {
  const now = performance.now();
  const waiting = Math.max(0, ...[...open].map((begun) => now - begun));
  parentPort.postMessage(Math.max(longest, waiting));
  longest = 0;
});
`;

export class Watcher {
  readonly #thread: Worker;

  constructor(origin: string) {
    this.#thread = new Worker(watching, { eval: true, workerData: `${origin}/api/health` });
  }

  /** The longest wait since the last look, in ms. */
  async look(): Promise<number> {
    this.#thread.postMessage('look');
    const [longest_ms] = (await once(this.#thread, 'message')) as [number];
    return longest_ms;
  }

  /** How long others wait while somebody does this, and in the moment after. */
  async during(work: () => Promise<unknown>): Promise<number> {
    await this.look();
    await work();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return this.look();
  }

  async stop(): Promise<void> {
    await this.#thread.terminate();
  }
}
