import { existsSync } from 'node:fs';
import { findChromium } from '../chromium.mjs';
import { installedCommand, readJson } from '../repository.mjs';
import { runNode } from '../run-command.mjs';
import { installationFor } from './installations.mjs';
import { notTried, oneFailed } from './outcome.mjs';
import { freshReport, testEnvironment } from './test-environment.mjs';

/** Each journey has a limit of its own, three minutes for most: when nothing ends for longer the runner hangs. */
const silenceLimitMs = 360_000;

export async function runBrowserJourneys() {
  await installationFor('browser');
  if (!findChromium()) return notTried('browser journeys', chromiumAdvice());
  const report = freshReport('browser');
  // Its workers inherit the flag: on two cores threads that collect garbage are in the way of the browsers.
  const runner = ['--single-threaded-gc', installedCommand('@playwright/test', 'playwright'), 'test'];
  const { code, timedOut } = await runNode(runner, {
    env: testEnvironment({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    silenceLimitMs,
  });
  if (timedOut) {
    return oneFailed('browser', `Nothing ended for ${silenceLimitMs / 1000} s: something hangs, see above.`);
  }
  if (!existsSync(report)) {
    return oneFailed('browser', `playwright ended with code ${code} and left no report, see above.`);
  }
  return readJourneys(report, code);
}

function chromiumAdvice() {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return `CHROMIUM_PATH is ${CHROMIUM_PATH}, which does not exist.`;
  const withSystemParts = process.platform === 'linux' ? '--with-deps ' : '';
  return `no Chromium was found. Install one with "npx playwright install ${withSystemParts}chromium" or set CHROMIUM_PATH.`;
}

/**
 * What Playwright's report says.
 * @param {string} path
 * @param {number} code with which Playwright ended
 * @returns {import('./outcome.mjs').Outcome}
 */
export function readJourneys(path, code) {
  /** @type {any} */
  const report = readJson(path);
  /** @type {Spec[]} */
  const specs = report.suites.flatMap((/** @type {any} */ suite) => specsIn(suite, []));
  const failures = [
    ...specs.filter(({ ok }) => !ok).map(failureOf),
    ...report.errors.map((/** @type {any} */ error) => ({
      name: 'playwright',
      message: error.message ?? '',
    })),
  ];
  if (failures.length === 0 && code !== 0) {
    failures.push({
      name: 'playwright',
      message: `Ended with code ${code} although nothing failed, see above.`,
    });
  }
  const { expected, skipped } = report.stats;
  const notices = specs
    .filter(({ tests }) => tests.every((/** @type {any} */ test) => test.status === 'skipped'))
    .map(({ name }) => `${name}: the journey itself says so.`);
  return { passed: expected, failed: failures.length, skipped, failures, notices };
}

/**
 * @typedef {{ name: string, ok: boolean, tests: any[] }} Spec
 * @param {any} suite
 * @param {string[]} titlesAbove
 * @returns {Spec[]}
 */
function specsIn(suite, titlesAbove) {
  const titles = [...titlesAbove, suite.title];
  const inside = (suite.suites ?? []).flatMap((/** @type {any} */ child) => specsIn(child, titles));
  const here = (suite.specs ?? []).map((/** @type {any} */ { title, ok, tests }) => ({
    name: [...titles, title].join(' › '),
    ok,
    tests,
  }));
  return [...here, ...inside];
}

/**
 * @param {Spec} spec
 * @returns {import('./outcome.mjs').Failure}
 */
function failureOf({ name, tests }) {
  const results = tests.flatMap(({ results }) => results);
  const errors = results.flatMap(({ errors }) => errors);
  const pages = results.flatMap(({ attachments }) =>
    attachments.filter((/** @type {any} */ { name }) => name === 'page'),
  );
  return {
    name,
    message: errors.map(({ message }) => message).join('\n'),
    pages: pages.map(({ body }) => Buffer.from(body, 'base64').toString()),
  };
}
