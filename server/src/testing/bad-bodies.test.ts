import { listMessages, sendMessage } from '@dazi/contract/chat/conversations';
import { defaultBodyLimit, type Endpoint, failureSchema } from '@dazi/contract/kernel/endpoint';
import { uploadFile } from '@dazi/contract/media/uploads';
import { notificationLimits } from '@dazi/contract/notifications/notification-limits.rules';
import { readNotifications } from '@dazi/contract/notifications/notifications';
import { addComment } from '@dazi/contract/posts/comments';
import { createPost } from '@dazi/contract/posts/posts';
import { endpoints } from '@dazi/contract/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSampleScene, makeSamples, type Sample, type SampleScene } from './bad-input-scene.ts';
import { spoilt, textsIn } from './hostile-input.ts';
import { json, requestOf, Sender } from './refused-requests.ts';
import { callRows } from './surfaces.ts';
import { haight } from './test-person.ts';
import { type RawRequest, rawRequest } from './test-request.ts';
import { shareOf } from './test-share.ts';

/** Bodies and addresses that no endpoint takes, whatever it is about. */

let scene: SampleScene;
let sender: Sender;
let samples: Record<string, Sample>;
beforeAll(async () => {
  scene = await makeSampleScene();
  sender = await Sender.of(scene.app);
  samples = await makeSamples(scene, callRows);
});
afterAll(() => scene.close());

const sent = (request: RawRequest, as = scene.ann) => sender.send(request, as);
const actorFor = ({ name }: Endpoint) => (samples[name]?.as ? scene.app.visitor() : scene.ann);

/** Forms are another matter: features/media/bad-forms.test.ts. */
const withBody = endpoints.filter(({ method, name }) => method !== 'GET' && name !== uploadFile.name);
const named = (list: readonly Endpoint[]) =>
  list.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe('a NUL character', () => {
  test.each(named(withBody))('in any text of %s is refused with 400', async (_name, endpoint) => {
    const sample = samples[endpoint.name]!;
    for (const path of textsIn(sample.body)) {
      for (const raw of ['"a\\u0000b"', '"\\\\\\u0000"']) {
        const request = requestOf(endpoint, sample, { body: spoilt(sample.body, path, raw) });
        expect([path.join('.'), await sent(request)]).toEqual([path.join('.'), 'INVALID_INPUT']);
      }
    }
  });

  test.each(named(endpoints.filter(({ name }) => /^list/.test(name))))(
    'in any part of the query of %s is refused with 400',
    async (_name, endpoint) => {
      const { query = {}, params = {} } = samples[endpoint.name]!;
      for (const name of Object.keys(query)) {
        const request = requestOf(endpoint, { params, query: { ...query, [name]: 'a\u0000b' } });
        expect([name, await sent(request)]).toEqual([name, 'INVALID_INPUT']);
      }
    },
  );

  test('is not seen where there is none: a backslash before u0000 is a text', async () => {
    const body = { content: 'C:\\u0000', location: haight };
    expect(await sent(requestOf(createPost, { body }))).toBeNull();
  });
});

describe('half a character', () => {
  test('becomes the sign for what cannot be shown, and a whole one stays', async () => {
    const { params } = samples.sendMessage!;
    const body = (content: string) =>
      requestOf(sendMessage, { params: params! }, { body: `{"content":"${content}"}` });
    for (const content of ['a\\ud800b', '\\udc00\\ud83d\\ude00', 'C:\\\\ud800', '\\uD83D']) {
      expect(await sent(body(content))).toBeNull();
    }
    const { data } = await scene.ann.get(listMessages, { params: params as never });
    const said = (data as { content: string }[]).slice(-4).map(({ content }) => content);
    expect(said).toEqual(['a\ufffdb', '\ufffd\u{1f600}', 'C:\\ud800', '\ufffd']);
  });
});

