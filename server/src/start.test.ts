import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openEmbedded } from './platform/database/embedded.ts';
import { canHaveSmallDisk, TestInstallation } from './testing/test-process.ts';
import { TestS3 } from './testing/test-s3.ts';

const installation = new TestInstallation();
afterAll(() => installation.remove());

test('a start says where it runs and what the operator should know, and no library says anything', async () => {
  const server = await installation.launch({ DATA_DIR: installation.newDataDir() });
  await server.ready();
  expect(await server.kill('SIGTERM')).toBe(0);
  const words = server.said.split('\n').filter((line) => line.trim() && !line.startsWith('{'));
  const isOld = Number.parseInt(process.versions.node, 10) < 22;
  expect(words).toEqual([
    `  Dazi is running at ${server.url}`,
    expect.stringMatching(/^ {2}Embedded database: /),
    expect.stringMatching(/^ {2}Demo mode: /),
    ...(isOld ? [`  Node ${process.versions.node} will do; Node 22 or later is recommended.`] : []),
    expect.stringMatching(/^ {2}OPERATOR_CONTACT /),
  ]);
  const logged = server.said.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  expect(logged.map(({ msg }) => msg)).toEqual([expect.stringMatching(/^Server listening at /), 'stopping']);
  expect(logged.at(-1)).toMatchObject({ level: 30, signal: 'SIGTERM', pid: server.child.pid });
});

test('a database of a later version, or with migrations that were changed, is a sentence', async () => {
  const DATA_DIR = installation.newDataDir();
  const first = await (await installation.launch({ DATA_DIR })).ready();
  await first.kill('SIGTERM');
  const changes = [
    [
      "INSERT INTO migrations (name, hash, mark) VALUES ('9999_later.sql', '', 'contract')",
      /^The database is newer than this version: it has 9999_later\.sql\. .*\.$/,
    ],
    [
      "DELETE FROM migrations WHERE name = '9999_later.sql'; UPDATE migrations SET hash = 'x' WHERE name LIKE '0000%'",
      /^The migration 0000_\w+\.sql was changed after it had been applied\. .*\.$/,
    ],
  ] as const;
  for (const [change, sentence] of changes) {
    const database = await openEmbedded({ directory: join(DATA_DIR, 'database'), snapshot: null });
    await database.script(change);
    await database.close();
    const server = await installation.launch({ DATA_DIR });
    expect(await server.ended()).toBe(1);
    expect(server.said.trim().split('\n')).toEqual([
      'Dazi could not start.',
      expect.stringMatching(sentence),
    ]);
  }
});

test.skipIf(!canHaveSmallDisk())('a disk that is too small for the database is a sentence', async () => {
  const DATA_DIR = installation.newDataDir();
  const server = await installation.launch({ DATA_DIR }, { disk_MiB: 20 });
  expect(await server.ended()).toBe(1);
  expect(server.said.trim()).toBe(
    `Dazi could not start.\nDATA_DIR: ${DATA_DIR} lies on a disk that is full. Name a directory that the user who runs Dazi may write to.`,
  );
});

test('a position secret that is lost is not made anew', async () => {
  const DATA_DIR = installation.newDataDir();
  const first = await (await installation.launch({ DATA_DIR })).ready();
  await first.kill('SIGTERM');
  rmSync(join(DATA_DIR, 'secrets'), { recursive: true });
  const server = await installation.launch({ DATA_DIR });
  expect(await server.ended()).toBe(1);
  expect(server.said.trim()).toBe(
    'Dazi could not start.\nPOSITION_SECRET: the position secret that this database was used with is not here. Put it into secrets/position-secret of the data directory, or name it with POSITION_SECRET.',
  );
  expect(existsSync(join(DATA_DIR, 'secrets'))).toBe(false);
});

test.each([
  // Kept for examples: no machine has it.
  ['192.0.2.1', 'HOST: this machine has no such address.'],
  ['nowhere.invalid', 'HOST: nobody knows this name here; name an address of this machine.'],
])('an address that cannot be listened on (%s) is a sentence', async (HOST, sentence) => {
  const provider = { OIDC_ISSUER: 'https://provider.example', OIDC_CLIENT_ID: 'dazi' };
  const server = await installation.launch({ DATA_DIR: installation.newDataDir(), HOST, ...provider });
  expect(await server.ended()).toBe(1);
  expect(server.said.trim()).toBe(`Dazi could not start.\n${sentence}`);
});

