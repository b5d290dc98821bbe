import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestS3 } from '../../testing/test-s3.ts';
import { ConfigError, readConfig } from '../config.ts';
import { openStorage } from './configured-storage.ts';
import { endOfTime, type FileStorage, StorageUnavailable } from './file-storage.ts';
import { listedIn } from './s3-listing.ts';
import { s3Storage } from './s3-storage.ts';

let s3: TestS3;
let files: FileStorage;
const said: string[] = [];
const opened = (changes: Record<string, string> = {}) =>
  openStorage(readConfig({ ...s3.settings, ...changes }), (text) => void said.push(text));

beforeAll(async () => {
  s3 = await new TestS3().start();
});
afterAll(() => s3.stop());
beforeEach(async () => {
  s3.objects.clear();
  Object.assign(s3, { manner: 'fine', misbehaves: Number.POSITIVE_INFINITY });
  s3.asked.length = said.length = 0;
  files = await opened();
});

async function listed(before = endOfTime) {
  const found: string[] = [];
  for await (const { key } of files.olderThan(before)) found.push(key);
  return found;
}

const bytes = Buffer.from('0123456789');

describe('files in a bucket', () => {
  test('are written, found, read in parts and removed', async () => {
    await files.write('ab/1/original', bytes);
    const found = (await files.find('ab/1/original'))!;
    expect([found.size, found.address]).toEqual([10, null]);
    expect((await buffer((await found.open())!)).toString()).toBe('0123456789');
    expect((await buffer((await found.open({ start: 2, end: 4 }))!)).toString()).toBe('234');
    await files.remove('ab/1/original');
    expect(await files.find('ab/1/original')).toBeNull();
    expect(await found.open()).toBeNull();
    await files.remove('ab/1/original');
    expect([await files.isWritable(), await files.freeShare()]).toEqual([true, 1]);
    expect(said).toEqual([]);
  });

  test('have no names that lead elsewhere', async () => {
    for (const key of ['../x', 'a/../b', '/etc', '', 'a?x=1']) {
      await expect(files.write(key, bytes)).rejects.toThrow('Not a storage key');
    }
  });

  test('are listed all, however many pages that takes, and by their age', async () => {
    const keys = Array.from({ length: 2345 }, (_, index) => `ab/${String(index).padStart(5, '0')}/original`);
    for (const key of keys) s3.objects.set(key, { bytes, modifiedAt: new Date() });
    s3.objects.set("Somebody else's", { bytes, modifiedAt: new Date() });
    const old = keys[1234]!;
    s3.objects.set(old, { bytes, modifiedAt: new Date('2020-01-01') });
    expect(await listed()).toEqual(keys);
    expect(s3.asked.filter((asked) => asked === 'GET ')).toHaveLength(3);
    expect(await listed(new Date('2021-01-01'))).toEqual([old]);
  });

  test('of an empty bucket are none', async () => {
    expect(await listed()).toEqual([]);
    expect(listedIn('<ListBucketResult/>')).toEqual({ files: [], next: null });
  });
});

describe('a start', () => {
  const refused = (changes: Record<string, string>) =>
    opened(changes).then(
      () => 'started',
      (error) => (error instanceof ConfigError ? error.message : error),
    );

  test('with another bucket, key or secret is refused in a sentence', async () => {
    expect(await refused({ S3_BUCKET: 'nobodys' })).toBe(
      'S3_BUCKET: there is no bucket nobodys at S3_ENDPOINT.',
    );
    const isKept = /^S3_SECRET_ACCESS_KEY: S3 does not let this key into the bucket dazi-media; .*\.$/;
    expect(await refused({ S3_SECRET_ACCESS_KEY: 'wrong' })).toMatch(isKept);
    expect(await refused({ S3_ACCESS_KEY_ID: 'WRONG' })).toMatch(isKept);
    expect(await refused({ S3_REGION: 'eu-west-1' })).toMatch(isKept);
    expect(await refused({})).toBe('started');
  });

  test('while it is away goes on, and says so', async () => {
    s3.manner = 'cut';
    const meanwhile = await opened();
    expect(said).toEqual([expect.stringMatching(/^Media cannot be reached: S3 cannot be reached: /)]);
    await expect(meanwhile.write('ab/1/original', bytes)).rejects.toThrow(StorageUnavailable);
    expect(await meanwhile.isWritable()).toBe(false);
    s3.manner = 'fine';
    await meanwhile.write('ab/1/original', bytes);
    expect(s3.objects.size).toBe(1);
  });
});

describe('a bucket that fails', () => {
  test.each(['cut', 500, 503, 429] as const)('for a moment (%s) is asked twice more', async (manner) => {
    Object.assign(s3, { manner, misbehaves: 2 });
    await files.write('ab/1/original', bytes);
    expect(s3.asked.filter((asked) => asked === 'PUT ab/1/original')).toHaveLength(3);
    Object.assign(s3, { manner, misbehaves: 3 });
    await expect(files.find('ab/1/original')).rejects.toThrow(StorageUnavailable);
    expect((await files.find('ab/1/original'))?.size).toBe(10);
  });

  test('by refusing is not asked again', async () => {
    s3.manner = 403;
    await expect(files.find('ab/1/original')).rejects.toThrow('S3 answered 403 (HEAD)');
    expect(s3.asked.filter((asked) => asked === 'HEAD ab/1/original')).toHaveLength(1);
  });

  test('by saying nothing is given up after ten seconds', async () => {
    s3.manner = 'silent';
    const began = performance.now();
    await expect(files.find('ab/1/original')).rejects.toThrow('did not answer in time');
    expect(performance.now() - began).toBeLessThan(12_000);
  });
});

test('large files have an address for a minute where that is wanted, small ones never', async () => {
  const redirecting = s3Storage({ ...readConfig(s3.settings).s3!, redirects: true });
  await redirecting.write('ab/1/original', Buffer.alloc(1024 * 1024 + 1, 'x'));
  await redirecting.write('ab/2/original', Buffer.alloc(1024 * 1024, 'x'));
  expect((await redirecting.find('ab/2/original'))?.address).toBeNull();
  const { address } = (await redirecting.find('ab/1/original'))!;
  const url = await address!({ contentType: 'video/mp4', disposition: 'attachment; filename="a (1).avi"' });
  const answer = await fetch(url, { headers: { range: 'bytes=0-9' } });
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
    206,
    'video/mp4',
    'xxxxxxxxxx',
  ]);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="a (1).avi"');
  expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
  expect((await fetch(url.replace('video%2Fmp4', 'text%2Fhtml'))).status).toBe(403);
});
