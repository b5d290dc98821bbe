import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { getSession } from '@dazi/contract/identity/identity';
import { dataUrlBodyLimit, mediaLimits } from '@dazi/contract/media/media.rules';
import { saveAvatar } from '@dazi/contract/people/profiles';
import { createPost, type Post, removePost } from '@dazi/contract/posts/posts';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cleanUpPosts } from '#features/posts/posts/posts.service.ts';
import { rowsOf } from '#platform/database/builder.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import {
  dataUrl,
  movingPng,
  photographedAt,
  picture,
  pngBytes,
  pngChunk,
  pngChunks,
  redAndBlue,
  surface,
} from '../../testing/test-pictures.ts';
import { fingerprintOfTables } from '../../testing/test-tables.ts';
import { uploaded } from '../../testing/test-uploads.ts';
import { sealedFor_ms, sweepSealed } from './sealed-copies.service.ts';

let app: TestApp;
let ann: TestPerson;
let fingerprint: () => Promise<string>;
beforeAll(async () => {
  app = await startTestApp();
  ann = await app.person('Ann');
  fingerprint = await fingerprintOfTables(app.deps.db);
});
afterAll(() => app.close());

/** Every file below the media directory, by its path. */
function storedFiles(): string[] {
  const root = join(app.dataDir, 'media');
  try {
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(root, path)).isFile())
      .sort();
  } catch {
    return [];
  }
}
const bytesOf = (path: string) => readFileSync(join(app.dataDir, 'media', path));

