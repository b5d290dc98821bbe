import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { castBoardVote } from '@dazi/contract/governance/governance';
import { listNotifications, type Notification } from '@dazi/contract/notifications/notifications';
import { addComment } from '@dazi/contract/posts/comments';
import { getPost } from '@dazi/contract/posts/post-views';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import yauzl from 'yauzl';
import { ZipFile } from 'yazl';
import { freePort } from '../../tools/services.mjs';
import { makeEmptyDatabase } from './testing/test-database.ts';
import { TestPerson } from './testing/test-person.ts';
import { picture } from './testing/test-pictures.ts';
import { canHaveSmallDisk, onSmallDisk, TestInstallation, type TestProcess } from './testing/test-process.ts';

/** What an operator keeps and brings back, with the built programs and server. */

const superuserUrl = process.env.TEST_DATABASE_URL;
const secret = 'the position secret of this test, long enough';
const installation = new TestInstallation();
afterAll(() => installation.remove());

const programOf = (program: string) => join(installation.root, 'server', 'dist', `${program}.js`);

function run(
  program: 'backup' | 'restore' | 'move' | 'ledger' | 'governance',
  words: string[],
  environment: object,
  on?: string[],
) {
  const file = programOf(program);
  const whole = [process.execPath, '--liftoff-only', file, ...words];
  const [command, ...parameters] = on ? [...on, ...whole] : whole;
  const { status, stdout, stderr } = spawnSync(command!, parameters, {
    env: { ...process.env, DATABASE_URL: '', POSITION_SECRET: '', ...environment },
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}`.trim() };
}

const newFile = (name: string) => join(installation.newDataDir(), name);

interface Kept {
  DATA_DIR: string;
  DATABASE_URL?: string;
  POSITION_SECRET?: string;
}
let kept: Kept;
let socketMode: number | undefined;
let ann: TestPerson;
let postId: string;
let file: string;

/** The same people go on where a server runs with what was kept. */
function goingOn(server: TestProcess): TestPerson {
  const person = new TestPerson(server.url);
  for (const [name, value] of ann.cookies) person.cookies.set(name, value);
  return person;
}

const launched = async (environment: Kept) =>
  (await installation.launch({ ...environment, POSITION_SECRET: secret })).ready();

/** What is there works: old things are read, new ones are written and told. */
async function expectToGoOn(server: TestProcess) {
  const again = goingOn(server);
  const { data: post } = await again.get(getPost, { params: { messageId: postId } });
  expect(post).toMatchObject({ content: 'Chess on Sunday?', commentCount: 1 });
  expect((await again.fetch(post.imageUrls[0]!)).status).toBe(200);
  const latest = async () => ((await again.get(listNotifications, {})).data as Notification[])[0]?.createdAt;
  const before = await latest();
  const bob = await new TestPerson(server.url).signIn('Bob');
  await bob.get(addComment, { body: { messageId: postId, content: 'Me too, still' } });
  await expect.poll(latest, { timeout: 10_000 }).not.toBe(before);
}

beforeAll(async () => {
  kept = { DATA_DIR: installation.newDataDir() };
  if (superuserUrl) Object.assign(kept, await onPostgresql(superuserUrl));
  const server = await launched(kept);
  if (!superuserUrl) socketMode = statSync(join(kept.DATA_DIR, 'operator.sock')).mode & 0o777;
  ann = await new TestPerson(server.url).signIn('Ann');
  await ann.saveProfile({ displayName: 'Ann', age: 30, gender: 'F' });
  postId = (await ann.post({ content: 'Chess on Sunday?', imageUrls: [await picture()] })).id;
  const bob = await new TestPerson(server.url).signIn('Bob');
  await bob.saveProfile({ displayName: 'Bob', age: 30, gender: 'M' });
  await bob.get(addComment, { body: { messageId: postId, content: 'Me too' } });
  file = newFile('beside.zip');
  const made = run('backup', [file], kept);
  expect(made, made.said).toMatchObject({ status: 0, said: expect.stringMatching(/rows of \d+ tables/) });
  expect(made.said).toMatch(/^[1-9]\d* media, /m);
  expect(made.said).toContain('The position secret is not in it');
  await server.kill('SIGTERM');
});

const onPostgresql = async (url: string) => ({
  DATABASE_URL: await makeEmptyDatabase(url),
  POSITION_SECRET: secret,
});

async function emptyPlace(): Promise<Kept> {
  const DATA_DIR = installation.newDataDir();
  return superuserUrl ? { DATA_DIR, ...(await onPostgresql(superuserUrl)) } : { DATA_DIR };
}

test('a backup holds no secret, nobody else may read it, and another is not written over it', () => {
  const bytes = readFileSync(file);
  expect(bytes.includes(secret)).toBe(false);
  expect(run('backup', [file], kept)).toMatchObject({
    status: 1,
    said: `${file} is there already. Name a file that is not.`,
  });
  expect(readFileSync(file).equals(bytes)).toBe(true);
  expect(readdirSync(join(file, '..'))).toEqual(['beside.zip']);
});

test.skipIf(superuserUrl || process.platform === 'win32')(
  'only the user of the server may ask it for a copy of the database',
  () => {
    expect(socketMode).toBe(0o600);
  },
);

test('what was made beside a running server comes back, and goes on', async () => {
  const place = await emptyPlace();
  const done = run('restore', [file], { ...place, POSITION_SECRET: secret });
  expect(done, done.said).toMatchObject({ status: 0, said: expect.stringContaining('are back') });
  expect(run('ledger', ['verify'], { ...place, POSITION_SECRET: secret }).said).toMatch(/Everything fits\.$/);
  const server = await launched(place);
  await expectToGoOn(server);
  await server.kill('SIGTERM');
});

test('a stopped server is backed up as well; without its media it comes back to where they are', async () => {
  const [whole, bare] = [newFile('stopped.zip'), newFile('bare.zip')];
  expect(run('backup', [whole], kept)).toMatchObject({ status: 0 });
  expect(run('backup', [bare, '--without-media'], kept).said).toContain('Media were left out.');
  const place = await emptyPlace();
  cpSync(join(kept.DATA_DIR, 'media'), join(place.DATA_DIR, 'media'), { recursive: true });
  mkdirSync(join(place.DATA_DIR, 'media', 'lost+found'));
  expect(run('restore', [bare], { ...place, POSITION_SECRET: secret })).toMatchObject({ status: 0 });
});

const aMediumOf = ({ DATA_DIR }: Kept) => {
  const media = join(DATA_DIR, 'media');
  return join(
    media,
    readdirSync(media, { recursive: true })
      .map(String)
      .find((name) => /original/.test(name))!,
  );
};

test('a restore that was killed, again and again, is run again', async () => {
  const place = await emptyPlace();
  const environment = { ...process.env, DATABASE_URL: '', ...place, POSITION_SECRET: secret };
  const mark = join(place.DATA_DIR, 'media', 'restoring');
  let kills = 0;
  for (const wait_ms of [0, 400, 1200, 2400, null]) {
    const restoring = spawn(process.execPath, ['--liftoff-only', programOf('restore'), file], {
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    restoring.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const ended = once(restoring, 'close');
    const isOver = () => restoring.exitCode !== null;
    // From the first thing that it writes on it is killed later each time, and the last one is left to its end.
    await vi.waitUntil(() => isOver() || existsSync(mark), { timeout: 20_000, interval: 5 });
    await (wait_ms === null ? ended : Promise.race([ended, setTimeout(wait_ms)]));
    restoring.kill('SIGKILL');
    const [code, signal] = await ended;
    if (signal === 'SIGKILL') kills++;
    else {
      expect({ code, said }).toEqual({ code: 0, said: '' });
      break;
    }
  }
  expect(kills).toBeGreaterThan(0);
  expect(existsSync(mark)).toBe(false);
  const server = await launched(place);
  await expectToGoOn(server);
  await server.kill('SIGTERM');
});

test('where another backup was half brought back it says what to empty', async () => {
  const place = await emptyPlace();
  mkdirSync(join(place.DATA_DIR, 'media'));
  writeFileSync(join(place.DATA_DIR, 'media', 'restoring'), 'another');
  expect(run('restore', [file], { ...place, POSITION_SECRET: secret })).toEqual({
    status: 1,
    said: `${join(place.DATA_DIR, 'media')} holds a part of another backup, whose restore was broken off. Restore that one again, or empty it.`,
  });
});

test.runIf(superuserUrl)('no server starts on a database that was half brought back', async () => {
  const place = await emptyPlace();
  const database = postgres(place.DATABASE_URL!, { max: 1 });
  await database`CREATE SCHEMA dazi_restoring`;
  await database.end();
  const server = await installation.launch({ ...place, POSITION_SECRET: secret });
  expect(await server.ended()).toBe(1);
  expect(server.said.trim()).toBe(
    'Dazi could not start.\nDATABASE_URL: a restore into this database was broken off. Run it again, or name another database.',
  );
});

describe('nothing is left of what does not fit', () => {
  async function refused(which: string, environment: object, place?: Kept) {
    const to = place ?? (await emptyPlace());
    const { status, said } = run('restore', [which], { ...to, ...environment });
    expect(status).toBe(1);
    expect(said.split('\n')).toHaveLength(1);
    expect(existsSync(join(to.DATA_DIR, 'database'))).toBe(false);
    expect(existsSync(join(to.DATA_DIR, 'media'))).toBe(false);
    return said;
  }
  const own = { POSITION_SECRET: secret };

  test('another secret, or none', async () => {
    expect(await refused(file, { POSITION_SECRET: '' })).toMatch(
      superuserUrl ? /^POSITION_SECRET: needed/ : /^The position secret is missing/,
    );
    expect(await refused(file, { POSITION_SECRET: `${secret} of another` })).toMatch(
      /^This is another position secret/,
    );
  });

  test('a file that is cut off, damaged, of something else, or not there', async () => {
    const cut = newFile('cut.zip');
    cpSync(file, cut);
    truncateSync(cut, 100_000);
    expect(await refused(cut, own)).toMatch(/is no backup of Dazi, or was cut off\.$/);
    const other = newFile('other.zip');
    writeFileSync(other, 'something else');
    expect(await refused(other, own)).toMatch(/is no backup of Dazi/);
    expect(await refused(newFile('nowhere.zip'), own)).toMatch(/is not there\.$/);
    const damaged = newFile('damaged.zip');
    const bytes = readFileSync(file);
    bytes[50_000] = bytes[50_000]! ^ 0xff;
    writeFileSync(damaged, bytes);
    expect(await refused(damaged, own)).toMatch(/damaged/);
  });

  test('one medium of many that is damaged', async () => {
    const damaged = newFile('damaged-medium.zip');
    const bytes = readFileSync(file);
    const inMedium = bytes.indexOf(readFileSync(aMediumOf(kept)));
    expect(inMedium).toBeGreaterThan(0);
    bytes[inMedium + 20] = bytes[inMedium + 20]! ^ 0xff;
    writeFileSync(damaged, bytes);
    expect(await refused(damaged, own)).toMatch(
      /^This backup is damaged: media\/.* is not what was written\. Nothing was changed\.$/,
    );
  });

  test('what a later version made, and what has another number of rows', async () => {
    const changed = async (
      change: (manifest: { migrations: object[]; counts: Record<string, number> }) => void,
    ) => {
      const to = newFile('changed.zip');
      await rewrite(file, to, (text) => {
        const manifest = JSON.parse(text);
        change(manifest);
        return JSON.stringify(manifest);
      });
      return to;
    };
    const later = await changed(({ migrations }) => migrations.push({ name: '9999_later.sql', hash: 'x' }));
    expect(await refused(later, own)).toContain('9999_later.sql');
    const fewer = await changed(({ counts }) => {
      counts.posts = 1000;
    });
    expect(await refused(fewer, own)).toMatch(
      /^What was restored is not what was backed up: posts has 1 rows/,
    );
  });

  test('a place where something is already', async () => {
    const words = run('restore', [file], { ...kept, ...own });
    expect(words).toMatchObject({ status: 1, said: expect.stringMatching(/is not empty|already/) });
    const server = await launched(kept);
    await expectToGoOn(server);
    await server.kill('SIGTERM');
  });

  test.skipIf(!canHaveSmallDisk())('a disk that is full in the middle', () => {
    const directory = installation.newDataDir();
    const { status, said } = run(
      'backup',
      [join(directory, 'full.zip')],
      kept,
      onSmallDisk(directory, 100, []),
    );
    expect({ status, said }).toEqual({
      status: 1,
      said: expect.stringMatching(/^The disk is full: .*full\.zip was not written/),
    });
  });

  test.skipIf(!canHaveSmallDisk())('a disk that is full in the middle of bringing it back', async () => {
    for (const size_KiB of superuserUrl ? [100] : [100, 20_000]) {
      const place = await emptyPlace();
      const full = run('restore', [file], { ...place, ...own }, onSmallDisk(place.DATA_DIR, size_KiB, []));
      expect(full).toEqual({
        status: 1,
        said: 'The disk is full: nothing was brought back. Make room, and run it again.',
      });
    }
  });
});

test('what was kept without any media is brought back beside a directory that stays', async () => {
  const empty = newFile('empty.zip');
  const bare = { ...(await emptyPlace()), POSITION_SECRET: secret };
  await (await launched(bare)).kill('SIGTERM');
  expect(run('backup', [empty], bare).said).toContain('0 media');
  const place = { ...(await emptyPlace()), POSITION_SECRET: secret, MEDIA_DIR: installation.newDataDir() };
  const restored = run('restore', [empty], place);
  expect(restored, restored.said).toMatchObject({ status: 0 });
  await (await launched(place)).kill('SIGTERM');
});

test.skipIf(process.platform === 'win32')('one that is broken off leaves nothing half written', async () => {
  const to = newFile('broken-off.zip');
  const child = spawn(process.execPath, [programOf('backup'), to], {
    env: { ...process.env, DATABASE_URL: '', POSITION_SECRET: '', ...kept },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await vi.waitUntil(() => readdirSync(join(to, '..')).length > 0, { timeout: 60_000, interval: 5 });
  child.kill('SIGTERM');
  const [code] = await ended;
  expect(code).toBe(1);
  expect(readdirSync(join(to, '..'))).toEqual([]);
});

test('a place that lies below a file is a sentence', () => {
  const { status, said } = run('backup', [join(file, 'beside.zip')], kept);
  expect([status, said.split('\n')]).toEqual([1, [expect.stringContaining('cannot be written')]]);
});

test('a directory without a database is refused, and stays empty', () => {
  const DATA_DIR = installation.newDataDir();
  for (const [program, words] of [
    ['backup', [newFile('none.zip')]],
    ['ledger', ['verify']],
  ] as const) {
    const { status, said } = run(program, [...words], { DATA_DIR });
    expect({ status, said }).toEqual({ status: 1, said: expect.stringContaining('There is no database in') });
  }
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

describe.runIf(superuserUrl)('a database that is not that of a server', () => {
  const refused = (program: Parameters<typeof run>[0], words: string[], environment: object) => {
    const { status, said } = run(program, words, { DATA_DIR: installation.newDataDir(), ...environment });
    expect([status, said.split('\n')]).toEqual([1, [expect.any(String)]]);
    return said;
  };

  test('is refused where nothing is in it, and stays empty', async () => {
    const empty = await onPostgresql(superuserUrl!);
    for (const [program, words] of [
      ['backup', [newFile('none.zip')]],
      ['ledger', ['verify']],
    ] as const) {
      expect(refused(program, [...words], empty)).toBe(
        'DATABASE_URL: Dazi has never run on this database. Name that of the server.',
      );
    }
    const database = postgres(empty.DATABASE_URL, { max: 1 });
    expect(await database`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`).toHaveLength(0);
    await database.end();
  });

  test('is refused where its tables are spread over several servers, and stays as it is', async () => {
    const spread = await onPostgresql(superuserUrl!);
    const database = postgres(spread.DATABASE_URL, { max: 1 });
    await database.unsafe(`CREATE TABLE migrations (hash text);
      CREATE FUNCTION forget_conversation(gone text) RETURNS void LANGUAGE sql AS ''`);
    const kept = newFile('none.zip');
    expect(refused('backup', [kept], spread)).toMatch(/^DATABASE_URL: a cluster is kept server by server/);
    expect(existsSync(kept)).toBe(false);
    await database`DROP TABLE migrations`;
    const embedded = installation.newDataDir();
    const server = await launched({ DATA_DIR: embedded });
    await server.kill('SIGTERM');
    const moved = run('move', ['to-postgresql', spread.DATABASE_URL], { DATA_DIR: embedded });
    expect(moved).toEqual({
      status: 1,
      said: expect.stringMatching(/^MOVE_TO: the tables of that database are spread/),
    });
    expect(await database`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`).toHaveLength(0);
    await database.end();
  });

  test('or that lets nobody in, or is not there, is named by its setting', async () => {
    const { DATABASE_URL, POSITION_SECRET } = await onPostgresql(superuserUrl!);
    const [wrong, gone, away] = [new URL(DATABASE_URL), new URL(DATABASE_URL), new URL(DATABASE_URL)];
    wrong.username = 'nobody_of_this_name';
    gone.pathname = '/no_such_database';
    away.port = String(await freePort());
    for (const [url, why] of [
      [wrong.href, /: the (password is not right|server lets this role in from nowhere here) \(/],
      [gone.href, /: there is no database of this name \(/],
      [away.href, /: the server did not answer \(.*ECONNREFUSED/],
    ] as const) {
      const direct = { DATABASE_URL, DATABASE_DIRECT_URL: url, POSITION_SECRET };
      for (const [said, setting] of [
        [refused('backup', [newFile('none.zip')], { DATABASE_URL: url, POSITION_SECRET }), 'DATABASE_URL'],
        [refused('backup', [newFile('none.zip')], direct), 'DATABASE_DIRECT_URL'],
        [refused('restore', [file], { DATABASE_URL: url, POSITION_SECRET }), 'DATABASE_URL'],
        [refused('restore', [file], direct), 'DATABASE_DIRECT_URL'],
      ] as const) {
        expect(said).toMatch(new RegExp(`^${setting}${why.source}`));
      }
    }
  });
});

describe.runIf(superuserUrl)('an embedded database moves to PostgreSQL', () => {
  let embedded: Kept;
  let before: string[];
  const verified = (place: object) => {
    const { status, said } = run('governance', [], { ...place, POSITION_SECRET: secret });
    expect(status, said).toBe(0);
    return said.split('\n');
  };
  beforeAll(async () => {
    embedded = { DATA_DIR: installation.newDataDir() };
    const server = await launched(embedded);
    ann = await new TestPerson(server.url).signIn('Ann');
    await ann.saveProfile({ displayName: 'Ann', age: 30, gender: 'F' });
    postId = (await ann.post({ content: 'Chess on Sunday?', imageUrls: [await picture()] })).id;
    const bob = await new TestPerson(server.url).signIn('Bob');
    await bob.get(addComment, { body: { messageId: postId, content: 'Me too' } });
    await bob.get(castBoardVote, { body: { candidateId: ann.id, action: 'add' } });
    expect(run('move', ['to-postgresql', superuserUrl!], embedded).said).toContain('is already using');
    await server.kill('SIGTERM');
    before = verified(embedded);
  });

  test('with all its rows, chains and media, and goes on', async () => {
    const DATABASE_URL = await makeEmptyDatabase(superuserUrl!);
    // Words of a command are seen by others on the machine.
    const moved = run('move', ['to-postgresql'], { ...embedded, MOVE_TO: DATABASE_URL });
    expect(moved, moved.said).toMatchObject({ status: 0, said: expect.stringContaining('were moved') });
    const place = { ...embedded, DATABASE_URL };
    // What only carries news may be away.
    const away = { NATS_URL: `nats://127.0.0.1:${await freePort()}` };
    expect(run('ledger', ['verify'], { ...place, ...away, POSITION_SECRET: secret }).said).toMatch(
      /Everything fits\.$/,
    );
    // With the ends that an operator has noted.
    expect(verified(place)).toEqual(before);
    expect(before[0]).toMatch(/^1 changes of board votes/);
    const server = await launched(place);
    await expectToGoOn(server);
    await server.kill('SIGTERM');
    const again = run('move', ['to-postgresql', DATABASE_URL], embedded);
    expect(again).toMatchObject({ status: 1, said: expect.stringContaining('has people in it already') });
    expect(run('move', ['to-postgresql', 'mysql://x'], embedded).said).toMatch(/^Say where to/);
    const nowhere = new URL(DATABASE_URL);
    nowhere.pathname = '/no_such_database';
    expect(run('move', ['to-postgresql', nowhere.href], embedded)).toEqual({
      status: 1,
      said: expect.stringMatching(/^MOVE_TO: there is no database of this name \([^\n]*\)$/),
    });
  });
});

/** Copies a backup with another manifest. */
async function rewrite(from: string, to: string, change: (manifest: string) => string): Promise<void> {
  const zip = new ZipFile();
  await new Promise<void>((resolve, reject) => {
    yauzl.open(from, { lazyEntries: true, autoClose: false }, (error, opened) => {
      if (error) return reject(error);
      opened!.on('entry', (entry: yauzl.Entry) => {
        opened!.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          const chunks: Buffer[] = [];
          for await (const chunk of stream!) chunks.push(chunk as Buffer);
          const bytes = Buffer.concat(chunks);
          const isManifest = entry.fileName === 'manifest.json';
          zip.addBuffer(isManifest ? Buffer.from(change(bytes.toString())) : bytes, entry.fileName);
          opened!.readEntry();
        });
      });
      opened!.once('end', resolve);
      opened!.readEntry();
    });
  });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as unknown as Buffer);
  mkdirSync(join(to, '..'), { recursive: true });
  rmSync(to, { force: true });
  writeFileSync(to, Buffer.concat(chunks));
}
