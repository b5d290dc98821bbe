import type { Page, Route } from '@playwright/test';
import { desktop } from './devices.ts';
import { shareOfColour } from './pixels.ts';
import { mapReady, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** A part of the map that nothing floats over, on large screens. */
const bare = { x: 520, y: 200, width: 500, height: 500 };
const themes = {
  light: { land: [243, 239, 230], water: [169, 207, 230] },
  dark: { land: [23, 26, 22], water: [18, 40, 58] },
} as const;

const enter = async (page: Page, address: string) => {
  await page.goto(address);
  await page.getByRole('button', { name: 'Enter' }).click();
  await mapReady(page);
};

/** Of the tiles of the world some come late, some never, the rest as always. */
async function holdTiles(page: Page): Promise<() => Promise<unknown>> {
  const held: Route[] = [];
  await page.route('**/map/tiles/**', async (route) => {
    const [x = 0, y = 0] = /(\d+)\/(\d+)\.mvt/.exec(route.request().url())!.slice(1).map(Number);
    if (x % 2 === 1) held.push(route);
    else if (y % 2 === 1) await route.fulfill({ status: 404 });
    else await route.continue();
  });
  return () => Promise.all(held.splice(0).map((route) => route.continue()));
}

for (const [colorScheme, { land, water }] of Object.entries(themes)) {
  test(`land is not painted as sea while tiles are missing, ${colorScheme}`, async ({
    openBrowser,
    guard,
  }) => {
    guard.expect(/404 .*\/map\/tiles\//, /Failed to load resource.*\/map\/tiles\//);
    const page = await openBrowser({ device: desktop, options: { colorScheme: colorScheme as 'light' } });
    const release = await holdTiles(page);
    // The steppe, further from every shore than the map reaches.
    await enter(page, '/?map=5/49/72');
    const shareOf = (colour: readonly [number, number, number]) => shareOfColour(page, colour, bare);
    await expect.poll(() => shareOf(land)).toBeGreaterThan(0.8);
    expect(await shareOf(water)).toBeLessThan(0.01);
    await saveScreen(page, `missing-tiles-${colorScheme}`);

    await test.step('deeper than there are tiles as well', async () => {
      await page.locator('canvas').first().focus();
      for (let step = 0; step < 3; step++) {
        await page.getByRole('button', { name: 'Zoom in' }).click();
        expect(await shareOf(water)).toBeLessThan(0.01);
      }
    });

    await test.step('and what comes late is drawn', async () => {
      await release();
      await expect.poll(() => shareOf(land)).toBeGreaterThan(0.8);
      expect(await shareOf(water)).toBeLessThan(0.01);
    });
  });
}

test('the sea is drawn where it is, and at a coast land and sea', async ({ openBrowser }) => {
  const { land, water } = themes.light;
  const page = await openBrowser({ device: desktop });
  await enter(page, '/?map=9/-45/-120');
  await expect.poll(() => shareOfColour(page, water, bare)).toBe(1);
  await page.goto('/?map=6/41/-7');
  await mapReady(page);
  await expect.poll(() => shareOfColour(page, water, bare)).toBeGreaterThan(0.3);
  expect(await shareOfColour(page, land, bare)).toBeGreaterThan(0.2);
  await saveScreen(page, 'missing-tiles-coast');
});
