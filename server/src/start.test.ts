import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TestInstallation } from './testing/test-process.ts';

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