// Refused before any database is asked: each endpoint on one of the two.
describe('bodies that are no JSON', () => {
  test.each(shareOf(named(withBody)))('%s', async (_name, endpoint) => {
    const request = requestOf(endpoint, samples[endpoint.name]!);
    const send = (body: string | Uint8Array, headers: Record<string, string> = json) =>
      sent({ ...request, headers, body }, actorFor(endpoint));
    for (const body of ['{', '{"a":', 'nothing', "{'a':1}", '{"a":1}}', '\u0000', '[1,]', 'NaN']) {
      expect([body, await send(body)]).toEqual([body, 'INVALID_JSON']);
    }
    expect(await send('{"__proto__":{"x":1}}')).toBe('INVALID_JSON');
    for (const body of ['7', '"text"', 'true', '[]', '[1]']) {
      expect([body, await send(body)]).toEqual([body, 'INVALID_INPUT']);
    }
    for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'x', '']) {
      expect([type, await send('a=1', { 'content-type': type })]).toEqual([type, 'INVALID_INPUT']);
    }
  });

  test('bytes that are no UTF-8 do no harm', async () => {
    const { body } = requestOf(addComment, samples.addComment!);
    const [before = '', after = ''] = String(body).split('Yes');
    for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
      const spoiltBody = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
      await sent({ ...requestOf(addComment, {}), headers: json, body: spoiltBody });
    }
  });
});

test('many mistakes are answered with some of them', async () => {
  const { method, path } = readNotifications;
  const body = JSON.stringify({ ids: Array(notificationLimits.kept).fill(1) });
  const answer = await scene.ann.fetch(path, { method, headers: json, body });
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({ success: false, code: 'INVALID_INPUT' });
  expect(JSON.parse(text).fields).toHaveLength(20);
  expect(text.length).toBeLessThan(2000);
});

describe('bodies that are too large', () => {
  const filled = (bytes: number) => JSON.stringify({ x: 'x'.repeat(bytes - 8) });

  test.each(shareOf(named(withBody.filter(({ bodyLimit }) => bodyLimit === defaultBodyLimit))))(
    '129 KiB on %s (MEDIA-034)',
    async (_name, endpoint) => {
      expect(defaultBodyLimit).toBe(128 * 1024);
      const request = requestOf(endpoint, samples[endpoint.name]!, { body: filled(129 * 1024) });
      expect(await sent(request, actorFor(endpoint))).toBe('TOO_LARGE');
      // Without its length announced.
      const chunked = await scene.ann.fetch(request.path, {
        method: endpoint.method,
        headers: json,
        body: new Blob([filled(129 * 1024)]).stream(),
        duplex: 'half',
      } as RequestInit);
      expect(chunked.status).toBe(413);
      expect(await chunked.json()).toMatchObject({ success: false, code: 'TOO_LARGE' });
    },
  );

  const megabyte = 1024 * 1024;
  const larger = [...withBody, uploadFile].filter(({ bodyLimit }) => bodyLimit !== defaultBodyLimit);

  test.each(named(larger))('a megabyte more than %s takes (MEDIA-034)', async (_name, endpoint) => {
    const limit = endpoint.bodyLimit;
    const row = callRows.find((each) => each.endpoint.name === endpoint.name);
    expect(limit).toBe((row?.largestBody_megabytes ?? 8) * megabyte);
    const tooLarge = endpoint.tooLargeError ?? 'TOO_LARGE';
    const { body: _none, ...request } = requestOf(endpoint, samples[endpoint.name]!);
    expect(await sent({ ...request, announced_bytes: limit + megabyte })).toBe(tooLarge);
    expect(await sent({ ...request, body: filled(limit - megabyte) })).not.toBe(tooLarge);
  });
});

describe('addresses of strange form', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api'],
    ['GET', '/api/messages/'],
    ['GET', '/api/messages/x/y'],
    ['PUT', '/api/messages'],
    ['PUT', '/api/messages/x'],
    ['DELETE', '/api/messages'],
    ['POST', '/api/health'],
    ['GET', '/api/%zz'],
    ['GET', '/%'],
    ['GET', '/api/media/../../server.lock'],
    ['GET', '/api/media/%2e%2e/%2e%2e/secrets/position-secret'],
    ['GET', '//api//messages'],
    ['OPTIONS', '/api/messages'],
  ])('%s %s is answered with the envelope', async (method, path) => {
    expect(['NOT_FOUND', 'INVALID_INPUT']).toContain(await sent({ method, path }));
  });

  test('an address longer than any server reads', async () => {
    const answer = await rawRequest(scene.app.url, { path: `/api/messages?keywords=${'x'.repeat(20_000)}` });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(failureSchema.safeParse(JSON.parse(answer.text)).success).toBe(true);
  });
});
