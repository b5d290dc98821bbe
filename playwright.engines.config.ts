import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';
import { findEngines, findWebKitGtk } from './tools/engines.mjs';

/** The smoke journey in the engines beside Chromium: as many as are installed. */
export default defineConfig({
  ...journeys,
  testDir: 'e2e/engines',
  outputDir: 'test-results/engines',
  // One browser of each engine beside one Chromium are enough for two cores.
  workers: 1,
  timeout: 200_000,
  use: { headless: true, actionTimeout: 40_000 },
  projects: [
    ...findEngines().map((engine) => ({ ...engine, testMatch: 'smoke.engines.ts' })),
    // Playwright's own runs the other journey, and has more to say about it.
    ...(findWebKitGtk() ? [{ name: 'webkitgtk', testMatch: 'webkit.engines.ts' }] : []),
  ],
});
