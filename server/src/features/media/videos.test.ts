import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { mediaLimits } from '@dazi/contract/media/media.rules';
import { saveAvatar } from '@dazi/contract/people/profiles';
import { createPost, type Post } from '@dazi/contract/posts/posts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { dataUrl, picture, pngBytes } from '../../testing/test-pictures.ts';
import { fingerprintOfTables } from '../../testing/test-tables.ts';
import {
  aviBytes,
  box,
  boxesOf,
  filmedAt,
  firstFrame,
  lastFrame,
  placeTexts,
  riff,
  takenAt,
  videoBytes,
} from '../../testing/test-videos.ts';
import { mediaAccount } from './media.account.ts';
import { isWholeMp4, isWholeWebm } from './whole-video.rules.ts';

let app: TestApp;
let ann: TestPerson;
let fingerprint: () => Promise<string>;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.person('Ann');
  fingerprint = await fingerprintOfTables(app.deps.db);
});
afterAll(() => app.close());

function storedFiles(): string[] {
  const root = join(app.dataDir, 'media');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(root, path)).isFile())
    .sort();
}
const storedBytes = (path: string) => readFileSync(join(app.dataDir, 'media', path));

const publish = (imageUrls: string[], posters?: (string | null)[]) =>
  ann.call(createPost, {
    body: { content: 'Look', location: haight, imageUrls, ...(posters && { posters }) },
  });

async function published(bytes: Uint8Array, poster: string | null = null): Promise<Post['media'][number]> {
  // Whatever the sender calls it: the content decides.
  const answer = await publish([dataUrl(bytes, 'text/html')], [poster]);
  if (!answer.success) throw new Error(`${answer.code}: ${answer.error}`);
  return answer.data.media[0]!;
}

