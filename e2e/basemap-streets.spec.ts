import { TestMapSource } from '../server/src/testing/test-map-source.ts';
import { DaziServer } from './dazi-server.ts';
import { desktop, phoneDevice } from './devices.ts';
import { paperTown, paperTownBounds, paperTownExtract, paperTownTiles } from './paper-town.ts';
import { shareOfColour } from './pixels.ts';
import { mapReady, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const atTown = (zoom: number) => `/?map=${zoom}/${paperTown.latitude}/${paperTown.longitude}`;
/** A part of the map that nothing floats over, on large screens. */
const bare = { x: 520, y: 200, width: 500, height: 500 };
const parkGreen = [213, 230, 182] as const;
const land = [243, 239, 230] as const;

test.describe('a city extract in the data directory', () => {
  let town: DaziServer;
  test.beforeAll(async () => {
    town = await DaziServer.start({}, { 'maps/town.pmtiles': paperTownExtract() });
  });
  test.afterAll(() => town.remove());

  test('its streets are drawn, from this server alone', async ({ openBrowser, guard }) => {
    guard.allow(town.url);
    const page = await openBrowser({ device: desktop });
    const tiles: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().includes('/streets/extracts/')) tiles.push(answer.status());
    });
    await page.goto(town.url + atTown(14));
    await page.getByRole('button', { name: 'Enter' }).click();
    await mapReady(page);
    await expect.poll(() => shareOfColour(page, parkGreen, bare)).toBeGreaterThan(0.02);
    expect(tiles.length).toBeGreaterThan(0);
    expect(new Set(tiles)).toEqual(new Set([200]));
    await expect(page.getByText('OpenStreetMap (ODbL)').first()).toBeVisible();
    await saveScreen(page, 'streets-extract-light');
  });

  test('in the dark, and on a phone', async ({ openBrowser, guard }) => {
    guard.allow(town.url);
    const dark = await openBrowser({ device: desktop, options: { colorScheme: 'dark' } });
    await dark.goto(town.url + atTown(13));
    await dark.getByRole('button', { name: 'Enter' }).click();
    await mapReady(dark);
    await expect.poll(() => shareOfColour(dark, [28, 43, 22], bare)).toBeGreaterThan(0.005);
    await saveScreen(dark, 'streets-extract-dark');
    const phone = await openBrowser({ device: phoneDevice });
    await phone.goto(town.url + atTown(10));
    await phone.getByRole('button', { name: 'Enter' }).click();
    await mapReady(phone);
    await saveScreen(phone, 'streets-extract-phone');
  });
});

test.describe('a style that the operator names', () => {
  let source: TestMapSource;
  let town: DaziServer;
  const purple = [120, 60, 180] as const;

  test.beforeAll(async () => {
    source = await TestMapSource.start();
    source.json('/style.json?key=secret', {
      version: 8,
      sources: {
        town: {
          type: 'vector',
          tiles: ['/tiles/{z}/{x}/{y}?key=secret'],
          maxzoom: 14,
          attribution: '<a href="https://town.example/">Paper Town Survey</a>',
        },
      },
      layers: [
        { id: 'ground', type: 'background', paint: { 'background-color': '#fbf7ff' } },
        {
          id: 'roads',
          type: 'line',
          source: 'town',
          'source-layer': 'roads',
          paint: { 'line-color': 'rgb(120, 60, 180)', 'line-width': 10 },
        },
      ],
    });
    for (const { z, x, y, data } of paperTownTiles) {
      source.bytes(`/tiles/${z}/${x}/${y}?key=secret`, 'application/x-protobuf', data);
    }
    town = await DaziServer.start({ MAP_STYLE_URL: `${source.url}/style.json?key=secret` });
  });
  test.afterAll(async () => {
    await town.remove();
    await source.stop();
  });

  test('is drawn with its credits, and only this server is asked', async ({ openBrowser, guard }) => {
    guard.allow(town.url);
    const page = await openBrowser({ device: desktop });
    await page.goto(town.url + atTown(14));
    await page.getByRole('button', { name: 'Enter' }).click();
    await mapReady(page);
    await expect.poll(() => shareOfColour(page, purple, bare)).toBeGreaterThan(0.02);
    await expect(page.getByRole('link', { name: 'Paper Town Survey' }).first()).toHaveAttribute(
      'href',
      'https://town.example/',
    );
    await saveScreen(page, 'streets-style-light');
    const dark = await openBrowser({ device: desktop, options: { colorScheme: 'dark' } });
    await dark.goto(town.url + atTown(14));
    await dark.getByRole('button', { name: 'Enter' }).click();
    await mapReady(dark);
    await expect.poll(() => shareOfColour(dark, [251, 247, 255], bare)).toBe(0);
    await saveScreen(dark, 'streets-style-dark');
  });

  test('while its source is away the offline world serves, and it comes back by itself', async ({
    openBrowser,
    guard,
  }) => {
    guard.allow(town.url);
    guard.expect(/503 .*\/streets\//);
    const page = await openBrowser({ device: desktop });
    await source.stop();
    await page.goto(`${town.url}/?map=12/${paperTownBounds[1]}/${paperTownBounds[0]}`);
    await page.getByRole('button', { name: 'Enter' }).click();
    await expect(page.locator('.map-surface canvas')).toBeVisible();
    await expect.poll(() => shareOfColour(page, land, bare)).toBeGreaterThan(0.5);
    await expect(page.getByText('Natural Earth').first()).toBeVisible();
    await saveScreen(page, 'streets-style-away');
    await source.restore();
    await expect.poll(() => shareOfColour(page, purple, bare), { timeout: 45_000 }).toBeGreaterThan(0.005);
  });
});
