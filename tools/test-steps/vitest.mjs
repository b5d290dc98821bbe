import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { findPostgres } from '../postgres-programs.mjs';
import { installedCommand, readJson, repositoryRoot } from '../repository.mjs';
import { runNode } from '../run-command.mjs';
import { findPgbouncer, startPostgres } from '../services.mjs';
import { installationFor } from './installations.mjs';
import { notTried, oneFailed } from './outcome.mjs';
import { freshReport, testEnvironment } from './test-environment.mjs';

/** For what hangs: half of it is what a busy machine takes. */
const limitMs = 1_800_000;

/** Tests of the server's rules, which know no database, no network and no clock. */
const rules = '**/*.rules.test.ts';

/** Server tests that ask no database, or the embedded one whatever is given: once is enough for them. */
const withoutDatabase = [
  rules,
  '**/platform/config.test.ts',
  '**/platform/database/directory-lock.test.ts',
  '**/platform/database/embedded.test.ts',
  '**/platform/gazetteer.test.ts',
  '**/platform/http/server.test.ts',
  '**/platform/nodes/*-channel.test.ts',
  '**/platform/nodes/letters.test.ts',
  '**/platform/storage/**',
  '**/platform/streets/**',
  '**/platform/unloaded.test.ts',
  '**/platform/video/**',
];

/** Of several processes or sessions on one database, which the embedded one has not. */
const ofPostgresAlone = [
  '**/failover.test.ts',
  '**/nodes.test.ts',
  '**/nodes-killed.test.ts',
  '**/plans-killed.test.ts',
  '**/rolling-upgrade.test.ts',
  '**/several-nodes.test.ts',
  '**/platform/horizon.test.ts',
];

/**
 * What no database answers otherwise: what is refused before one is asked, who may call what, how many statements a call
 * takes, what one may cost all others (most where the database is in the process), and two whole worlds.
 */
const onEmbeddedAlone = [
  '**/features/plans/plan-secrecy.test.ts',
  '**/others-wait.test.ts',
  '**/platform/http/guards.test.ts',
  '**/platform/redis.test.ts',
  '**/testing/across-blocks.test.ts',
  '**/testing/authorisation.test.ts',
  '**/testing/bad-bodies.test.ts',
  '**/testing/bad-input.test.ts',
  '**/testing/cluster-forms.test.ts',
  '**/testing/statements.test.ts',
];

export function runUnitTests() {
  return runVitest('unit', [
    '--project',
    'contract',
    '--project',
    'web*',
    '--project',
    'tools',
    '--project',
    'e2e',
  ]);
}

export function runRulesOfTheServer() {
  return runVitest('server-rules', ['--project', 'server', '.rules.test.ts']);
}

/**
 * Read by `test-share.ts` of the server: without PostgreSQL the embedded database takes every turn.
 * @param {boolean} areBothWanted
 */
async function sharing(areBothWanted) {
  return areBothWanted && (await hasPostgres()) ? { ON_BOTH_DATABASES: '1' } : {};
}

async function hasPostgres() {
  await installationFor('server-postgres');
  return Boolean(process.env.TEST_DATABASE_URL || findPostgres());
}

/** @param {{ areBothWanted: boolean }} run */
export async function runServerTestsOnEmbeddedDatabase({ areBothWanted }) {
  await installationFor('server-embedded');
  const selection = [rules, ...ofPostgresAlone].flatMap((files) => ['--exclude', files]);
  return runVitest('server-embedded', ['--project', 'server', ...selection], await sharing(areBothWanted));
}

/** @param {{ areBothWanted: boolean }} run */
export async function runServerTestsOnPostgres({ areBothWanted }) {
  return onPostgres('server-postgres', await sharing(areBothWanted));
}

/** Through a pooler that hands connections on after each transaction. */
export async function runServerTestsBehindPooler() {
  await installationFor('server-pooler');
  if (!findPgbouncer()) return notTried('server tests behind a pooler', 'pgbouncer is not installed.');
  return onPostgres('server-pooler', { TEST_POOLER: 'pgbouncer' });
}

/**
 * @param {string} name
 * @param {NodeJS.ProcessEnv} additions
 */
async function onPostgres(name, additions) {
  if (!(await hasPostgres())) return notTried('server tests on PostgreSQL', postgresAdvice());
  const given = process.env.TEST_DATABASE_URL;
  const postgres = given ? undefined : await startPostgres();
  try {
    const selection = [...withoutDatabase, ...onEmbeddedAlone].flatMap((files) => ['--exclude', files]);
    return await runVitest(name, ['--project', 'server', ...selection], {
      TEST_DATABASE_URL: given ?? postgres?.url,
      ...additions,
    });
  } finally {
    await postgres?.stop();
  }
}

function postgresAdvice() {
  const onLinux = existsSync('/usr/bin/apt-get')
    ? 'sudo apt-get install postgresql'
    : 'sudo dnf install postgresql-server';
  /** @type {Partial<Record<NodeJS.Platform, string>>} */
  const commands = { darwin: 'brew install postgresql@17', win32: 'winget install PostgreSQL.PostgreSQL.17' };
  const command = commands[process.platform] ?? onLinux;
  return `PostgreSQL is not installed. Install it with "${command}" or set TEST_DATABASE_URL to a superuser connection.`;
}

/**
 * @param {string} name
 * @param {string[]} selection
 * @param {NodeJS.ProcessEnv} [additions]
 */
async function runVitest(name, selection, additions) {
  const report = freshReport(name);
  const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code, timedOut } = await runNode([installedCommand('vitest'), 'run', ...selection, ...reporting], {
    env: testEnvironment(additions),
    limitMs,
  });
  if (timedOut) return oneFailed(name, `Ended after ${limitMs / 1000} s: something hangs, see above.`);
  if (!existsSync(report))
    return oneFailed(name, `vitest ended with code ${code} and left no report, see above.`);
  return readReport(name, readJson(report), code);
}

/**
 * @param {string} name
 * @param {any} report in the format of Jest
 * @param {number} code
 * @returns {import('./outcome.mjs').Outcome}
 */
function readReport(name, report, code) {
  const failures = report.testResults.flatMap((/** @type {any} */ file) => {
    const path = relative(repositoryRoot, file.name);
    const failed = file.assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
    // A file that cannot be loaded, or whose hooks fail, fails without a failed test.
    if (file.status === 'failed' && failed.length === 0) return [{ name: path, message: file.message }];
    return failed.map((/** @type {any} */ test) => ({
      name: fullName(file, test),
      message: test.failureMessages.join('\n'),
    }));
  });
  if (failures.length === 0 && code !== 0) {
    failures.push({ name, message: `vitest ended with code ${code} although no test failed, see above.` });
  }
  const passed = report.numPassedTests;
  const skipped = report.numPendingTests + report.numTodoTests;
  if (passed + skipped + failures.length === 0) failures.push({ name, message: 'There is no test to run.' });
  return { passed, failed: failures.length, skipped, failures, notices: skippedTests(report) };
}

/** @param {any} report */
function skippedTests(report) {
  return report.testResults.flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter((/** @type {any} */ test) => ['skipped', 'pending', 'todo'].includes(test.status))
      .map((/** @type {any} */ test) => `${fullName(file, test)}: the test itself says so.`),
  );
}

/**
 * @param {any} file
 * @param {any} test
 */
function fullName(file, test) {
  return `${relative(repositoryRoot, file.name)} › ${[...test.ancestorTitles, test.title].join(' › ')}`;
}