/** Files go away after the answer. */
async function untilFiles(count: number) {
  const deadline = Date.now() + 30_000;
  while (storedFiles().length !== count && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(storedFiles()).toHaveLength(count);
}

const publish = (imageUrls: string[], person = ann) =>
  person.call(createPost, { body: { content: 'Look', location: haight, imageUrls } });

async function published(bytes: Uint8Array, type?: string): Promise<Post['media'][number]> {
  const answer = await publish([dataUrl(bytes, type)]);
  if (!answer.success) throw new Error(`${answer.code}: ${answer.error}`);
  return answer.data.media[0]!;
}

async function download(path: string, person: TestPerson = app.visitor()) {
  const answer = await person.fetch(path);
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function expectRefused(imageUrls: string[], status: number, code: string, error: string) {
  const before = [await fingerprint(), storedFiles()];
  expect(await publish(imageUrls)).toMatchObject({ success: false, status, code, error });
  expect([await fingerprint(), storedFiles()]).toEqual(before);
}

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1f76e8' } });
const frames = async (count: number) =>
  sharp(
    await Promise.all(
      Array.from({ length: count }, (_none, index) =>
        sharp({ create: { width: 16, height: 12, channels: 3, background: { r: index * 60, g: 0, b: 0 } } })
          .png()
          .toBuffer(),
      ),
    ),
    { join: { animated: true } },
  );

describe('what is kept of a picture', () => {
  const home = { latitude: 48.137154, longitude: 11.576124 };

  test('a JPEG with its place in EXIF is stored without any metadata (PRIVACY-009)', async () => {
    const photo = await photographedAt(home);
    // The picture of this test would not show anything otherwise.
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('PhoneMaker');

    const before = storedFiles();
    const item = await published(photo, 'image/jpeg');
    expect(item).toMatchObject({ type: 'image', width: 64, height: 64 });
    const files = storedFiles().filter((path) => !before.includes(path));
    expect(files).toHaveLength(2);
    for (const bytes of [
      ...files.map(bytesOf),
      (await download(item.url)).bytes,
      (await download(item.thumbnailUrl)).bytes,
    ]) {
      const { exif, iptc, xmp, icc, comments } = await sharp(bytes).metadata();
      expect({ exif, iptc, xmp, icc, comments }).toEqual({});
      expect(bytes.toString('latin1')).not.toMatch(/Exif|GPS|PhoneMaker|48\.137154/);
    }
  });

  test.each([
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['jpeg', 'image/jpeg'],
    ['gif', 'image/gif'],
  ] as const)('%s stays %s, without metadata', async (format, contentType) => {
    const bytes = await canvas(40, 30)
      .withExif({ IFD0: { ImageDescription: 'a secret' } })
      .toFormat(format)
      .toBuffer();
    // Whatever the sender calls it: the content decides.
    const item = await published(bytes, 'text/html');
    const { answer, bytes: stored } = await download(item.url);
    expect(answer.headers.get('content-type')).toBe(contentType);
    expect((await sharp(stored).metadata()).format).toBe(format);
    expect(stored.toString('latin1')).not.toContain('a secret');
    expect(item).toMatchObject({ width: 40, height: 30 });
  });

  test.each(['gif', 'webp'] as const)('an animated %s keeps its frames', async (format) => {
    const bytes = await (await frames(3)).toFormat(format, { loop: 0, delay: [100, 100, 100] }).toBuffer();
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3);
    const item = await published(bytes);
    expect(item).toMatchObject({ width: 16, height: 12 });
    const { bytes: stored } = await download(item.url);
    expect(await sharp(stored, { animated: true }).metadata()).toMatchObject({ format, pages: 3 });
    expect((await sharp((await download(item.thumbnailUrl)).bytes).metadata()).pages ?? 1).toBe(1);
  });

  test('a moving PNG keeps its frames and is a PNG', async () => {
    const moving = await movingPng(3, 16, 12);
    const item = await published(moving);
    expect(item).toMatchObject({ contentType: 'image/png', width: 16, height: 12 });
    const { answer, bytes } = await download(item.url);
    expect(answer.headers.get('content-type')).toBe('image/png');
    const names = ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'fcTL', 'fdAT', 'IEND'];
    expect(pngChunks(bytes).map(({ name }) => name)).toEqual(names);
    const original = pngChunks(moving).filter(({ name }) => name !== 'tEXt');
    expect(pngChunks(bytes)).toEqual(original);
  });

  test('a moving WebP keeps its frames byte for byte, without its EXIF', async () => {
    const options = { loop: 2, delay: [100, 200, 300], quality: 40 };
    const moving = await (await frames(3))
      .withExif({ IFD0: { ImageDescription: 'a secret' } })
      .webp(options)
      .toBuffer();
    expect(moving.toString('latin1')).toContain('a secret');
    const { bytes } = await download((await published(moving)).url);
    expect(bytes.toString('latin1')).not.toContain('a secret');
    const facts = { pages: 3, loop: 2, delay: [100, 200, 300] };
    const { exif, ...kept } = await sharp(bytes, { animated: true }).metadata();
    expect([exif, kept]).toMatchObject([undefined, facts]);
    const pixels = (file: Buffer) => sharp(file, { animated: true }).raw().toBuffer();
    expect(await pixels(bytes)).toEqual(await pixels(moving));
  });

  test.each([2, 3, 4, 5, 6, 7, 8])(
    'a moving WebP with orientation %i is turned as a still is',
    async (orientation) => {
      const still = await redAndBlue(10);
      const turned = await sharp(
        await sharp(still).withMetadata({ orientation }).webp({ lossless: true }).toBuffer(),
      )
        .rotate()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const moving = await sharp([still, await surface('#0a0', 20, 10), still], { join: { animated: true } })
        .withMetadata({ orientation })
        .webp({ lossless: true, delay: [100, 200, 100] })
        .toBuffer();
      const item = await published(moving);
      expect(item).toMatchObject({ width: turned.info.width, height: turned.info.height });
      const { bytes } = await download(item.url);
      expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({ delay: [100, 200, 100] });
      const shown = await sharp(bytes, { page: 2 }).removeAlpha().raw().toBuffer();
      const differences = shown.map((value, at) => Math.abs(value - turned.data[at]!));
      expect(differences.reduce((sum, each) => sum + each, 0) / shown.length).toBeLessThan(12);
    },
  );

  test('a turned WebP of pictures that are all the same is a still', async () => {
    const still = await redAndBlue(10);
    const moving = await sharp([still, await surface('#0a0', 20, 10)], { join: { animated: true } })
      .withMetadata({ orientation: 6 })
      .webp({ lossless: true })
      .toBuffer();
    const [, first, second] = moving.toString('latin1').split('ANMF');
    // The same picture twice, which no encoder writes.
    const frame = `ANMF${first}`;
    const riff = Buffer.from(moving.toString('latin1').replace(`ANMF${second}`, frame), 'latin1');
    const end = riff.indexOf('EXIF');
    const tail = end < 0 ? moving.subarray(moving.indexOf('EXIF')) : Buffer.alloc(0);
    const twice = Buffer.concat([riff, tail]);
    twice.writeUInt32LE(twice.length - 8, 4);
    expect(await published(twice)).toMatchObject({ width: 10, height: 20, contentType: 'image/webp' });
  });

  test('a turned WebP of very many pictures is refused, and not decoded for each of them', async () => {
    const colours = Array.from({ length: 201 }, (_, index) => surface(`rgb(${index},9,9)`, 16, 12));
    const moving = await sharp(await Promise.all(colours), { join: { animated: true } })
      .withMetadata({ orientation: 6 })
      .webp({ lossless: true })
      .toBuffer();
    await expectRefused([dataUrl(moving)], 413, 'IMAGE_TOO_LARGE', 'Image is too large');
  });

  test('a JPEG without its last bytes is shown as far as it goes', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const whole = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#000', noise } })
      .jpeg()
      .toBuffer();
    for (const share of [0.999, 0.8, 0.5]) {
      const item = await published(whole.subarray(0, Math.floor(whole.length * share)));
      expect(item).toMatchObject({ width: 320, height: 240 });
      const { bytes } = await download(item.url);
      const top = await sharp(bytes).extract({ left: 0, top: 0, width: 320, height: 60 }).stats();
      expect(top.channels[0]!.stdev).toBeGreaterThan(20);
    }
    await expectRefused(
      [dataUrl(whole.subarray(0, whole.length / 10))],
      400,
      'INVALID_IMAGE',
      'Invalid image format',
    );
  });

  test('a picture taken sideways stands upright without its EXIF', async () => {
    const item = await published(await canvas(40, 30).jpeg().withMetadata({ orientation: 6 }).toBuffer());
    expect(item).toMatchObject({ width: 30, height: 40 });
    expect(await sharp((await download(item.url)).bytes).metadata()).toMatchObject({ width: 30, height: 40 });
  });

  test('what hangs behind the picture is cut off', async () => {
    const polyglot = Buffer.concat([
      await canvas(8, 8).jpeg().toBuffer(),
      Buffer.from('<script>alert(1)</script>PK\u0003\u0004'),
    ]);
    const { bytes } = await download((await published(polyglot)).url);
    expect(bytes.toString('latin1')).not.toContain('script');
    expect(bytes.toString('latin1')).not.toContain('PK\u0003');
  });

  test('40 megapixels are taken', async () => {
    const item = await published(await canvas(8000, 5000).jpeg().toBuffer());
    expect(item).toMatchObject({ width: 2560, height: 1600 });
  });

  test('a GIF keeps every byte of its pictures and loses what is said about them (MEDIA-035)', async () => {
    const plain = await (await frames(3)).gif({ loop: 0, delay: [100, 100, 100] }).toBuffer();
    expect((await download((await published(plain)).url)).bytes.equals(plain)).toBe(true);
    const head = 13 + 3 * 2 ** ((plain[10]! & 7) + 1) * (plain[10]! >> 7);
    const xmp = 'XMP DataXMP<x>+48.1371</x>';
    const said = Buffer.concat([
      plain.subarray(0, head),
      Buffer.from([0x21, 0xfe, 8]),
      Buffer.from('+48.1371'),
      Buffer.from([0, 0x21, 0xff, 11]),
      Buffer.from(xmp.slice(0, 11)),
      Buffer.from([xmp.length - 11]),
      Buffer.from(xmp.slice(11)),
      Buffer.from([0]),
      plain.subarray(head),
      Buffer.from('PK\u0003\u0004 behind its end +48.1371'),
    ]);
    const { bytes } = await download((await published(said)).url);
    expect(bytes.equals(plain)).toBe(true);
    await expectRefused([dataUrl(plain.subarray(0, -1))], 400, 'INVALID_IMAGE', 'Invalid image format');
    await expectRefused([dataUrl(plain.subarray(0, -40))], 400, 'INVALID_IMAGE', 'Invalid image format');
  });

  test('a huge picture is scaled to what a screen shows, with a small version beside it', async () => {
    const item = await published(await canvas(5000, 1000).jpeg().toBuffer());
    expect(item).toMatchObject({ width: 2560, height: 512 });
    const { answer, bytes } = await download(item.thumbnailUrl);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 480, height: 96 });
  });
});

