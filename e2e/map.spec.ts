import type { Page } from '@playwright/test';
import { boxesOf } from './boxes.ts';
import { desktop, phoneDevice } from './devices.ts';
import { card, detail, openDetail } from './posting.ts';
import { enterAsVisitor, mapReady, openMap, saveScreen } from './screens.ts';
import { expect, type Position, test } from './server.fixture.ts';

/** In Bergen, where no other journey posts. */
const bergen = { latitude: 60.3913, longitude: 5.3221 };
/** Where many posts lie, all of them may be in clusters. */
/** Of posts, of many of them, and of rooms. */
const markers = (page: Page) => page.locator('[data-pin-id], [data-group-key]');
const popover = (page: Page) => page.locator('.map-popover');
/** What lies over the chosen pin or its popover, and how much of them is out of the window. */
const overChosen = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const floating = '.map-controls > *, .map-filter-bar > *, .map-page-panel, .sheet-bottom, .shell-header';
    return [...document.querySelectorAll('.marker.selected, .map-popover')].flatMap((chosen) => {
      const { left, top, right, bottom } = boxOf(chosen);
      const isOut = left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
      const over = [...document.querySelectorAll(floating)].filter((element) => {
        const other = boxOf(element);
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
      });
      return [...(isOut ? ['the edge'] : []), ...over.map((element) => element.className)];
    });
  });
const keptView = (page: Page) =>
  page.evaluate(() => ({
    centre: JSON.parse(localStorage.getItem('mapCenter') ?? 'null') as Position | null,
    zoom: Number(localStorage.getItem('mapZoomLevel')),
  }));

/** Drags the bare map by hand. */
async function pan(page: Page, by: { x: number; y: number }) {
  const size = page.viewportSize()!;
  const from = { x: size.width * 0.7, y: 260 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 4 });
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
  await page.mouse.up();
}