test('outside of demo mode it says that nobody looks at reports and nobody is named', async () => {
  const provider = { OIDC_ISSUER: 'https://provider.example', OIDC_CLIENT_ID: 'dazi' };
  const server = await installation.launch({ DATA_DIR: installation.newDataDir(), ...provider });
  await server.ready();
  expect(await server.kill('SIGTERM')).toBe(0);
  const words = server.said.split('\n').filter((line) => /^ {2}[A-Z_]+ is not set/.test(line));
  expect(words).toEqual([
    expect.stringMatching(/^ {2}ADMIN_EMAILS /),
    expect.stringMatching(/^ {2}OPERATOR_CONTACT /),
  ]);
});

test('a data directory that is none is a sentence, not a stack', async () => {
  const file = join(installation.newDataDir(), 'file');
  writeFileSync(file, '');
  const server = await installation.launch({ DATA_DIR: file });
  expect(await server.ended()).toBe(1);
  expect(server.said.trim()).toBe(
    `Dazi could not start.\nDATA_DIR: ${file} is a file. Name a directory that the user who runs Dazi may write to.`,
  );
});

test('a directory of media that is none is a sentence as well', async () => {
  const file = join(installation.newDataDir(), 'file');
  writeFileSync(file, '');
  for (const [MEDIA_DIR, why] of [
    [file, 'is a file'],
    [join(file, 'media'), 'lies below a file'],
  ] as const) {
    const server = await installation.launch({ DATA_DIR: installation.newDataDir(), MEDIA_DIR });
    expect(await server.ended()).toBe(1);
    expect(server.said.trim()).toBe(
      `Dazi could not start.\nMEDIA_DIR: ${MEDIA_DIR} ${why}. Name a directory that the user who runs Dazi may write to.`,
    );
  }
});

test('a directory of media that somebody named is not made: its disk may not be mounted', async () => {
  const MEDIA_DIR = join(installation.newDataDir(), 'mounted', 'media');
  const server = await installation.launch({ DATA_DIR: installation.newDataDir(), MEDIA_DIR });
  expect(await server.ended()).toBe(1);
  expect(server.said.trim()).toBe(
    `Dazi could not start.\nMEDIA_DIR: ${MEDIA_DIR} is not there. Mount the disk that it lies on, or make it if it is to be a new one.`,
  );
  expect(existsSync(MEDIA_DIR)).toBe(false);
});

test('a bucket that does not let in is a sentence too; another one is used', async () => {
  const s3 = await new TestS3().start();
  const launch = async (changes: Record<string, string>) =>
    installation.launch({ DATA_DIR: installation.newDataDir(), ...s3.settings, ...changes });
  const [refused, server] = await Promise.all([launch({ S3_SECRET_ACCESS_KEY: 'wrong' }), launch({})]);
  expect(await refused.ended()).toBe(1);
  const [first, ...sentences] = refused.said.trim().split('\n');
  expect([first, sentences]).toEqual([
    'Dazi could not start.',
    [expect.stringMatching(/^S3_SECRET_ACCESS_KEY: S3 does not let this key into .*\.$/)],
  ]);
  await server.ready();
  expect(await server.kill('SIGTERM')).toBe(0);
  await s3.stop();
});

test('who has no bucket reads no code for one', () => {
  const built = join(installation.root, 'server', 'dist');
  const files = readdirSync(built).filter((name) => name.endsWith('.js'));
  const reading = files.filter((name) => readFileSync(join(built, name), 'utf8').includes('"aws4fetch"'));
  expect(reading).toEqual([expect.stringMatching(/^s3-storage-/)]);
  const imports = new RegExp(`(?:from|import) ?"./${reading[0]}"`);
  expect(files.filter((name) => imports.test(readFileSync(join(built, name), 'utf8')))).toEqual([]);
});

test('MAP-201 it says where streets are fetched, and starts without them', async () => {
  const dataDir = { DATA_DIR: installation.newDataDir() };
  // Nobody listens there.
  const server = await installation.launch({ ...dataDir, MAP_STYLE_URL: 'http://127.0.0.1:9/planet' });
  await server.ready();
  expect((await fetch(`${server.url}/streets/style`)).status).toBe(204);
  expect(await server.kill('SIGTERM')).toBe(0);
  expect(server.said).toContain(
    '  Streets are fetched from 127.0.0.1:9; MAP_STYLE_URL=none keeps the map offline.',
  );
});