describe('what is refused leaves nothing behind (MEDIA-034)', () => {
  const png = () => pngBytes(64);
  const invalid: [string, () => Promise<Uint8Array> | Uint8Array, string?][] = [
    ['a cut PNG', async () => (await png()).subarray(0, 60)],
    ['a PNG with damaged pixels', async () => Buffer.from(await png()).fill(0xff, 45, 80)],
    ['a cut JPEG', async () => (await canvas(300, 300).jpeg().toBuffer()).subarray(0, 300), 'image/jpeg'],
    ['the first bytes of a PNG', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    [
      'an SVG',
      () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>',
        ),
    ],
    [
      'an SVG with a declaration',
      () =>
        Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'),
      'image/svg+xml',
    ],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/jpeg'],
    ['a renamed program', () => Buffer.from('\u007fELF\u0002\u0001\u0001'.padEnd(200, '\u0000'), 'latin1')],
    ['a renamed Windows program', () => Buffer.from(`MZ${'\u0000'.repeat(200)}`, 'latin1')],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%%EOF')],
    ['an archive', () => Buffer.from('PK\u0003\u0004'.padEnd(60, '\u0000'), 'latin1')],
    ['a TIFF', () => canvas(8, 8).tiff().toBuffer(), 'image/jpeg'],
    ['an AVIF', () => canvas(8, 8).avif().toBuffer(), 'image/webp'],
    [
      'a HEIC',
      () => Buffer.from('\u0000\u0000\u0000\u0018ftypheic'.padEnd(60, '\u0000'), 'latin1'),
      'image/heic',
    ],
    ['noise', () => Buffer.alloc(500, 7)],
    ['one byte', () => Buffer.from([0])],
  ];

  test.each(invalid)('%s', async (_what, make, type) => {
    await expectRefused([dataUrl(await make(), type)], 400, 'INVALID_IMAGE', 'Invalid image format');
  });

  test.each([
    'data:image/png;base64,',
    'data:image/png;base64,not base64!',
    'https://elsewhere.example/x.png',
    '/api/media/x',
    'file:///etc/passwd',
    'x',
    '',
  ])('%j', async (url) => {
    await expectRefused([url], 400, 'INVALID_IMAGE', 'Invalid image format');
  });

  test('one bad picture among good ones', async () => {
    const good = await picture();
    await expectRefused(
      [good, good, dataUrl(Buffer.from('GIF89a'))],
      400,
      'INVALID_IMAGE',
      'Invalid image format',
    );
  });

  test('five files', async () => {
    const good = await picture();
    await expectRefused(Array(5).fill(good), 400, 'TOO_MANY_FILES', 'Maximum 4 files allowed');
    expect((await publish(Array(4).fill(good))).status).toBe(200);
  });

  test('more than 20 MB', async () => {
    const most = mediaLimits.file_megabytes * 1024 * 1024;
    const head = await png();
    const padded = (bytes: number) => dataUrl(Buffer.concat([head, Buffer.alloc(bytes - head.length)]));
    await expectRefused([padded(most + 1)], 413, 'IMAGE_TOO_LARGE', 'Image is too large');
    const url = await uploaded(ann, { file: Buffer.concat([head, Buffer.alloc(most - head.length)]) });
    expect((await publish([url])).status).toBe(200);
  });

  test('more than 8 MB as text', async () => {
    const head = await png();
    const whole = dataUrl(Buffer.concat([head, Buffer.alloc(dataUrlBodyLimit - head.length)]));
    await expectRefused([whole], 413, 'IMAGE_TOO_LARGE', 'Image is too large');
    const rest = '{"content":"Look","location":,"imageUrls":[""]}'.length + JSON.stringify(haight).length;
    const fitting = whole.slice(0, Math.floor((dataUrlBodyLimit - rest) / 4) * 4 - 2);
    expect((await publish([fitting])).status).toBe(200);
  });

  test.each([
    ['PNG', () => hugePng(60_000, 60_000)],
    ['PNG just above the limit', () => hugePng(10_000, 10_001)],
    ['GIF', () => hugeGif(65_535, 65_535)],
    ['GIF of many pictures', () => movingGif(9999, 9999, 2000)],
    ['GIF whose pictures together are huge', () => movingGif(1000, 1000, 501)],
    ['GIF whose pictures are larger than its screen', () => movingGif(1, 1, 2, 9999)],
    ['moving WebP', async () => withWebpScreen(await (await frames(3)).webp().toBuffer(), 9999, 9999)],
    ['moving PNG', async () => withPngScreen(await movingPng(3, 16, 12), 9999, 9999)],
  ])('a %s that claims to be huge is not even decoded', async (_what, make) => {
    const started = Date.now();
    await expectRefused([dataUrl(await make())], 413, 'IMAGE_TOO_LARGE', 'Image is too large');
    expect(Date.now() - started).toBeLessThan(3000);
  });

  test('a post that the database refuses', async () => {
    const { db } = app.deps;
    // Posts of before are not looked at.
    await rowsOf(db, sql`ALTER TABLE posts ADD CONSTRAINT not_this CHECK (content <> 'Look') NOT VALID`);
    await expectRefused([await picture()], 500, 'INTERNAL', 'Something went wrong');
    await rowsOf(db, sql`ALTER TABLE posts DROP CONSTRAINT not_this`);
  });
});