test.describe('around a few posts', () => {
  const texts = ['Cello duet anyone?', 'Rain again, chess inside', 'Ferry to Askoy at noon'];
  const places = [
    bergen,
    { latitude: 60.4, longitude: 5.34 },
    // The same place twice: these two lie on top of each other.
    { latitude: 60.4, longitude: 5.34 },
  ];
  let posted = false;

  test.beforeEach(async ({ somebody }) => {
    if (posted) return;
    posted = true;
    const author = await somebody('Hege');
    const exact = { enabled: true, precision: 'exact' } as const;
    await author.saveProfile({
      displayName: 'Hege',
      age: 40,
      gender: 'F',
      privacy: { showLocation: 'exact', locationSharing: exact },
    });
    for (const [index, content] of texts.entries()) {
      await author.post({ content, location: places[index]!, locationDisplay: 'exact' });
    }
  });

  const atBergen = `/?map=13/${bergen.latitude}/${bergen.longitude}`;
  const pinOf = (page: Page, text: string) => page.getByRole('button', { name: `Post by Hege: ${text}` });

  test('MAP-051 MAP-052 markers, popovers and details for a keyboard and a mouse; the list follows the map', async ({
    openBrowser,
  }) => {
    const page = await openBrowser();
    const pin = pinOf(page, texts[0]!);

    await test.step('a keyboard alone goes from the list to the detail and back', async () => {
      await page.goto(atBergen);
      await page.getByRole('button', { name: 'Enter' }).press('Enter');
      await mapReady(page);
      const opener = card(page, texts[1]!).locator('.entry-open');
      await expect(opener).toBeVisible();
      for (let step = 0; step < 40; step++) {
        if (await opener.evaluate((element) => element === document.activeElement)) break;
        await page.keyboard.press('Tab');
      }
      await expect(opener).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(detail(page, 'Hege')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(detail(page, 'Hege')).toBeHidden();
      await expect(opener).toBeFocused();

      // A marker: popover, and back to the marker.
      await pin.focus();
      await page.keyboard.press('Enter');
      await expect(popover(page)).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(popover(page)).toHaveCount(0);
      await expect(pin).toBeFocused();
    });

    await test.step('MAP-052 a marker opens its popover, a click inside or once more the detail', async () => {
      await pin.click();
      await expect(popover(page)).toContainText(texts[0]!);
      await expect(pin).toHaveAttribute('aria-pressed', 'true');
      await saveScreen(page, 'popover-desktop');
      await popover(page).locator('.entry-open').click();
      await expect(detail(page, 'Hege')).toBeVisible();
      await expect(popover(page)).toHaveCount(0);
      expect(new URL(page.url()).pathname).toMatch(/^\/post\/[\w-]+$/);
      await page.keyboard.press('Escape');
      await expect(detail(page, 'Hege')).toBeHidden();
      expect(new URL(page.url()).pathname).toBe('/');

      await pin.click();
      await pin.click();
      await expect(detail(page, 'Hege')).toBeVisible();
      await page.goBack();
      await expect(detail(page, 'Hege')).toBeHidden();
    });

    await test.step('what was chosen comes out from under the buttons of the map, and no further', async () => {
      await page.mouse.move(700, 880);
      await expect(popover(page)).toHaveCount(0);
      await pan(page, { x: 291, y: 206 });
      await pin.click();
      await expect(popover(page)).toBeVisible();
      await expect.poll(() => overChosen(page)).toEqual([]);
      await saveScreen(page, 'popover-beside-buttons');
      const there = await boxesOf(pin);
      await page.keyboard.press('Escape');
      await pin.click();
      await expect(popover(page)).toBeVisible();
      expect(await boxesOf(pin)).toEqual(there);
      await page.keyboard.press('Escape');
      await pan(page, { x: -280, y: -206 });
    });

    await test.step('MAP-051 a mouse gets a preview that stays while it is read', async () => {
      await page.mouse.move(700, 880);
      await expect(popover(page)).toHaveCount(0);
      await pin.hover();
      await expect(popover(page)).toContainText(texts[0]!);
      await expect(popover(page).getByRole('button', { name: 'Open', exact: true })).toHaveCount(0);
      await popover(page).hover();
      await expect(popover(page)).toBeVisible();
      await page.mouse.move(700, 880);
      await expect(popover(page)).toHaveCount(0);
      // From the list too.
      await card(page, texts[0]!).hover();
      await expect(popover(page)).toContainText(texts[0]!);
      await page.mouse.move(700, 880);
      await expect(popover(page)).toHaveCount(0);
    });

    await test.step('Escape closes the top thing only', async () => {
      await openDetail(page, 'Hege', texts[0]!);
      await detail(page, 'Hege').getByRole('button', { name: 'Add reaction' }).click();
      const picker = page.locator('.reactions-picker');
      await expect(picker).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(picker).toBeHidden();
      await expect(detail(page, 'Hege')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(detail(page, 'Hege')).toBeHidden();
      // Off the card, whose preview would lie where the map is dragged.
      await page.mouse.move(700, 880);
      await expect(popover(page)).toHaveCount(0);
    });

    await test.step('the list shows what the map shows', async () => {
      for (const text of texts) await expect(card(page, text)).toBeVisible();
      await expect(page.getByText('3 posts here, newest first')).toBeVisible();
      for (let step = 0; step < 3; step++) await pan(page, { x: 0, y: 560 });
      await expect(page.getByRole('article')).toHaveCount(0);
      await expect(page.getByText('Nothing posted here yet')).toBeVisible();
      await page.getByRole('button', { name: 'Look further' }).click();
      await expect(card(page, texts[0]!)).toBeVisible();
    });
  });

  test('MAP-051 a finger gets no preview, and opens by tapping; a shared link and a navigation open the post', async ({
    openBrowser,
    guard,
  }) => {
    guard.expect(/404 .*\/api\/messages\//);
    const page = await openBrowser({ device: phoneDevice });
    let shared = '';

    await test.step('MAP-051 a finger opens by tapping', async () => {
      await enterAsVisitor(page, atBergen);
      const pin = pinOf(page, texts[0]!);
      await pin.dispatchEvent('pointerenter', { pointerType: 'touch' });
      await expect(popover(page)).toHaveCount(0);
      // Where the buttons will be once the list makes room.
      for (let step = 0; step < 2; step++) await pan(page, { x: 72, y: 65 });
      await pin.tap();
      await expect(popover(page)).toContainText(texts[0]!);
      await expect(popover(page).getByRole('button', { name: 'Open', exact: true })).toBeVisible();
      await expect.poll(() => overChosen(page)).toEqual([]);
      await saveScreen(page, 'popover-phone');
      await popover(page).getByRole('button', { name: 'Open', exact: true }).tap();
      await expect(detail(page, 'Hege')).toBeVisible();
      shared = new URL(page.url()).pathname;
      await detail(page, 'Hege').getByRole('button', { name: 'Close' }).tap();
      // The segmented control folds the list away and back.
      await page.getByText('Map', { exact: true }).tap();
      await expect(card(page, texts[0]!)).not.toBeInViewport({ ratio: 0.5 });
      await saveScreen(page, 'map-folded-phone');
      await page.locator('.map-page-switch').getByText('Posts').tap();
      await expect(card(page, texts[0]!)).toBeInViewport({ ratio: 0.9 });
    });

    await test.step('a navigation that is taken up again opens its post', async () => {
      await page.evaluate((id) => {
        history.replaceState({ usr: { openMessageId: id }, key: 'asked', idx: 0 }, '', '/');
      }, shared.split('/').pop());
      await page.reload();
      await expect(detail(page, 'Hege')).toContainText(texts[0]!);
    });

    await test.step('somebody else opens the link: the post, not the landing', async () => {
      const other = await openBrowser({ device: phoneDevice });
      await other.goto(shared);
      await expect(detail(other, 'Hege')).toContainText(texts[0]!);
      await expect(other.locator('.welcome')).toHaveCount(0);
      const entries = () => other.evaluate(() => history.length);
      const before = await entries();
      await detail(other, 'Hege').getByRole('button', { name: 'Close' }).tap();
      await expect(detail(other, 'Hege')).toBeHidden();
      expect(new URL(other.url()).pathname).toBe('/');
      expect(await entries()).toBe(before);
      await other.goto('/post/unknown-post');
      await expect(other.getByText('This post is gone')).toBeVisible();
    });
  });

  test('clusters open, and pins of one place spread', async ({ openBrowser }) => {
    const page = await openBrowser();
    await enterAsVisitor(page, `/?map=9/${bergen.latitude}/${bergen.longitude}`);
    // Off the list: what lies under the mouse there is shown on the map.
    await page.mouse.move(700, 880);
    await expect(popover(page)).toHaveCount(0);
    const cluster = page.getByRole('button', { name: 'About 3 posts' });
    await cluster.click();
    await expect(pinOf(page, texts[0]!)).toBeVisible();
    // What had the focus is gone; the keys go on with the map.
    await expect(page.locator('.map-surface canvas')).toBeFocused();
    const pair = page.getByRole('button', { name: '2 posts at the same place' });
    await pair.click();
    for (const text of texts) await expect(pinOf(page, text)).toBeVisible();
    const [one, other] = await boxesOf(pinOf(page, texts[1]!), pinOf(page, texts[2]!));
    expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(36);
    await saveScreen(page, 'spread-desktop');
    await pinOf(page, texts[2]!).click();
    await expect(popover(page)).toContainText(texts[2]!);
    // One thing at a time: first the popover, then the spread.
    await page.keyboard.press('Escape');
    await expect(popover(page)).toHaveCount(0);
    await expect(pinOf(page, texts[1]!)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(pair).toBeVisible();
  });
});

/** What is asked for of a place, and about where it is. */
function lookAround(page: Page): { of: 'posts' | 'groups'; north: number }[] {
  const asked: ReturnType<typeof lookAround> = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const north = Number(searchParams.get('north') ?? searchParams.get('latitude'));
    if (pathname === '/api/messages') asked.push({ of: 'posts', north });
    if (searchParams.get('includeNearby') === 'true') asked.push({ of: 'groups', north });
  });
  return asked;
}

for (const device of [desktop, phoneDevice]) {
  test(`locates, zooms, keeps its view, and gives none away, ${device.name}`, async ({ signIn }) => {
    const reykjavik = { latitude: 64.1466, longitude: -21.9426 };
    const { page } = await signIn({ name: 'Isak', at: reykjavik, device });
    const asked = lookAround(page);
    await openMap(page, '/');
    const own = page.locator('.own-position').first();
    await expect(own).toBeVisible();
    await expect.poll(async () => (await keptView(page)).centre?.latitude).toBeCloseTo(64.1466, 3);
    // Nothing is asked for where the map would stand if nobody were anywhere.
    await expect.poll(() => asked.map(({ of }) => of).sort()).toEqual(['groups', 'groups', 'posts']);
    for (const { north } of asked) expect(north).toBeCloseTo(64.1, 0);
    const zoom = async () => (await keptView(page)).zoom;
    expect(await zoom()).toBe(12);
    await page.getByRole('button', { name: 'Find me' }).click();
    await expect.poll(zoom).toBe(14);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(zoom).toBe(15);
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(zoom).toBe(13);

    const addressed = () => new URL(page.url()).searchParams.get('map');
    // Around their own position nobody's address says where they are.
    expect(addressed()).toBeNull();

    await page.reload();
    await mapReady(page);
    expect(await zoom()).toBe(13);
    expect(addressed()).toBeNull();
    await pan(page, { x: -120, y: 60 });
    await expect.poll(addressed).toMatch(/^13\/64\.\d{2}\/-2[12]\.\d{2}$/);
    const view = await keptView(page);
    await page.reload();
    await mapReady(page);
    // Where it was left, not where the address more roughly says.
    const again = await keptView(page);
    expect(again.zoom).toBe(view.zoom);
    expect(again.centre!.latitude).toBeCloseTo(view.centre!.latitude, 6);
    expect(again.centre!.longitude).toBeCloseTo(view.centre!.longitude, 6);
    await page.getByRole('button', { name: 'Find me' }).click();
    await expect.poll(zoom).toBe(14);
    await expect.poll(addressed).toBeNull();
  });
}

/** How many maps begin to draw from now on. */
async function countMaps(page: Page): Promise<() => Promise<number>> {
  const counted = await page.evaluateHandle(() => {
    const made = new Set<HTMLCanvasElement>();
    const getContext = HTMLCanvasElement.prototype.getContext as (
      this: HTMLCanvasElement,
      ...asked: unknown[]
    ) => never;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, ...asked: unknown[]) {
      if (String(asked[0]).startsWith('webgl') && this.closest('.map-surface')) made.add(this);
      return getContext.apply(this, asked);
    } as typeof HTMLCanvasElement.prototype.getContext;
    return made;
  });
  return () => counted.evaluate((made) => made.size);
}

test.describe('when the map cannot be drawn', () => {
  const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'The map cannot be shown' });
  const sentence = 'It needs a canvas to draw on in this browser, and its tiles from this server.';

  test('no basemap: says so, the list stays, and trying again helps', async ({ openBrowser, guard }) => {
    guard.expect(/net::ERR_FAILED .*\/map\//);
    const page = await openBrowser();
    await page.route('**/map/**', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('button', { name: 'Enter' }).click();
    await expect(notice(page)).toContainText(sentence);
    await expect(card(page, 'Board games at the café')).toBeVisible();
    await saveScreen(page, 'map-error-desktop');
    await page.unroute('**/map/**');
    // A tile that does not come leaves a gap: it is no reason to make the map anew.
    const gaps: string[] = [];
    await page.route(/\/map\/(tiles|near)\//, (route) => {
      if (gaps.length === 1) return route.continue();
      gaps.push(route.request().url());
      return route.abort();
    });
    const madeMaps = await countMaps(page);
    await notice(page).getByRole('button', { name: 'Try Again' }).click();
    await expect(notice(page)).toBeHidden();
    await mapReady(page);
    await expect(notice(page)).toBeHidden();
    expect(gaps).toHaveLength(1);
    expect(await madeMaps()).toBe(1);
    await expect(card(page, 'Board games at the café')).toBeVisible();
    await expect(markers(page).first()).toBeVisible();
  });

  test('nothing to draw on: says so, and posts are read in the list', async ({ openBrowser }) => {
    const page = await openBrowser({ device: phoneDevice });
    await page.addInitScript(() => {
      HTMLCanvasElement.prototype.getContext = () => null;
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'Enter' }).click();
    await expect(notice(page)).toContainText(sentence);
    await saveScreen(page, 'map-error-phone');
    await openDetail(page, 'Theo', 'Board games at the café');
  });
});
