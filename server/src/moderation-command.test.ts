import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { getSession } from '@dazi/contract/identity/identity';
import { getRegistration } from '@dazi/contract/moderation/admission';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../tools/services.mjs';
import { TestPerson } from './testing/test-person.ts';
import { TestInstallation, type TestProcess } from './testing/test-process.ts';

/** What an operator does at the command line, on the built server and its embedded database. */

const installation = new TestInstallation();
const dataDir = installation.newDataDir();
// One address: who signs in is known by the provider, which is the server itself.
const settings = {
  DATA_DIR: dataDir,
  ADMIN_EMAILS: 'rosa@people.example',
  PORT: String(await freePort()),
};
afterAll(() => installation.remove());

function run(...words: string[]) {
  const program = join(installation.root, 'server', 'dist', 'moderation.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--liftoff-only', program, ...words], {
    env: { ...process.env, ...settings },
    encoding: 'utf8',
    input: '',
  });
  return { status, said: `${stdout}${stderr}`.trim() };
}

async function started(): Promise<TestProcess> {
  const server = await installation.launch(settings);
  await server.ready();
  return server;
}

const standingOf = async (server: TestProcess, name: string) => {
  const person = await new TestPerson(server.url).signIn(name);
  return (await person.get(getSession, {})).standing;
};

let bernd: string;
beforeAll(async () => {
  const server = await started();
  bernd = (await new TestPerson(server.url).signIn('Bernd')).id;
  await new TestPerson(server.url).signIn('Rosa');
  expect(run('queue')).toMatchObject({ status: 1, said: expect.stringContaining('is already using') });
  // What it can do is said beside a server that runs, too.
  for (const words of [[], ['queues']]) {
    expect(run(...words)).toMatchObject({ status: 1, said: expect.stringMatching(/^Say one of:/) });
  }
  await server.kill('SIGTERM');
});

test('suspends, lifts, and leaves a log that verifies', async () => {
  expect(run('suspend', 'bernd@people.example', '7d', '1', 'Threats', '--yes')).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^Decided: suspend until .*, rule 1, number 1 of the log\.$/),
  });
  expect(run('show', bernd).said).toContain('suspended until');
  const server = await started();
  expect(await standingOf(server, 'Bernd')).toMatchObject({ kind: 'suspended' });
  await server.kill('SIGTERM');
  // Nobody answers the question: nothing is done.
  expect(run('lift', bernd, 'A mistake').said).toContain('[y/N]');
  expect(run('show', bernd).said).toContain('suspended until');
  expect(run('lift', bernd, 'A mistake', '--yes')).toMatchObject({ status: 0 });
  expect(run('show', bernd).said).toContain(': good');
  expect(run('verify')).toMatchObject({ status: 0, said: expect.stringContaining('2 links') });
});

test('an address that two accounts have names neither; an id does', async () => {
  const server = await started();
  const first = (await new TestPerson(server.url).signIn('Twice')).id;
  await server.kill('SIGTERM');
  // At another address the server is another provider, which vouches for the same e-mail address.
  const elsewhere = await installation.launch({ ...settings, PORT: String(await freePort()) });
  await elsewhere.ready();
  const second = (await new TestPerson(elsewhere.url).signIn('Twice')).id;
  await elsewhere.kill('SIGTERM');
  expect(second).not.toBe(first);
  const both = [first, second].toSorted().map((id) => `${id} (Twice)`);
  const says = `"twice@people.example" is the address of several accounts, so say which by its id: ${both.join(', ')}.`;
  expect(run('suspend', 'twice@people.example', '7d', '1', 'Threats', '--yes')).toEqual({
    status: 1,
    said: says,
  });
  expect(run('suspend', second, '7d', '1', 'Threats', '--yes')).toMatchObject({ status: 0 });
  expect(run('show', first).said).toContain(': good');
  expect(run('show', second).said).toContain('suspended until');
}, 300_000);

test('changes who may come in, and says which sign-ins are not blocked', async () => {
  // Nobody answers the question: nothing is done.
  expect(run('registration', 'closed').said).toContain('[y/N]');
  expect(run('registration', 'invitation', '--yes')).toMatchObject({
    status: 0,
    said: 'Who may come in: invitation.',
  });
  const server = await started();
  const { data } = await new TestPerson(server.url).get(getRegistration, {});
  expect(data.mode).toBe('invitation');
  await server.kill('SIGTERM');
  expect(run('verify')).toMatchObject({ status: 0, said: expect.stringContaining('4 links') });
});

describe('says what is wrong, and does nothing', () => {
  test.each([
    ['nothing', [], /^Say one of:/],
    ['an unknown address', ['warn', 'nobody@people.example', '1', 'x'], /^There is no account/],
    ['tomorrow', ['suspend', 'bernd@people.example', 'tomorrow', '1', 'x'], /^Until when\? "tomorrow"/],
    ['no rule', ['warn', 'bernd@people.example', 'x'], /^There is no rule "x"/],
    ['no reason', ['warn', 'bernd@people.example', '1'], /^Give the reason/],
    ['an administrator', ['warn', 'rosa@people.example', '1', 'x'], /^Nothing can be decided about an admin/],
    ['no mode', ['registration', 'half'], /^Who may come in\? "half" is none of open, invitation, closed/],
    ['no block', ['unblock', 'unknown'], /^This sign-in is not blocked/],
    ['a new account', ['appoint', 'bernd@people.example'], /^This person cannot be a moderator/],
  ])('%s', (_what, words, says) => {
    const { status, said } = run(...words, '--yes');
    expect([status, said]).toEqual([1, expect.stringMatching(says)]);
  });
});
