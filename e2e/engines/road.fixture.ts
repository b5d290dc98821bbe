import { type Browser, chromium } from '@playwright/test';
import { findChromium, findHeadlessShell } from '../../tools/chromium.mjs';
import { DaziServer } from '../dazi-server.ts';
import { test as base } from '../server.fixture.ts';
import { Road } from './road.ts';

/** In Hobart, where nobody of the demo town is. */
export const hobart = { latitude: -42.8821, longitude: 147.3272 };
export const atHobart = `/?map=12/${hobart.latitude}/${hobart.longitude}`;

interface WorkerFixtures {
  /** The way to the server of these journeys, which everybody takes. */
  road: Road;
  /** Chromium, for whoever is met. */
  other: Browser;
}

export const test = base.extend<object, WorkerFixtures>({
  road: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names from the pattern
    async ({}, use) => {
      const road = await Road.open();
      await use(road);
      await road.close();
    },
    { scope: 'worker' },
  ],

  server: [
    async ({ road }, use) => {
      const server = await DaziServer.startWithTown({}, road.origin);
      road.leadTo(server.port);
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  other: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names from the pattern
    async ({}, use) => {
      const executablePath = findHeadlessShell() ?? findChromium();
      const browser = await chromium.launch({
        ...(executablePath && { executablePath }),
        args: ['--no-sandbox'],
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});
