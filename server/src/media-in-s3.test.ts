import { exportAccount } from '@dazi/contract/identity/identity';
import { uploadLimits } from '@dazi/contract/media/uploads.rules';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepStrayFiles } from '#features/media/media.service.ts';
import { archiveOf } from './testing/busy-person.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';
import { makeTestDatabase, openMade } from './testing/test-database.ts';
import { TestPerson } from './testing/test-person.ts';
import { TestS3 } from './testing/test-s3.ts';
import { fingerprintOfTables } from './testing/test-tables.ts';
import { upload, uploaded } from './testing/test-uploads.ts';

/** The whole server with its media in a bucket. */
let s3: TestS3;
let app: TestApp;
let ann: TestPerson;
let noise: Buffer;

beforeAll(async () => {
  s3 = await new TestS3().start();
  app = await startTestApp(s3.settings);
  ann = await app.person('Ann');
  const kind = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  noise = await sharp({ create: { width: 1500, height: 1500, channels: 3, background: '#000', noise: kind } })
    .png()
    .toBuffer();
});
afterAll(async () => {
  await app?.close();
  await s3?.stop();
});
beforeEach(() => {
  s3.manner = 'fine';
});

/** A file that nobody reads would keep its connection, and the server, open. */
async function statusOf(person: TestPerson, url: string) {
  const answer = await person.fetch(url, { redirect: 'manual' });
  await answer.arrayBuffer();
  return answer.status;
}

const idOf = (url: string) => url.split('/').at(-1)!;
const keysOf = (url: string) => [...s3.objects.keys()].filter((key) => key.includes(idOf(url)));
const partsOf = () => [...s3.objects.keys()].filter((key) => key.startsWith('parts/'));

/** In parts, each to somebody of these in turn. */
async function inParts(people: readonly TestPerson[], file: Buffer, id: string, only?: number) {
  const starts = Array.from({ length: Math.ceil(file.length / uploadLimits.chunk_bytes) }, (_, at) => at);
  const answers: Awaited<ReturnType<typeof upload>>[] = [];
  for (const at of only === undefined ? starts : [only]) {
    const first = at * uploadLimits.chunk_bytes;
    const part = file.subarray(first, first + uploadLimits.chunk_bytes);
    answers.push(
      await upload(people[at % people.length]!, {
        file: part,
        headers: {
          'x-unique-upload-id': id,
          'content-range': `bytes ${first}-${first + part.length - 1}/${file.length}`,
        },
      }),
    );
  }
  return answers;
}

