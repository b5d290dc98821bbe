import { gzipSync } from 'node:zlib';
import { phoneDevice } from './devices.ts';
import { mapReady } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** design target: what the first page needs before anything can be seen, compressed. */
const firstScriptsLimit_bytes = 140_000;

test('the first visit needs at most 140 KB of scripts', async ({ server }) => {
  const page = await (await fetch(server.url)).text();
  const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
  expect(scripts.length).toBeGreaterThan(1);
  let bytes = 0;
  for (const path of scripts) bytes += gzipSync(await (await fetch(server.url + path)).arrayBuffer()).length;
  expect(bytes).toBeLessThanOrEqual(firstScriptsLimit_bytes);
});

/** design target: how much of what stands on the page may move by itself. */
const shiftLimit = 0.02;

test('on a phone the landing stands still, and the map waits behind it', async ({ openBrowser }) => {
  const page = await openBrowser({ device: phoneDevice });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/');
  const enter = page.getByRole('button', { name: 'Enter' });
  await expect(enter).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(
    shiftLimit,
  );
  // The code of the map is there for whoever enters; what it shows has not been asked for.
  await expect.poll(() => asked.filter((path) => path.includes('MapCanvas')).length).toBeGreaterThan(0);
  expect(asked.filter((path) => /^\/(map\/|api\/(posts|conversations|discovery))/.test(path))).toEqual([]);
  await expect(page.locator('.map-page, .shell-header')).toHaveCount(0);

  await enter.click();
  await mapReady(page);
  await expect(page.locator('.shell-header')).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/api/')).length).toBeGreaterThan(2);
});

test('the picture of the landing is painted before the code of the page runs', async ({ openBrowser }) => {
  const page = await openBrowser({ device: phoneDevice });
  // Code that never comes leaves what index.html says.
  await page.route('**/assets/*.js', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'connect with your local community' })).toBeVisible();
  const picture = page.locator('.welcome-preview img');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(page.getByText('Enter', { exact: true })).toBeHidden();
});

test('a picture of the landing that does not come holds nothing up', async ({ openBrowser }) => {
  const page = await openBrowser({ device: phoneDevice });
  await page.route('**/map-preview*.svg', () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible();
});
