import { existsSync } from 'node:fs';
import { findChromium } from '../chromium.mjs';
import { findEngines, findWebKitGtk } from '../engines.mjs';
import { installedCommand } from '../repository.mjs';
import { runNode } from '../run-command.mjs';
import { readJourneys } from './browser.mjs';
import { installationFor } from './installations.mjs';
import { notTried, oneFailed, together } from './outcome.mjs';
import { freshReport, testEnvironment } from './test-environment.mjs';

/** For what hangs in all engines together; a quiet machine takes less than four minutes. */
const limitMs = 600_000;

/** The smoke journeys in the engines beside Chromium. */
export async function runEngines() {
  await installationFor('engines');
  await installationFor('browser');
  /** @type {string[]} */
  const engines = findEngines().map(({ name }) => name);
  if (findWebKitGtk()) engines.push('webkit');
  const missing = Object.entries(advice).filter(([name]) => !engines.includes(name));
  const skipped = missing.map(([name, words]) => notTried(`journeys in ${name}`, words));
  if (engines.length === 0) return together(skipped);
  if (!findChromium())
    return notTried('journeys in other engines', 'no Chromium was found for the second person.');
  return together([await runJourneys(), ...skipped]);
}

async function runJourneys() {
  const report = freshReport('engines');
  const config = ['--config', 'playwright.engines.config.ts'];
  const { code, timedOut } = await runNode(
    [installedCommand('@playwright/test', 'playwright'), 'test', ...config],
    { env: testEnvironment({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }), limitMs },
  );
  if (timedOut) return oneFailed('engines', `It took longer than ${limitMs / 1000} s: see above.`);
  if (!existsSync(report))
    return oneFailed('engines', `playwright ended with code ${code} and left no report.`);
  return readJourneys(report, code);
}

/** Of each engine how it comes here. */
const advice = {
  firefox:
    'no Firefox was found. Install one with "apt-get install firefox-esr" or "npx playwright install firefox", or set FIREFOX_PATH.',
  webkit:
    'no WebKit was found. Install one with "apt-get install webkit2gtk-driver xvfb" or "npx playwright install webkit".',
};
