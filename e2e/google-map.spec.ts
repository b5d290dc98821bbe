import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { DaziServer } from './dazi-server.ts';
import { desktop, phoneDevice } from './devices.ts';
import { card, detail } from './posting.ts';
import { saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const key = 'AIza-journey-key';
const script = readFileSync(join(import.meta.dirname, 'google-stand-in.js'), 'utf8');
const literal = 'Failed to load Google Maps. Please check your API key.';
const scripts = 'https://maps.googleapis.com/**';

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Map Error' });
const pins = (page: Page) => page.locator('[data-pin-id]');
const standIn = (page: Page) => page.locator('[data-stand-in="google"]');
const answer = (route: Route) => route.fulfill({ contentType: 'text/javascript', body: script });

test.describe('with a Google Maps key', () => {
  let town: DaziServer;
  test.beforeAll(async () => {
    town = await DaziServer.startWithTown({ GOOGLE_MAPS_API_KEY: key });
  });
  test.afterAll(() => town.remove());
  test.beforeEach(({ guard }) => {
    guard.allow(town.url);
    guard.allow('https://maps.googleapis.com');
  });

  async function enter(page: Page, path = '/?map=13/37.7699/-122.4468') {
    await page.goto(town.url + path);
    await page.getByRole('button', { name: 'Enter' }).click();
  }

  test('MAP-021 the map is Google’s, and pins, popovers and controls work over it', async ({
    openBrowser,
  }) => {
    const page = await openBrowser({ device: desktop, at: { latitude: 37.77, longitude: -122.45 } });
    const asked: URL[] = [];
    await page.route(scripts, (route) => {
      asked.push(new URL(route.request().url()));
      return answer(route);
    });
    await enter(page);
    await expect(standIn(page)).toBeVisible();
    await expect(page.getByText('Loading the map')).toBeHidden();
    expect(asked).toHaveLength(1);
    expect(asked[0]?.searchParams.get('key')).toBe(key);
    await expect(pins(page).first()).toBeVisible();
    await saveScreen(page, 'google-map');

    const count = await pins(page).count();
    for (let step = 0; step < 3; step++)
      await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await expect.poll(() => pins(page).count()).not.toBe(count);
    await page.getByRole('button', { name: 'Find me' }).click();
    await expect(page.locator('.map-google-overlay .map-anchor-above')).toHaveCount(1);
    // A room's popover opens otherwise, and positions move by chance: either may be the first.
    await pins(page).and(page.locator(':not(.room)')).first().click();
    await expect(page.locator('.map-popover')).toBeVisible();
    await saveScreen(page, 'google-map-popover');
    await page.locator('.map-popover .entry-open').click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    const before = await page.evaluate(() => localStorage.getItem('mapCenter'));
    await page.mouse.move(900, 260);
    await page.mouse.down();
    await page.mouse.move(760, 360, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mapCenter'))).not.toBe(before);
    await expect.poll(() => new URL(page.url()).searchParams.get('map')).toMatch(/^\d+\/37\.\d+\/-122\.\d+$/);
  });

  test('MAP-033 the script is loaded again when it fails twice', async ({ openBrowser, guard }) => {
    guard.expect(/net::ERR_FAILED .*maps\.googleapis\.com/);
    const page = await openBrowser({ device: desktop });
    let times = 0;
    await page.route(scripts, (route) => {
      times++;
      return times <= 2 ? route.abort() : answer(route);
    });
    await enter(page);
    await expect(standIn(page)).toBeVisible();
    expect(times).toBe(3);
    await expect(notice(page)).toHaveCount(0);
    await expect(pins(page).first()).toBeVisible();
  });

  test('MAP-020 MAP-050 when it never comes the list stays, and the built-in map serves for the visit', async ({
    openBrowser,
    guard,
  }) => {
    guard.expect(/net::ERR_FAILED .*maps\.googleapis\.com/);
    const page = await openBrowser({ device: desktop });
    let times = 0;
    await page.route(scripts, (route) => {
      times++;
      return route.abort();
    });
    await enter(page);
    await expect(notice(page)).toContainText(literal);
    expect(times).toBe(4);
    await expect(card(page, 'Board games at the café')).toBeVisible();
    await saveScreen(page, 'google-map-error');
    await notice(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(notice(page)).toBeHidden();
    await expect(notice(page)).toBeVisible();
    expect(times).toBe(8);
    await notice(page).getByRole('button', { name: 'Use the built-in map' }).click();
    await expect(page.locator('.map-surface canvas')).toBeVisible();
    await expect(pins(page).first()).toBeVisible();
    await page.reload();
    await expect(page.locator('.map-surface canvas')).toBeVisible();
    expect(times).toBe(8);
  });

  for (const [language, width] of [
    ['en-US', 390],
    ['ja-JP', 360],
  ] as const) {
    test(`on a phone the failure is read whole, and its buttons are buttons, ${language}`, async ({
      openBrowser,
      guard,
    }) => {
      guard.expect(/net::ERR_FAILED .*maps\.googleapis\.com/);
      const size = { width, height: 640 };
      const device = { ...phoneDevice, options: { ...phoneDevice.options, viewport: size, screen: size } };
      const page = await openBrowser({ device, demoHelp: true, options: { locale: language } });
      await page.route(scripts, (route) => route.abort());
      await page.goto(town.url);
      await page.locator('.welcome-enter').click();
      const shown = page.locator('.map-notice.map-notice-error');
      await expect(shown).toBeVisible();
      await saveScreen(page, `google-map-error-${width}`);
      for (const part of [
        shown.locator('strong'),
        shown.locator('p'),
        ...(await shown.locator('button').all()),
      ]) {
        // Nothing lies over it, and it is within the panel.
        expect(
          await part.evaluate((element) => {
            const { left, right, top, bottom } = element.getBoundingClientRect();
            const panel = element.closest('.map-notice')!.getBoundingClientRect();
            const isWithin = top >= panel.top && bottom <= panel.bottom;
            const corners = [left + 12, right - 12].flatMap((x) => [
              [x, top + 4],
              [x, bottom - 4],
            ]);
            const isOnTop = corners.every(([x, y]) => element.contains(document.elementFromPoint(x!, y!)));
            return { isWithin, isOnTop };
          }),
        ).toEqual({ isWithin: true, isOnTop: true });
      }
    });
  }

  test('a key that Google refuses shows the same, also when it says so late', async ({ openBrowser }) => {
    const page = await openBrowser({ device: desktop });
    await page.route(scripts, answer);
    await enter(page);
    await expect(standIn(page)).toBeVisible();
    await page.evaluate(() => (window as unknown as { gm_authFailure(): void }).gm_authFailure());
    await expect(notice(page)).toContainText(literal);
    await card(page, 'Board games at the café').locator('.entry-open').click();
    await expect(detail(page, 'Theo')).toBeVisible();
  });

  test('only there does the policy let Google in', async ({ request, server }) => {
    const policyOf = async (url: string) =>
      (await request.get(url)).headers()['content-security-policy'] ?? '';
    expect(await policyOf(server.url)).not.toMatch(/google|unsafe/);
    const policy = await policyOf(town.url);
    expect(policy).toMatch(/script-src 'self' .*https:\/\/\*\.googleapis\.com/);
    expect(policy).toContain("object-src 'none'; base-uri 'none'");
    expect(town.output).not.toContain(key);
  });
});
