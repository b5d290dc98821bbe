import { stripVTControlCharacters } from 'node:util';
import { buildWhatChanged, installWhatIsMissing, requireNode } from './prepare.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';
import { checkTheArchitecture } from './test-steps/architecture.mjs';
import { runBrowserJourneys } from './test-steps/browser.mjs';
import { runEngines } from './test-steps/engines.mjs';
import { beginInstallations } from './test-steps/installations.mjs';
import { lint } from './test-steps/lint.mjs';
import { checkLockFile } from './test-steps/lock-file.mjs';
import { allPassed, countsOf, oneFailed, together } from './test-steps/outcome.mjs';
import { checkTypes } from './test-steps/types.mjs';
import { findUnusedCode } from './test-steps/unused-code.mjs';
import {
  runRulesOfTheServer,
  runServerTestsBehindPooler,
  runServerTestsOnEmbeddedDatabase,
  runServerTestsOnPostgres,
  runUnitTests,
} from './test-steps/vitest.mjs';

stopWithNpm();

/**
 * Installing and building count only when they fail.
 * @type {Record<string, () => Promise<import('./test-steps/outcome.mjs').Outcome>>}
 */
const steps = {
  install: counted(installWhatIsMissing),
  'build-web': counted(() => buildWhatChanged(['basemap', 'gazetteer', 'web'])),
  'build-server': counted(() => buildWhatChanged(['server', 'new-database'])),
  types: checkTypes,
  lint,
  architecture: checkTheArchitecture,
  unused: findUnusedCode,
  'lock-file': checkLockFile,
  unit: runUnitTests,
  browser: runBrowserJourneys,
  engines: runEngines,
  'server-rules': runRulesOfTheServer,
  'server-embedded': () => runServerTestsOnEmbeddedDatabase({ areBothWanted }),
  'server-postgres': () => runServerTestsOnPostgres({ areBothWanted }),
  'server-pooler': runServerTestsBehindPooler,
};

/** Run only where they are named: the same tests once more. */
const byName = ['server-pooler'];

/**
 * Steps without which the later one has nothing to work on.
 * @type {Record<string, string[]>}
 */
const prerequisites = {
  browser: ['build-web', 'build-server'],
  engines: ['build-web', 'build-server'],
  'server-embedded': ['build-server'],
  'server-postgres': ['build-server'],
  'server-pooler': ['build-server'],
};

/**
 * Steps that print nothing while they run: from the installation on they take what the others leave of the cores. The
 * journeys leave some; the server's tests, which leave none, come when these have ended.
 */
const beside = ['types', 'lint', 'architecture', 'unused', 'lock-file'];

const selected = selectedSteps();
const areBothWanted = ['server-embedded', 'server-postgres'].every((name) => selected.includes(name));
beginInstallations(selected);

process.exitCode = await runSteps(selected);

/** @param {string[]} names */
async function runSteps(names) {
  /** @type {Map<string, import('./test-steps/outcome.mjs').Outcome>} */
  const outcomes = new Map();
  const run = (/** @type {string} */ name) => timed(name, () => runStep(name, outcomes));
  /** @type {Ended[]} */
  const untold = [];
  /** @type {Promise<unknown>[]} */
  let runningBeside = [];
  const tell = (/** @type {Ended} */ ended) => {
    outcomes.set(ended.name, ended.outcome);
    print(ended);
  };
  for (const name of names.filter((each) => !beside.includes(each))) {
    console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`);
    tell(await run(name));
    if (name === 'install') {
      if (outcomes.get(name)?.failed) return report(outcomes);
      const alongside = names.filter((each) => beside.includes(each));
      runningBeside = alongside.map(async (each) => untold.push(await run(each)));
    }
    untold.splice(0).forEach(tell);
  }
  await Promise.all(runningBeside);
  untold.forEach(tell);
  return report(outcomes);
}

/**
 * @typedef {{ name: string, outcome: import('./test-steps/outcome.mjs').Outcome, seconds: string }} Ended
 * @param {string} name
 * @param {() => Promise<import('./test-steps/outcome.mjs').Outcome>} run
 * @returns {Promise<Ended>}
 */
async function timed(name, run) {
  const startedAt = Date.now();
  const outcome = await run();
  return { name, outcome, seconds: ((Date.now() - startedAt) / 1000).toFixed(1) };
}

/** @param {Ended} ended */
function print({ name, outcome, seconds }) {
  for (const { name: what, message } of outcome.failures) console.log(`✗ ${what}\n${indented(message)}`);
  console.log(
    `${name}: ${countsOf(outcome)} (${seconds} s${beside.includes(name) ? ', beside the others' : ''})`,
  );
}

/**
 * @param {string} name
 * @param {Map<string, import('./test-steps/outcome.mjs').Outcome>} outcomes
 */
async function runStep(name, outcomes) {
  const missing = (prerequisites[name] ?? []).find((each) => (outcomes.get(each)?.failed ?? 0) > 0);
  if (missing) return oneFailed(name, `Not tried because the step "${missing}" failed.`);
  try {
    return (await steps[name]?.()) ?? oneFailed(name, 'There is no such step.');
  } catch (error) {
    return oneFailed(name, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/**
 * The last line printed is the count, alone.
 * @param {Map<string, import('./test-steps/outcome.mjs').Outcome>} outcomes
 * @returns {number} the exit code
 */
function report(outcomes) {
  const total = together([...outcomes.values()]);
  if (total.failed > 0) console.log(`\n── what failed ${'─'.repeat(48)}`);
  for (const [step, { failures }] of outcomes) {
    for (const { name, message } of failures) console.log(`✗ ${step}: ${name}\n${indented(message, 12)}`);
    for (const { name, pages = [] } of failures.slice(0, 3)) {
      for (const page of pages.slice(0, 3)) console.log(`── a page of ${name}\n${theEnds(page)}`);
    }
  }
  for (const notice of total.notices) console.log(`\n!!! SKIPPED: ${notice}`);
  console.log(`\n${countsOf(total)}`);
  return total.failed > 0 ? 1 : 0;
}

/**
 * The first lines say where somebody is; what lies over a page comes last in it.
 * @param {string} page
 */
function theEnds(page) {
  const lines = page.split('\n');
  return (lines.length <= 40 ? lines : [...lines.slice(0, 4), '…', ...lines.slice(-35)]).join('\n');
}

/**
 * @param {string} text
 * @param {number} [limit] lines
 */
function indented(text, limit = 60) {
  const lines = stripVTControlCharacters(text)
    .trim()
    .split('\n')
    .filter((line) => !/^\s+at .*[\\/]node_modules[\\/]|^\s+at new Promise /.test(line));
  const shown = lines.slice(0, limit);
  if (lines.length > limit) shown.push(`… and ${lines.length - limit} lines more, see above`);
  return shown.map((line) => `    ${line}`).join('\n');
}

/** @param {() => Promise<void>} work */
function counted(work) {
  return async () => {
    await work();
    return allPassed(0);
  };
}

function selectedSteps() {
  requireNode();
  const all = Object.keys(steps);
  const only = process.argv.find((parameter) => parameter.startsWith('--only='));
  if (!only) return all.filter((name) => !byName.includes(name));
  const wanted = only.slice('--only='.length).split(',');
  const unknown = wanted.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    console.error(`There is no step "${unknown.join('", "')}". The steps are: ${all.join(', ')}.`);
    process.exit(1);
  }
  const needed = wanted.flatMap((name) => [...(prerequisites[name] ?? []), name]);
  return all.filter((name) => name === 'install' || needed.includes(name));
}
