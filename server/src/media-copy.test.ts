import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { getPost } from '@dazi/contract/posts/post-views';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeEmptyDatabase } from './testing/test-database.ts';
import { TestPerson } from './testing/test-person.ts';
import { picture } from './testing/test-pictures.ts';
import { TestInstallation, type TestProcess } from './testing/test-process.ts';
import { TestS3 } from './testing/test-s3.ts';

/** Media between a directory, a bucket and a backup, with the built programs and server. */

const superuserUrl = process.env.TEST_DATABASE_URL;
const secret = 'the position secret of this test, long enough';
const installation = new TestInstallation();
let s3: TestS3;
let kept: Record<string, string>;
let ann: TestPerson;
let postId: string;

async function run(program: 'backup' | 'restore' | 'media-copy', words: string[], environment: object) {
  const file = join(installation.root, 'server', 'dist', `${program}.js`);
  const child = spawn(process.execPath, ['--liftoff-only', file, ...words], {
    env: { ...process.env, DATABASE_URL: '', POSITION_SECRET: secret, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const said = (await Promise.all([text(child.stdout), text(child.stderr)])).join('').trim();
  return { status: (await ended)[0] as number, said };
}

/** As the machine might go while media are written into the bucket. */
async function killedAtThirdFile(file: string, place: Record<string, string>): Promise<void> {
  const program = join(installation.root, 'server', 'dist', 'restore.js');
  const child = spawn(process.execPath, ['--liftoff-only', program, file], {
    env: { ...process.env, DATABASE_URL: '', POSITION_SECRET: secret, ...place, ...s3.settings },
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const put = vi.spyOn(s3.objects, 'set').mockImplementation(function (this: typeof s3.objects, key, value) {
    Map.prototype.set.call(this, key, value);
    if (this.size >= 3) s3.manner = 'silent';
    return this;
  });
  await vi.waitUntil(() => s3.manner === 'silent', { timeout: 20_000 });
  put.mockRestore();
  child.kill('SIGKILL');
  await ended;
  s3.manner = 'fine';
}

const launched = async (environment: Record<string, string>) =>
  (await installation.launch({ POSITION_SECRET: secret, ...environment })).ready();

async function emptyPlace(): Promise<Record<string, string>> {
  const DATA_DIR = installation.newDataDir();
  return superuserUrl ? { DATA_DIR, DATABASE_URL: await makeEmptyDatabase(superuserUrl) } : { DATA_DIR };
}

const newFile = (name: string) => join(installation.newDataDir(), name);
/** Without the name by which nodes know a directory. */
const stored = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.dazi-directory')
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .sort();
const inBucket = () => [...s3.objects.keys()].sort();

async function expectPicture(server: TestProcess) {
  const again = new TestPerson(server.url);
  for (const [name, value] of ann.cookies) again.cookies.set(name, value);
  const { data: post } = await again.get(getPost, { params: { messageId: postId } });
  expect((await again.fetch(post.imageUrls[0]!)).status).toBe(200);
  await server.kill('SIGTERM');
}

beforeAll(async () => {
  s3 = await new TestS3().start();
  kept = await emptyPlace();
  const server = await launched(kept);
  ann = await new TestPerson(server.url).signIn('Ann');
  await ann.saveProfile({ displayName: 'Ann', age: 30, gender: 'F' });
  postId = (await ann.post({ content: 'Chess?', imageUrls: [await picture(), await picture()] })).id;
  await server.kill('SIGTERM');
});
afterAll(async () => {
  await installation.remove();
  await s3.stop();
});
afterEach(() => {
  s3.manner = 'fine';
});

test('they are copied to a bucket, once, and the server goes on there', async () => {
  const files = stored(join(kept.DATA_DIR!, 'media'));
  expect(files).toHaveLength(4);
  const copied = await run('media-copy', ['to-s3'], { ...kept, ...s3.settings });
  expect(copied).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^4 files were copied, .*; 0 were there/),
  });
  expect(inBucket()).toEqual(files);
  s3.objects.delete(files[1]!);
  s3.objects.get(files[2]!)!.bytes = Buffer.from('half');
  expect((await run('media-copy', ['to-s3'], { ...kept, ...s3.settings })).said).toMatch(
    /^2 files were copied, .*; 2 were there already\./,
  );
  for (const key of files) {
    expect(s3.objects.get(key)!.bytes.equals(readFileSync(join(kept.DATA_DIR!, 'media', key)))).toBe(true);
  }
  await expectPicture(await launched({ ...kept, ...s3.settings }));
});

test('and back, to a directory of their own', async () => {
  const MEDIA_DIR = join(installation.newDataDir(), 'pictures');
  const copied = await run('media-copy', ['to-directory', MEDIA_DIR], { ...kept, ...s3.settings });
  expect(copied).toMatchObject({ status: 0, said: expect.stringMatching(/^4 files were copied/) });
  expect(stored(MEDIA_DIR)).toEqual(inBucket());
  await expectPicture(await launched({ ...kept, MEDIA_DIR }));
});

test('what cannot be copied is a sentence', async () => {
  const environment = { ...kept, ...s3.settings };
  const refused = async (words: string[], changes: object = {}) => {
    const { status, said } = await run('media-copy', words, { ...environment, ...changes });
    expect([status, said.split('\n')]).toEqual([1, [expect.any(String)]]);
    return said;
  };
  expect(await refused(['somewhere'])).toMatch(/^Say where to: npm run media:copy -- to-s3\|to-directory/);
  expect(await refused(['to-s3', '/nowhere/at/all'])).toBe('There is no /nowhere/at/all.');
  expect(await refused(['to-s3'], { S3_BUCKET: 'another' })).toMatch(
    /^S3_BUCKET: there is no bucket another/,
  );
  const none = { S3_ENDPOINT: '', S3_BUCKET: '', S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: '' };
  expect(await refused(['to-s3'], none)).toMatch(/^Name the bucket with S3_ENDPOINT/);
  s3.manner = 'cut';
  expect(await refused(['to-s3'])).toMatch(/^Media cannot be reached: /);
});

test('a backup leaves a bucket where it is and says so, and its restore does too', async () => {
  const bare = newFile('bare.zip');
  const before = inBucket();
  expect((await run('backup', [bare], { ...kept, ...s3.settings })).said).toContain(
    'Media stay in the bucket dazi-media; --with-media takes them along.',
  );
  const place = await emptyPlace();
  const restored = await run('restore', [bare], { ...place, ...s3.settings });
  expect(restored, restored.said).toMatchObject({
    status: 0,
    said: expect.stringContaining('Media stayed in the bucket dazi-media: name it with S3_BUCKET.'),
  });
  expect(inBucket()).toEqual(before);
  await expectPicture(await launched({ ...place, ...s3.settings }));
});

test('a backup with media comes back into an empty bucket, or a directory', async () => {
  const whole = newFile('whole.zip');
  const made = await run('backup', [whole, '--with-media'], { ...kept, ...s3.settings });
  expect(made, made.said).toMatchObject({ status: 0, said: expect.stringMatching(/^4 media, /m) });
  const files = new Map(s3.objects);
  const place = await emptyPlace();
  expect(await run('restore', [whole], { ...place, ...s3.settings })).toMatchObject({
    status: 1,
    said: 'The bucket dazi-media is not empty. Restore into an empty one.',
  });
  expect(existsSync(join(place.DATA_DIR!, 'database'))).toBe(false);
  s3.objects.clear();
  await killedAtThirdFile(whole, place);
  expect(inBucket()).toHaveLength(3);
  s3.asked.length = 0;
  expect(await run('restore', [whole], { ...place, ...s3.settings })).toMatchObject({ status: 0 });
  expect(s3.asked.filter((each) => each.startsWith('PUT')).length).toBeLessThan(files.size + 1);
  expect(inBucket()).toEqual([...files.keys()].sort());
  for (const entry of readdirSync(place.DATA_DIR!)) rmSync(join(place.DATA_DIR!, entry), { recursive: true });
  Object.assign(place, superuserUrl && { DATABASE_URL: await makeEmptyDatabase(superuserUrl) });
  s3.objects.clear();
  const refused = await run('restore', [whole], { ...kept, ...s3.settings });
  expect(refused.status).toBe(1);
  expect(inBucket()).toEqual([]);
  expect(await run('restore', [whole], { ...place, ...s3.settings })).toMatchObject({ status: 0 });
  expect(inBucket()).toEqual([...files.keys()].sort());
  for (const [key, { bytes }] of files) expect(s3.objects.get(key)!.bytes.equals(bytes)).toBe(true);
  await expectPicture(await launched({ ...place, ...s3.settings }));

  const MEDIA_DIR = installation.newDataDir();
  const elsewhere: Record<string, string> = { ...(await emptyPlace()), MEDIA_DIR };
  expect(await run('restore', [whole], elsewhere)).toMatchObject({ status: 0 });
  expect(stored(MEDIA_DIR)).toEqual([...files.keys()].sort());
  expect(readdirSync(MEDIA_DIR)).not.toContain('.restoring');
  expect(existsSync(join(elsewhere.DATA_DIR!, 'media'))).toBe(false);
  await expectPicture(await launched(elsewhere));
  rmSync(whole);
});
