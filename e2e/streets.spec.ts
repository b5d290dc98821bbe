import type { Page } from '@playwright/test';
import { TestMapSource } from '../server/src/testing/test-map-source.ts';
import { DaziServer } from './dazi-server.ts';
import { desktop, phoneDevice } from './devices.ts';
import { paperTown } from './paper-town.ts';
import { shareOfColour } from './pixels.ts';
import { mapReady, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';
import { paperStation, standInForOpenFreeMap } from './street-town.ts';

/** A part of the map that nothing floats over, on large screens. */
const bare = { x: 520, y: 200, width: 500, height: 500 };
const parkOf = { light: [213, 230, 182], dark: [28, 43, 22] } as const;
const centreOf = (page: Page): Promise<{ latitude: number; longitude: number }> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('mapCenter') ?? '{}'));
const field = (page: Page) => page.getByRole('combobox', { name: 'Find a place' });

let source: TestMapSource;
let town: DaziServer;
test.beforeAll(async () => {
  source = await TestMapSource.start();
  town = await DaziServer.start({ MAP_STYLE_URL: standInForOpenFreeMap(source) });
});
test.afterAll(async () => {
  await town.remove();
  await source.stop();
});

async function enter(page: Page, name = 'Enter') {
  await page.goto(`${town.url}/?map=14/${paperTown.latitude}/${paperTown.longitude}`);
  await page.getByRole('button', { name }).click();
  await mapReady(page);
}

test('MAP-201 streets are drawn in our colours, from this server alone, with their credits', async ({
  openBrowser,
  guard,
}) => {
  guard.allow(town.url);
  for (const theme of ['light', 'dark'] as const) {
    const page = await openBrowser({ device: desktop, options: { colorScheme: theme } });
    await enter(page);
    await expect.poll(() => shareOfColour(page, parkOf[theme], bare)).toBeGreaterThan(0.01);
    for (const name of ['OpenFreeMap', '© OpenMapTiles', '© OpenStreetMap contributors']) {
      await expect(page.getByRole('link', { name }).first()).toBeVisible();
    }
    await saveScreen(page, `streets-${theme}`);
  }
  const phone = await openBrowser({ device: phoneDevice, options: { locale: 'ja-JP' } });
  await enter(phone, '入る');
  await phone.locator('.map-attribution-narrow summary').click();
  await expect(phone.getByRole('link', { name: 'OpenFreeMap' }).last()).toBeVisible();
  await saveScreen(phone, 'streets-phone-ja');
  // Nobody but the server has asked.
  expect(source.requests.length).toBeGreaterThan(1);
  for (const { headers } of source.requests) expect(headers['user-agent']).toBe('Dazi');
});

test('MAP-203 MAP-204 MAP-205 a place is found by its name on the map, a code, coordinates and a link', async ({
  openBrowser,
  guard,
}) => {
  guard.allow(town.url);
  const page = await openBrowser({ device: desktop });
  await enter(page);
  await expect.poll(() => shareOfColour(page, parkOf.light, bare)).toBeGreaterThan(0.01);
  const options = page.getByRole('option');
  const find = async (text: string) => {
    await page.getByRole('button', { name: 'Find a place' }).click();
    await field(page).fill(text);
  };
  const goTo = async (text: string, place: { latitude: number; longitude: number }) => {
    await options.filter({ hasText: text }).first().click();
    await expect.poll(async () => (await centreOf(page)).latitude).toBeCloseTo(place.latitude, 3);
    expect((await centreOf(page)).longitude).toBeCloseTo(place.longitude, 3);
  };

  await test.step('a station, a street and a quarter of the map, which say what and where they are', async () => {
    await find('Kiln');
    await expect(options.filter({ hasText: 'Kiln Hill' })).toContainText('Neighborhood, Kamitown');
    await field(page).fill('Paper Str');
    await expect(options.first()).toContainText(/Paper Street \d+Street, (Kamitown|Kiln Hill) · \d+ m/);
    await saveScreen(page, 'streets-search');
    await field(page).fill('紙町駅');
    await goTo('Kamitown Station', paperStation);
  });

  await test.step('a whole plus code, and a short one near where the map stands', async () => {
    await find('8Q7XMQJ8+7C');
    await expect(options.first()).toContainText('Plus code');
    await goTo('35.6807, 139.7661', { latitude: 35.68066, longitude: 139.76606 });
    await find('MQJ8+7C');
    await goTo('MQJ8+7C', { latitude: 35.68066, longitude: 139.76606 });
    await find('QHFJ+X6 San Francisco');
    await goTo('QHFJ+X6 San Francisco', { latitude: 37.77494, longitude: -122.41944 });
  });

  await test.step('coordinates with minutes and seconds, longitude first', async () => {
    await find('139°45′57.8″E 35°40′50.4″N');
    await goTo('Coordinates', { latitude: 35.68066, longitude: 139.76606 });
  });

  await test.step('a link of a map; a short one says why it leads nowhere', async () => {
    await find('https://www.openstreetmap.org/?mlat=48.8584&mlon=2.2945#map=17/48.86/2.29');
    await expect(options.first()).toContainText('From OpenStreetMap');
    await goTo('From OpenStreetMap', { latitude: 48.8584, longitude: 2.2945 });
    await find('https://maps.app.goo.gl/abcDEF123');
    await expect(page.getByText(/^Short links are not opened here/)).toBeVisible();
    await expect(options).toHaveCount(0);
  });
});

test('MAP-202 while the source is away the offline world serves', async ({ openBrowser, guard }) => {
  await source.stop();
  const away = await DaziServer.start({ MAP_STYLE_URL: `${source.url}/planet` });
  try {
    guard.allow(away.url);
    const page = await openBrowser({ device: desktop });
    await page.goto(`${away.url}/?map=12/${paperTown.latitude}/${paperTown.longitude}`);
    await page.getByRole('button', { name: 'Enter' }).click();
    await mapReady(page);
    await expect(page.getByText('Natural Earth').first()).toBeVisible();
    await expect(page.getByText('OpenFreeMap')).toHaveCount(0);
    // Its server goes: a page that is still asking would say so.
    await page.close();
  } finally {
    await away.remove();
    await source.restore();
  }
});

test('MAP-206 a map that goes to the own position shows the streets where somebody is near', async ({
  openBrowser,
}) => {
  const expectZoom = async (at: { latitude: number; longitude: number }, zoom: number) => {
    const page = await openBrowser({ device: desktop, at });
    // A map that is not told within three seconds goes on without: a busy machine takes longer.
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal;
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Enter' }).click();
    await expect
      .poll(async () => (await centreOf(page)).longitude, { timeout: 30_000 })
      .toBeCloseTo(at.longitude, 3);
    await expect
      .poll(() => page.evaluate(() => Number(localStorage.getItem('mapZoomLevel'))), { timeout: 30_000 })
      .toBe(zoom);
  };
  // In the demo town, and where the sea is widest.
  await expectZoom({ latitude: 37.7699, longitude: -122.4468 }, 14);
  await expectZoom({ latitude: -48.9, longitude: -123.4 }, 12);
});
