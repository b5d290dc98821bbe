import { existsSync } from 'node:fs';
import { findChromium } from '../chromium.mjs';
import { findEngines } from '../engines.mjs';
import { installedCommand } from '../repository.mjs';
import { runNode } from '../run-command.mjs';
import { readJourneys } from './browser.mjs';
import { installationFor } from './installations.mjs';
import { notTried, oneFailed } from './outcome.mjs';
import { freshReport, testEnvironment } from './test-environment.mjs';

/** For all engines together. */
const limitMs = 240_000;

/** The smoke journey in the engines beside Chromium. */
export async function runEngines() {
  await installationFor('engines');
  await installationFor('browser');
  if (findEngines().length === 0) return notTried('journeys in other engines', advice);
  if (!findChromium())
    return notTried('journeys in other engines', 'no Chromium was found for the second person.');
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

const advice =
  'no Firefox was found. Install one with "apt-get install firefox-esr" or "npx playwright install firefox webkit", or set FIREFOX_PATH.';
