import { defineConfig } from '@playwright/test';
import { findChromium, findHeadlessShell } from './tools/chromium.mjs';

const executablePath = findHeadlessShell() ?? findChromium();
const isRoot = process.getuid?.() === 0;

/**
 * Of these features only the last list counts, so it begins with what Playwright itself turns off. Every window
 * would load two hidden pages for an address bar that nobody sees: half a second of a core.
 */
const featuresOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
];

/** Code that runs for seconds is compiled for longer than it would gain: a tenth of what the pages take. */
const scriptFlags = '--no-maglev --no-opt';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/town.setup.ts',
  outputDir: 'test-results',
  workers: 3,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // These end what hangs. A busy machine takes its time; how fast something is belongs elsewhere.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? '.cache/test/browser.json' }],
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    // What cannot be clicked says so before the whole journey has run out of time.
    actionTimeout: 40_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        `--disable-features=${featuresOff.join()}`,
        `--js-flags=${scriptFlags}`,
        // Chromium's sandbox refuses to run as root.
        ...(isRoot ? ['--no-sandbox'] : []),
      ],
    },
  },
});
