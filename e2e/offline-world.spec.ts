import { desktop, phoneDevice } from './devices.ts';
import { shareOfColour } from './pixels.ts';
import { enterAsVisitor, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** A part of the map that nothing floats over, on large screens. */
const bare = { x: 520, y: 200, width: 500, height: 500 };
const themes = {
  light: { track: [185, 176, 160], water: [169, 207, 230] },
  dark: { track: [76, 80, 69], water: [18, 40, 58] },
} as const;
/** All that a view of Tokyo takes of the map, compressed: the list of tiles and one tile. */
const viewLimit_bytes = 64 * 1024;

for (const [colorScheme, { track, water }] of Object.entries(themes)) {
  test(`Tokyo has its railways and its bay without any network, ${colorScheme}`, async ({ openBrowser }) => {
    // Lines are two pixels wide: on a coarser screen none would have its colour.
    const options = { colorScheme: colorScheme as 'light', deviceScaleFactor: 1 };
    const page = await openBrowser({ device: desktop, options });
    await enterAsVisitor(page, '/?map=12/35.66/139.75');
    await expect.poll(() => shareOfColour(page, track, bare)).toBeGreaterThan(0.004);
    await expect.poll(() => shareOfColour(page, water, bare)).toBeGreaterThan(0.01);
    await saveScreen(page, `offline-world-tokyo-${colorScheme}`);
  });
}

test('a view asks for the tiles it shows and for no others', async ({ openBrowser }) => {
  const page = await openBrowser({ device: phoneDevice });
  const sizes = new Map<string, number>();
  page.on('response', async (answer) => {
    const { pathname } = new URL(answer.url());
    if (!pathname.startsWith('/map/') || sizes.has(pathname)) return;
    sizes.set(pathname, 0);
    sizes.set(pathname, Number((await answer.allHeaders())['content-length'] ?? 0));
  });
  await enterAsVisitor(page, '/?map=12/35.68/139.75');
  await expect.poll(() => sizes.get('/map/near/8/227/100.mvt') ?? 0).toBeGreaterThan(20_000);
  expect([...sizes.keys()].sort()).toEqual(['/map/coverage.json', '/map/near/8/227/100.mvt']);
  expect([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(viewLimit_bytes);
  await saveScreen(page, 'offline-world-tokyo-phone');
});