async function download(path: string, headers: Record<string, string> = {}) {
  const answer = await app.visitor().fetch(path, { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function expectRefused(bytes: Uint8Array, status: number, code: string, posters?: string[]) {
  const before = [await fingerprint(), storedFiles()];
  expect(await publish([dataUrl(bytes, 'video/mp4')], posters)).toMatchObject({
    success: false,
    status,
    code,
  });
  expect([await fingerprint(), storedFiles()]).toEqual(before);
}

const kinds: [string, () => Promise<Buffer> | Buffer, string][] = [
  ['mp4', () => videoBytes('mp4'), 'video/mp4'],
  ['mov', filmedAt, 'video/mp4'],
  ['webm', () => videoBytes('webm'), 'video/webm'],
  ['avi', () => aviBytes(), 'video/x-msvideo'],
];

beforeAll(async () => {
  // There is a directory of files to look into.
  await published(await pngBytes(8));
});

describe('videos (MEDIA-016, MEDIA-018, MEDIA-036)', () => {
  test.each(kinds)('%s is stored without the place it was taken at', async (_kind, make, contentType) => {
    const bytes = await make();
    expect(bytes.includes(takenAt)).toBe(true);
    const before = storedFiles();
    const item = await published(bytes);
    expect(item).toMatchObject({ type: 'video', contentType });
    expect([item.width, item.height].sort()).toEqual([48, 64]);
    const files = storedFiles().filter((path) => !before.includes(path));
    expect(files).toHaveLength(2);
    for (const stored of files.map(storedBytes)) {
      for (const text of placeTexts) expect(stored.includes(text), text).toBe(false);
    }
    const { answer, bytes: handedOut } = await download(item.url);
    expect(handedOut.includes(firstFrame) && handedOut.includes(lastFrame)).toBe(true);
    expect(answer.headers.get('content-type')).toBe(contentType);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('content-disposition')).toBe(
      contentType === 'video/x-msvideo' ? 'attachment; filename="video.avi"' : null,
    );
  });

  test.each([
    ['an archive', Buffer.from('PK\u0003\u0004 and a secret')],
    ['zeros', Buffer.alloc(4096)],
    ['a few bytes', Buffer.from('secret')],
    ['a text', Buffer.from('<script>a secret</script>'.repeat(50))],
  ])('%s behind an MP4 is left behind', async (_what, behind) => {
    for (const kind of ['mp4', 'fragmented'] as const) {
      const item = await published(Buffer.concat([await videoBytes(kind), behind]));
      const { bytes } = await download(item.url);
      expect(bytes.includes(firstFrame) && bytes.includes(lastFrame)).toBe(true);
      expect(bytes.includes('secret')).toBe(false);
    }
  });

  test('an MP4 whose pictures reach to the end of the file, however long that is', async () => {
    const parts = boxesOf(await videoBytes('mp4'));
    expect(parts.at(-1)!.type).toBe('mdat');
    parts.at(-1)!.bytes.writeUInt32BE(0);
    const { bytes } = await download((await published(Buffer.concat(parts.map((part) => part.bytes)))).url);
    expect(bytes.includes(firstFrame) && bytes.includes(lastFrame)).toBe(true);
  });

  test.each(['mp4v', 'jpeg', 'mjpa', 'xvid'])('a film coded as %s: what to do about it', async (codec) => {
    const changed = Buffer.from(
      (await videoBytes('mp4')).toString('latin1').replaceAll('avc1', codec),
      'latin1',
    );
    await expectRefused(changed, 400, 'VIDEO_CODEC');
  });

  test('an AVI keeps its length, for its index counts from the beginning', async () => {
    const bytes = aviBytes();
    const { bytes: stored } = await download((await published(bytes)).url);
    expect(stored.length).toBe(bytes.length);
    expect(stored.indexOf(firstFrame)).toBe(bytes.indexOf(firstFrame));
    expect(stored.subarray(0, 40)).toEqual(bytes.subarray(0, 40));
  });

  test('the poster of the author is encoded anew; without one there is a plain surface', async () => {
    const bytes = await videoBytes('mp4');
    const drawn = await sharp({ create: { width: 1920, height: 1080, channels: 3, background: '#ff0000' } })
      .jpeg()
      .withExif({ IFD0: { ImageDescription: takenAt } })
      .toBuffer();
    const { bytes: poster } = await download((await published(bytes, dataUrl(drawn))).thumbnailUrl);
    expect(await sharp(poster).metadata()).toMatchObject({ format: 'webp', width: 960, height: 540 });
    expect((await sharp(poster).stats()).dominant.r).toBeGreaterThan(200);
    expect(poster.includes(takenAt)).toBe(false);
    const { bytes: plain } = await download((await published(bytes)).thumbnailUrl);
    expect(await sharp(plain).metadata()).toMatchObject({ format: 'webp', width: 48, height: 64 });
  });

  test('videos and pictures in one post keep their order', async () => {
    const video = dataUrl(await videoBytes('webm'));
    const { data } = (await publish([await picture(), video, video], [null, await picture(40), null])) as {
      data: Post;
    };
    expect(data.media.map(({ type }) => type)).toEqual(['image', 'video', 'video']);
    expect(data.imageUrls).toEqual(data.media.map(({ url }) => url));
    const widths = data.media.map(
      async ({ thumbnailUrl }) => (await sharp((await download(thumbnailUrl)).bytes).metadata()).width,
    );
    expect(await Promise.all(widths)).toEqual([8, 40, 48]);
  });

  test('3 MB are not too large, more is (MEDIA-016)', async () => {
    const most = mediaLimits.video_megabytes * 1024 * 1024;
    const small = await videoBytes('mp4');
    const fill = (size: number) => Buffer.concat([small, box('free', Buffer.alloc(size - small.length - 8))]);
    await expectRefused(fill(most + 1), 413, 'VIDEO_TOO_LARGE');
    expect((await publish([dataUrl(fill(most))])).status).toBe(200);
    const long = await videoBytes('webm', 140_000);
    expect(long.length).toBeGreaterThan(2.5 * 1024 * 1024);
    expect((await publish([dataUrl(long)])).status).toBe(200);
  });
});

/** An AVI of so many lists, each within the one before. */
function riffsWithin(depth: number): Buffer {
  const bytes = Buffer.alloc(12 * depth);
  for (let at = 0; at < bytes.length; at += 12) {
    bytes.write(at === 0 ? 'RIFF' : 'LIST', at, 'latin1');
    bytes.writeUInt32LE(bytes.length - at - 8, at + 4);
    bytes.write(at === 0 ? 'AVI ' : 'movi', at + 8, 'latin1');
  }
  return bytes;
}

describe('what is no whole video leaves nothing behind', () => {
  test.each(kinds)('a %s that was cut off, wherever', async (_kind, make) => {
    const bytes = await make();
    for (const part of [0.3, 0.7, 0.95]) {
      await expectRefused(bytes.subarray(0, Math.floor(bytes.length * part)), 400, 'INVALID_VIDEO');
    }
    await expectRefused(bytes.subarray(0, -1), 400, 'INVALID_VIDEO');
  });

  const broken: [string, () => Promise<Buffer> | Buffer, string?][] = [
    ['the first bytes of an MP4', () => box('ftyp', 'mp42', Buffer.alloc(40))],
    ['an MP4 without pictures', async () => withoutTrack(await videoBytes('mp4'), 'vide')],
    [
      'a page behind a WebM',
      async () => Buffer.concat([await videoBytes('webm'), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['an AVI without pictures', () => riff('RIFF', 'AVI ', riff('LIST', 'movi', riff('00dc', firstFrame)))],
    ['an AVI that claims to be huge', () => aviBytes({ width: 2 ** 31, height: 2 })],
    ['an AVI of lists in lists without end', () => riffsWithin(100_000)],
    [
      'an AVI of more pieces than anybody films, in whatever lists',
      () => {
        const pieces = riff('LIST', 'movi', Buffer.concat(Array(40_000).fill(riff('00dc'))));
        return riff('RIFF', 'AVI ', aviBytes().subarray(12), pieces, pieces, pieces);
      },
    ],
    ['something behind an AVI', () => Buffer.concat([aviBytes(), Buffer.from('PK\u0003\u0004'.padEnd(20))])],
    ['an MP4 that claims billions of frames', async () => withFrames(await videoBytes('mp4'), 0xffffffff)],
    [
      'a MOV of nothing but boxes',
      () => Buffer.concat([box('ftyp', 'qt  ', Buffer.alloc(4)), box('moov'), box('mdat')]),
    ],
    [
      'a film in Matroska',
      async () =>
        Buffer.from((await videoBytes('webm')).toString('latin1').replace('webm', 'mkv0'), 'latin1'),
      'INVALID_IMAGE',
    ],
  ];
  test.each(broken)('%s', async (_what, make, code = 'INVALID_VIDEO') => {
    const started = Date.now();
    await expectRefused(await make(), 400, code);
    // Before the thread is stopped for taking too long.
    expect(Date.now() - started).toBeLessThan(8000);
  });

  test('a poster that is no picture, or a video', async () => {
    const bytes = await videoBytes('mp4');
    for (const poster of [
      '',
      'https://elsewhere.example/x.png',
      dataUrl(Buffer.from('GIF89a')),
      dataUrl(bytes),
    ]) {
      await expectRefused(bytes, 400, 'INVALID_IMAGE', [poster]);
    }
  });

  test('a video as avatar', async () => {
    const avatarUrl = dataUrl(await videoBytes('webm'));
    expect(await ann.call(saveAvatar, { body: { avatarUrl } })).toMatchObject({
      status: 400,
      code: 'INVALID_IMAGE',
    });
  });

  test('lengths that are not there', () => {
    expect(isWholeMp4(Buffer.concat([box('moov'), Buffer.from('\0\0\0\0free', 'latin1')]))).toBe(false);
    expect(isWholeMp4(Buffer.concat([box('moov'), Buffer.from('\0\0\0\u0001mdat\0\0\0\0', 'latin1')]))).toBe(
      false,
    );
    expect(isWholeMp4(Buffer.alloc(64))).toBe(false);
    expect(isWholeMp4(Buffer.alloc(0))).toBe(false);
    expect(isWholeWebm(Buffer.from('1a45dfa3ff18538067ff', 'hex'))).toBe(false);
    expect(isWholeWebm(Buffer.alloc(0))).toBe(false);
  });
});

describe('parts of a video', () => {
  let url: string;
  let whole: Buffer;
  beforeAll(async () => {
    url = (await published(await videoBytes('mp4'))).url;
    const all = await download(url);
    whole = all.bytes;
    expect(all.answer.headers.get('accept-ranges')).toBe('bytes');
  });

  test.each<[string, (size: number) => [number, number]]>([
    ['bytes=0-0', () => [0, 0]],
    ['bytes=0-', (size) => [0, size - 1]],
    ['bytes=100-199', () => [100, 199]],
    ['bytes=-50', (size) => [size - 50, size - 1]],
    ['bytes=-9999999', (size) => [0, size - 1]],
    ['bytes=10-9999999', (size) => [10, size - 1]],
  ])('%s', async (range, expected) => {
    const { answer, bytes } = await download(url, { range });
    const [start, end] = expected(whole.length);
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${whole.length}`);
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1));
    expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=5-2', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,4-5', ''])(
    '%j is all of it',
    async (range) => {
      const { answer, bytes } = await download(url, { range });
      expect(answer.status).toBe(200);
      expect(bytes.equals(whole)).toBe(true);
    },
  );

  test.each(['bytes=9999999-', 'bytes=-0'])('%s is beyond', async (range) => {
    const { answer } = await download(url, { range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${whole.length}`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('a part of another version is not mixed in', async () => {
    const { answer: first } = await download(url);
    const tag = first.headers.get('etag')!;
    expect((await download(url, { range: 'bytes=0-9', 'if-range': tag })).answer.status).toBe(206);
    expect((await download(url, { range: 'bytes=0-9', 'if-range': '"other"' })).answer.status).toBe(200);
  });
});

test('all media of one person can be erased, files and rows', async () => {
  const bob = await app.person('Bob');
  const others = storedFiles();
  const post = await bob.post({ imageUrls: [await picture(), dataUrl(await videoBytes('webm'))] });
  await bob.get(saveAvatar, { body: { avatarUrl: await picture() } });
  expect(storedFiles()).toHaveLength(others.length + 6);
  await mediaAccount.erase(app.deps, bob.id);
  await expect.poll(storedFiles).toEqual(others);
  expect((await download(post.media[1]!.url)).answer.status).toBe(404);
});

/** The same file without the tracks of one kind. */
function withoutTrack(bytes: Buffer, handler: string): Buffer {
  const parts = boxesOf(bytes).map((part) => {
    if (part.type !== 'moov') return part.bytes;
    const kept = boxesOf(part.bytes.subarray(8)).filter(
      (inner) => !(inner.type === 'trak' && inner.bytes.includes(handler)),
    );
    return box('moov', ...kept.map((inner) => inner.bytes));
  });
  return Buffer.concat(parts);
}

/** The same file, saying that it has so many samples. */
function withFrames(bytes: Buffer, count: number): Buffer {
  const changed = Buffer.from(bytes);
  for (let at = changed.indexOf('stsz'); at >= 0; at = changed.indexOf('stsz', at + 1)) {
    changed.writeUInt32BE(1, at + 8);
    changed.writeUInt32BE(count, at + 12);
  }
  for (let at = changed.indexOf('stts'); at >= 0; at = changed.indexOf('stts', at + 1)) {
    changed.writeUInt32BE(count, at + 12);
  }
  return changed;
}
