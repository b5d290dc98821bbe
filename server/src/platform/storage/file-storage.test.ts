import { mkdir, mkdtemp, readdir, rm, type statfs, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { directoryStorage } from './file-storage.ts';

const later = new Date('2100-01-01');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dazi-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function keysOf(root: string, before = later) {
  const keys: string[] = [];
  for await (const { key } of directoryStorage(root).olderThan(before)) keys.push(key);
  return keys.sort();
}

test('names what is there, and what is older than an instant', async () => {
  const files = directoryStorage(folder);
  for (const key of ['ab/1/original', 'ab/1/thumbnail', 'cd/2/original']) {
    await files.write(key, Buffer.from('x'));
  }
  expect(await keysOf(folder)).toEqual(['ab/1/original', 'ab/1/thumbnail', 'cd/2/original']);
  expect(await keysOf(folder, new Date(Date.now() - 60_000))).toEqual([]);
  expect(await keysOf(join(folder, 'nothing'))).toEqual([]);
});

test('the folder of what is removed goes with it, and the directory of all stays', async () => {
  const files = directoryStorage(folder);
  for (const key of ['ab/1/original', 'restoring']) {
    await files.write(key, Buffer.from('x'));
    await files.remove(key);
  }
  expect(await readdir(folder)).toEqual(['ab']);
});

test('what goes while it is looked through, and its folder with it, does not stop the look', async () => {
  const files = directoryStorage(folder);
  const kept = ['ab/kept/original', 'cd/kept/original'];
  for (const key of kept) await files.write(key, Buffer.from('x'));
  for (let turn = 0; turn < 100; turn++) {
    const key = `bc/${turn}/original`;
    await files.write(key, Buffer.from('x'));
    const looking = Array.from({ length: 10 }, () => keysOf(folder));
    for (let wait = 0; wait < turn % 10; wait++) await setImmediate();
    await files.remove(key);
    const looks = await Promise.all(looking);
    for (const look of looks) expect(look).toEqual(expect.arrayContaining(kept));
  }
});

test('files and folders of others are not looked at, and what has gone is said when it is opened', async () => {
  const files = directoryStorage(folder);
  await files.write('ab/1/original', Buffer.from('x'));
  await mkdir(join(folder, 'lost+found'));
  await writeFile(join(folder, 'lost+found', 'file'), 'x');
  await writeFile(join(folder, '.DS_Store'), 'x');
  expect(await keysOf(folder)).toEqual(['ab/1/original']);
  const found = await files.find('ab/1/original');
  await files.remove('ab/1/original');
  expect(await found!.open()).toBeNull();
});

test('a key cannot lead out of it', async () => {
  for (const key of ['../x', 'a/../b', '/etc', '']) {
    await expect(directoryStorage(folder).write(key, Buffer.from('x'))).rejects.toThrow('Not a storage key');
  }
});

test('who keeps files in the same place knows it, by whatever path, and it is no file of theirs', async () => {
  const [mounted, other] = [join(folder, 'mounted'), join(folder, 'other')];
  for (const directory of [join(folder, 'media'), other]) await mkdir(directory);
  await symlink(join(folder, 'media'), mounted);
  const [first, ...others] = await Promise.all(
    [join(folder, 'media'), mounted, other].map((path) => directoryStorage(path).identity()),
  );
  expect(others[0]).toBe(first);
  expect(others[1]).not.toBe(first);
  expect(await directoryStorage(mounted).identity()).toBe(first);
  expect(await keysOf(mounted)).toEqual([]);
});

test("the disk is asked seldom, and before there is a folder it is in nobody's way", async () => {
  let asked = 0;
  const look = (async () => ({ bavail: 1, blocks: 4 + 0 * ++asked })) as unknown as typeof statfs;
  const files = directoryStorage(folder, look);
  expect(await Promise.all([files.freeShare(), files.freeShare(), files.freeShare()])).toEqual([
    0.25, 0.25, 0.25,
  ]);
  expect(asked).toBe(1);
  expect(await directoryStorage(join(folder, 'nothing')).freeShare()).toBe(1);
  const share = await directoryStorage(folder).freeShare();
  expect(share).toBeGreaterThan(0);
  expect(share).toBeLessThan(1);
});