describe('pictures are handed out', () => {
  test('as what they are and nothing else, kept by browsers', async () => {
    const item = await published(await pngBytes(20));
    for (const path of [item.url, item.thumbnailUrl]) {
      const { answer, bytes } = await download(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toMatch(/max-age=31536000, immutable$/);
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    }
  });

  test.each(['unknown', '..', '%2e%2e%2fserver.lock', 'a%2fb', 'x'.repeat(65)])('not for %s', async (id) => {
    for (const path of [`/api/media/${id}`, `/api/media/${id}/thumbnail`]) {
      const { answer } = await download(path);
      expect([400, 404]).toContain(answer.status);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('not after the post was deleted or is over, and the files go with it', async () => {
    const bob = await app.person('Bob');
    const before = storedFiles().length;
    const expiresAt = new Date(app.clock.read().getTime() + 60_000).toISOString();
    const deleted = await bob.post({ imageUrls: [await picture()] });
    const over = await bob.post({ imageUrls: [await picture()], expiresAt });
    expect(storedFiles()).toHaveLength(before + 4);
    await bob.get(removePost, { params: { messageId: deleted.id }, body: {} });
    app.clock.advance(60_000);
    for (const { media } of [deleted, over]) {
      for (const path of [media[0]!.url, media[0]!.thumbnailUrl]) {
        expect((await download(path, bob)).answer.status).toBe(404);
      }
    }
    await cleanUpPosts(app.deps);
    app.clock.advance(15 * 24 * 60 * 60 * 1000);
    await cleanUpPosts(app.deps);
    await untilFiles(before);
    const rows = await rowsOf(
      app.deps.db,
      sql`SELECT id FROM media WHERE id IN (${deleted.media[0]!.id}, ${over.media[0]!.id})`,
    );
    expect(rows).toEqual([]);
  });
});

describe('avatars', () => {
  const change = (person: TestPerson, avatarUrl: string | null) =>
    person.call(saveAvatar, { body: { userId: person.id, avatarUrl } });

  test('are stored without metadata; the one before goes', async () => {
    const cleo = await app.person('Cleo');
    const before = storedFiles().length;
    const first = await change(cleo, dataUrl(await photographedAt({ latitude: 1.5, longitude: 2.5 })));
    expect(first).toMatchObject({ status: 200 });
    await untilFiles(before + 2);
    const second = await change(cleo, await picture());
    await untilFiles(before + 4);
    const { data } = await cleo.get(getSession);
    expect(data?.avatarUrl).toBe((second as { data: { avatarUrl: string } }).data.avatarUrl);
    expect((await download(data!.avatarUrl!)).answer.status).toBe(200);
    expect((await download((first as { data: { avatarUrl: string } }).data.avatarUrl)).answer.status).toBe(
      404,
    );
    expect(await change(cleo, null)).toMatchObject({ data: { avatarUrl: null } });
    expect((await cleo.get(getSession)).data?.avatarUrl).toBeNull();
    // What was replaced is sealed for as long as it may be reported.
    await sweepSealed(app.deps);
    expect(storedFiles()).toHaveLength(before + 4);
    app.clock.advance(sealedFor_ms);
    await sweepSealed(app.deps);
    await untilFiles(before);
  });

  test.each([
    ['https://elsewhere.example/x.png', 'AVATAR_INVALID', 'Invalid file selected'],
    ['javascript:alert(1)', 'AVATAR_INVALID', 'Invalid file selected'],
    ['/api/media/x', 'AVATAR_INVALID', 'Invalid file selected'],
    ['data:text/html;base64,PHNjcmlwdD4=', 'INVALID_IMAGE', 'Invalid image format'],
  ])('%s is refused and the picture stays', async (url, code, error) => {
    const dora = await app.person('Dora');
    await change(dora, await picture());
    const before = [await fingerprint(), storedFiles()];
    expect(await change(dora, url)).toMatchObject({ status: 400, code, error });
    expect([await fingerprint(), storedFiles()]).toEqual(before);
    await change(dora, null);
  });
});

function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** A few hundred bytes that say they are billions of pixels. */
function hugePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Pictures of one pixel on a screen of any size, or pictures as large as is said. */
function movingGif(width: number, height: number, pictures: number, edge = 1): Buffer {
  const screen = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const picture = Buffer.from([0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 0x44, 1, 0]);
  picture.writeUInt16LE(edge, 5);
  picture.writeUInt16LE(edge, 7);
  return Buffer.concat([screen, ...Array.from({ length: pictures }, () => picture), Buffer.from([0x3b])]);
}

function withWebpScreen(bytes: Buffer, width: number, height: number): Buffer {
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
}

function withPngScreen(bytes: Buffer, width: number, height: number): Buffer {
  const header = Buffer.from(pngChunks(bytes)[0]!.content);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([bytes.subarray(0, 8), pngChunk('IHDR', header), bytes.subarray(33)]);
}

function hugeGif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2, 2, 0x44, 1, 0, 0x3b]),
  ]);
}

test('pictures of one person keep those of another waiting for one of them, not for all', async () => {
  const [lena, bob] = [await app.person('Lena'), await app.person('Bob')];
  // Small to send, and work to decode.
  const heavy = dataUrl(await canvas(6000, 6000).webp().toBuffer());
  const small = await picture();
  const order: string[] = [];
  const save = async (person: TestPerson, name: string, avatarUrl: string) => {
    expect(await person.call(saveAvatar, { body: { avatarUrl } })).toMatchObject({ status: 200 });
    order.push(name);
  };
  const lenas = Array.from({ length: 8 }, () => save(lena, 'lena', heavy));
  await Promise.race(lenas);
  await save(bob, 'bob', small);
  await Promise.all(lenas);
  expect(order.indexOf('bob'), order.join(' ')).toBeLessThan(5);
});