test('pictures are stored there, read whole and in parts through this server, and not without their post', async () => {
  const url = await uploaded(ann);
  expect(keysOf(url)).toHaveLength(2);
  const post = await ann.post({ imageUrls: [url] });
  const bytes = s3.objects.get(keysOf(url).find((key) => key.endsWith('original'))!)!.bytes;
  const whole = await app.visitor().fetch(url);
  expect(whole.headers.get('content-type')).toBe('image/png');
  expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
  const part = await app.visitor().fetch(url, { headers: { range: 'bytes=10-19' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`]);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true);
  s3.asked.length = 0;
  const head = await app.visitor().fetch(url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  expect(s3.asked.filter((asked) => asked.startsWith('GET'))).toEqual([]);
  expect(await statusOf(app.visitor(), `${url}/thumbnail`)).toBe(200);
  expect((await ann.fetch(`/api/messages/${post.id}`, { method: 'DELETE' })).status).toBe(200);
  expect(await statusOf(app.visitor(), url)).toBe(404);
});

test('while the bucket is away everybody is asked to come again, and nothing is lost', async () => {
  const url = await uploaded(ann);
  await ann.post({ imageUrls: [url] });
  const id = 'an-upload-that-waits';
  expect(noise.length).toBeGreaterThan(uploadLimits.chunk_bytes);
  expect(await inParts([ann], noise, id, 0)).toMatchObject([{ status: 200, data: null }]);
  const fingerprint = await fingerprintOfTables(app.deps.db);
  const before = [await fingerprint(), [...s3.objects.keys()]];
  const comesAgain = async (answer: Response) => {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' });
  };
  s3.manner = 'cut';
  await comesAgain(await app.visitor().fetch(url));
  await comesAgain(await ann.fetch(exportAccount.path));
  expect(await upload(ann)).toMatchObject({ success: false, status: 503, code: 'UNAVAILABLE' });
  expect(await inParts([ann], noise, id, 1)).toMatchObject([{ status: 503, code: 'UNAVAILABLE' }]);
  expect(await (await app.visitor().fetch('/readyz')).json()).toMatchObject({ media: 'down' });
  expect([await fingerprint(), [...s3.objects.keys()]]).toEqual(before);

  s3.manner = 'fine';
  expect(await statusOf(app.visitor(), url)).toBe(200);
  const ended = await inParts([ann], noise, id, 1);
  expect(ended).toMatchObject([{ status: 200, data: { contentType: 'image/png' } }]);
  expect(partsOf()).toEqual([]);
});

test('what nobody ever finished is swept up after a day, and what is not ours stays', async () => {
  await inParts([ann], noise, 'never-to-be-finished', 0);
  const url = await uploaded(ann);
  await ann.post({ imageUrls: [url] });
  const yesterday = new Date(app.clock.read().getTime() - 25 * 60 * 60 * 1000);
  const stray = ['zz/0000-zz/original', 'zz/0000-zz/thumbnail'];
  for (const key of [...stray, 'backups/today.zip', 'notes']) {
    s3.objects.set(key, { bytes: Buffer.from('x'), modifiedAt: yesterday });
  }
  await sweepStrayFiles(app.deps);
  expect(partsOf()).toHaveLength(1);
  for (const object of s3.objects.values()) object.modifiedAt = yesterday;
  await sweepStrayFiles(app.deps);
  expect([partsOf(), keysOf(url).length]).toEqual([[], 2]);
  expect(stray.filter((key) => s3.objects.has(key))).toEqual([]);
  expect(s3.objects.has('backups/today.zip') && s3.objects.has('notes')).toBe(true);
});

test('a row without a file is not found, said once, and named in the archive of its owner', async () => {
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const logging = await startTestApp(s3.settings, { logLevel: 'error' }, undefined, { logTo });
  try {
    const eve = await logging.person('Eve');
    const [lost, kept] = [await uploaded(eve), await uploaded(eve)];
    for (const key of keysOf(lost)) s3.objects.delete(key);
    for (let times = 0; times < 3; times++) {
      const answer = await eve.fetch(lost);
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { success: false, code: 'NOT_FOUND' },
      ]);
    }
    expect(lines.filter((line) => line.includes('a medium has no file'))).toHaveLength(1);
    const { files } = await archiveOf(eve);
    expect([...files.keys()].filter((name) => name.startsWith('media/'))).toEqual([
      `media/${idOf(kept)}.png`,
    ]);
    for (const name of ['README.txt', 'index.html']) {
      const text = files.get(name)!.toString();
      expect(text).toContain('could not be included');
      expect(text).toContain(`media/${idOf(lost)}.png`);
    }
    for (const key of keysOf(kept)) s3.objects.delete(key);
  } finally {
    await logging.close();
  }
  const { files } = await archiveOf(await app.person('Somebody with everything'));
  expect(files.get('README.txt')!.toString()).not.toContain('could not be included');
});

describe('with S3_REDIRECT', () => {
  let redirecting: TestApp;
  beforeAll(async () => {
    redirecting = await startTestApp({ ...s3.settings, S3_REDIRECT: '1' });
  });
  afterAll(() => redirecting?.close());

  test('browsers fetch large files from the bucket, if they may see them', async () => {
    const owner = await redirecting.person('Owner');
    const [large, small] = [await uploaded(owner, { file: noise }), await uploaded(owner)];
    const answer = await owner.fetch(large, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, no-store']);
    const address = answer.headers.get('location')!;
    expect(address.startsWith(`${s3.origin}/${s3.bucket}/`)).toBe(true);
    const bytes = await fetch(address, { headers: { range: 'bytes=0-3' } });
    expect([bytes.status, bytes.headers.get('content-type')]).toEqual([206, 'image/png']);
    await bytes.arrayBuffer();
    const whole = await fetch(address);
    expect(
      Buffer.from(await whole.arrayBuffer()).equals(
        s3.objects.get(new URL(address).pathname.slice(`/${s3.bucket}/`.length))!.bytes,
      ),
    ).toBe(true);
    const unsigned = await fetch(address.split('?')[0]!);
    await unsigned.arrayBuffer();
    expect(unsigned.status).toBe(403);
    const stranger = await redirecting.person('Stranger');
    expect(await statusOf(stranger, large)).toBe(404);
    expect(await statusOf(owner, small)).toBe(200);
    expect(await statusOf(owner, `${large}/thumbnail`)).toBe(200);
    expect(await statusOf(ann, await uploaded(ann, { file: noise }))).toBe(200);
  });
});

const superuserUrl = process.env.TEST_DATABASE_URL;

// The embedded database belongs to one process.
describe.runIf(superuserUrl)('two nodes on one PostgreSQL and one bucket', () => {
  let nodes: TestApp[] = [];
  beforeAll(async () => {
    const url = await makeTestDatabase(superuserUrl!);
    const open = () => openMade(url);
    nodes = [await startTestApp(s3.settings, {}, open), await startTestApp(s3.settings, {}, open)];
  });
  afterAll(() => Promise.all(nodes.map((node) => node.close())));

  test('finish an upload whose parts went to both, whichever has the last one', async () => {
    const here = await nodes[0]!.person('Ines');
    const there = new TestPerson(nodes[1]!.url);
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    for (const [number, order] of [
      [here, there],
      [there, here],
    ].entries()) {
      const answers = await inParts(order, noise, `an-upload-of-both-${number}`);
      expect(answers[0]).toMatchObject({ status: 200, data: null });
      const last = answers.at(-1)!;
      expect(last).toMatchObject({ status: 200, data: { contentType: 'image/png', width: 1500 } });
      expect(partsOf()).toEqual([]);
      const url = last.success ? last.secure_url! : '';
      for (const person of [here, there]) expect(await statusOf(person, url)).toBe(200);
      expect(await statusOf(nodes[1]!.visitor(), url)).toBe(404);
    }
  });
});
