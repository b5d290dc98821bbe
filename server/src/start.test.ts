import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TestInstallation } from './testing/test-process.ts';
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
