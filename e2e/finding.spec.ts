import type { Page } from '@playwright/test';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { atSea } from './at-sea.ts';
import { expectNoViolations } from './axe.ts';
import { phoneDevice } from './devices.ts';
import { detail } from './posting.ts';
import { enterAsVisitor, mapReady, openMap, saveScreen, walkToMap } from './screens.ts';
import { expect, type Position, test } from './server.fixture.ts';

const bay = '/?map=9/37.77/-122.44';
const panel = (page: Page) => page.getByRole('region', { name: 'Filters' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Find a place' });
const counters = (page: Page) => page.getByRole('button', { name: /^About \d+(:| posts?$)/ });
const centreOf = (page: Page): Promise<Partial<Position>> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('mapCenter') ?? '{}'));
const zoomOf = (page: Page) => page.evaluate(() => Number(localStorage.getItem('mapZoomLevel')));

/** Who may post: with a profile. */
async function introduced(person: TestPerson, displayName: string): Promise<TestPerson> {
  await person.saveProfile({ displayName, age: 30, gender: 'F' });
  return person;
}

test('a far map counts posts and opens to them; one that is alone in its part is that post', async ({
  openBrowser,
  somebody,
}) => {
  const author = await introduced(await somebody('Aroha'), 'Aroha');
  const post = await author.post({
    content: 'Surf at dawn',
    location: { latitude: -38.66, longitude: 178.02 },
  });
  expect(post.location.address).toBe('Gisborne');
  const page = await openBrowser();

  await test.step('a far map shows about how many posts there are, and opens to the posts', async () => {
    await enterAsVisitor(page, bay);
    await mapReady(page);
    await expect(counters(page)).toHaveCount(1);
    await expect(page.locator('.marker[data-pin-id]')).toHaveCount(0);
    await expect(page.getByText(/^The newest 100 of about \d+ posts here$/)).toBeVisible();
    await saveScreen(page, 'far-map');
    await expectNoViolations(page, 'far map');

    await counters(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => zoomOf(page)).toBeGreaterThanOrEqual(12);
    await expect(
      page.getByRole('button', { name: /\d+ posts?.*, zoom in to see them$/ }).first(),
    ).toBeVisible();
    await expect(counters(page)).toHaveCount(0);
    // The focus is where the counter was, on what came out of it.
    await expect(page.locator('.map-anchor :focus')).toHaveCount(1);
  });

  await test.step('a post that is alone in its part of a far map is that post', async () => {
    await walkToMap(page, '/?map=8/-38.66/178.02');
    await page.getByRole('button', { name: 'Post by Aroha: Surf at dawn' }).click();
    await expect(page.locator('.map-popover')).toContainText('Surf at dawn');
    await expect(page.locator('.map-popover')).toContainText('Gisborne');
  });

  await test.step('as far out as it goes, the list is of the whole world too', async () => {
    await walkToMap(page, '/?map=0/37.77/-122.45');
    await expect(page.getByText(/^The newest 100 of about \d+ posts here$/)).toBeVisible();
  });
});

test('filters stand in the address, are restored from it and by back and forward', async ({ signIn }) => {
  const { page } = await signIn({ name: 'Fina' });
  await openMap(page, '/?gender=F&words=tea%2Cdog&km=10');
  await expect(page.getByRole('button', { name: 'Filters 3' })).toBeVisible();
  await page.getByRole('button', { name: 'Filters 3' }).click();
  await expect(panel(page).getByLabel('Keywords')).toHaveValue('tea,dog');
  await expect(panel(page).getByRole('button', { name: 'Female' })).toHaveAttribute('aria-pressed', 'true');

  await panel(page).getByRole('button', { name: 'Past week' }).click();
  await expect(page).toHaveURL(/posted=week/);
  await panel(page).getByRole('button', { name: 'Clear' }).click();
  await expect(page).not.toHaveURL(/gender|words|km|posted/);
  await page.goBack();
  await expect(page).toHaveURL(/gender=F.*posted=week/);
  await expect(panel(page).getByRole('heading').locator('.badge')).toHaveText('4');
  await page.goBack();
  await expect(panel(page).getByRole('heading').locator('.badge')).toHaveText('3');
  await page.goForward();
  await expect(panel(page).getByRole('heading').locator('.badge')).toHaveText('4');

  await page.reload();
  await expect(page.getByRole('button', { name: 'Filters 4' })).toBeVisible();
  // Nobody panned: the address tells no place.
  expect(new URL(page.url()).searchParams.has('map')).toBe(false);
  expect(new URL(page.url()).search).not.toMatch(/37|122/);
});

test('MAP-003 MAP-004 MAP-049 from San Francisco to a town, and to the post that a navigation asks for', async ({
  openBrowser,
  somebody,
}) => {
  const author = await introduced(await somebody('Nils'), 'Nils');
  const post = await author.post({ content: 'Boat for two' });
  const page = await openBrowser();
  const looks = page.waitForRequest(/\/api\/messages\?.*west=/);
  await enterAsVisitor(page);

  await test.step('MAP-049 without a position the map is San Francisco, silently', async () => {
    const box = new URL((await looks).url()).searchParams;
    const sideOf = (name: string) => Number(box.get(name));
    const width = sideOf('east') - sideOf('west');
    expect(Math.log2((page.viewportSize()!.width * 360) / (512 * width))).toBeCloseTo(12, 1);
    expect((sideOf('south') + sideOf('north')) / 2).toBeCloseTo(37.7749, 1);
    // A part of the window is behind the list.
    expect(Math.abs((sideOf('west') + sideOf('east')) / 2 - -122.4194)).toBeLessThan(width / 4);
    // Nobody has left it there.
    expect(await centreOf(page)).toEqual({});
    await expect(page.locator('.toast')).toHaveCount(0);
    await expect(page.getByText('Your position')).toHaveCount(0);
  });

  await test.step('a town is found by its name and flown to, by keyboard alone', async () => {
    await page.getByRole('button', { name: 'Find a place' }).focus();
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('Lísb');
    const options = page.getByRole('listbox', { name: 'Towns' }).getByRole('option');
    await expect(options.first()).toContainText('Lisbon');
    await expect(options.first()).toContainText('Portugal');
    await expectNoViolations(page, 'place search');
    await saveScreen(page, 'place-search');
    await page.keyboard.press('ArrowDown');
    await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Find a place' })).toBeFocused();
    await expect.poll(() => centreOf(page).then(({ latitude }) => latitude)).toBeCloseTo(38.72, 0);
    await expect(page.locator('.map-mark')).toHaveCount(0);
    // Nobody panned by hand.
    expect(new URL(page.url()).searchParams.has('map')).toBe(false);

    await page.getByRole('button', { name: 'Find a place' }).click();
    await field(page).fill('qqqqq');
    await expect(page.getByText('No place begins like that')).toBeVisible();
    await field(page).fill('Mission Dist');
    await expect(options.first()).toContainText('San Francisco, United States');
    await field(page).fill('35°41′N 139°46′E');
    await expect(options.first()).toContainText('Coordinates');
    await options.first().click();
    await expect.poll(() => centreOf(page).then(({ longitude }) => longitude)).toBeCloseTo(139.77, 1);
    // A spot is marked, a town was not, until somebody clicks beside it.
    const mark = page.getByRole('img', { name: '35.6833, 139.7667' });
    await expect(mark).toBeVisible();
    await saveScreen(page, 'place-found');
    const { x, y } = (await mark.boundingBox())!;
    await page.mouse.click(x + 120, y + 120);
    await expect(page.locator('.map-mark')).toHaveCount(0);
    await page.getByRole('button', { name: 'Find a place' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Find a place' })).toBeFocused();
  });

  await test.step('MAP-003 MAP-004 a navigation may ask for a post, which opens after half a second', async () => {
    for (const state of [{ openMessageId: post.id }, { openMessage: { id: post.id } }]) {
      const asked = Date.now();
      await page.evaluate((usr) => {
        history.pushState({ usr, key: 'asked', idx: 9 }, '', '/');
        dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
      }, state);
      await expect(detail(page, 'Nils')).toContainText('Boat for two');
      expect(Date.now() - asked).toBeGreaterThan(300);
      await expect(page).toHaveURL(new RegExp(`/post/${post.id}`));
      await page.keyboard.press('Escape');
      await expect(detail(page, 'Nils')).toBeHidden();
    }
  });
});

test('a link to a post has a preview for who fetches the page alone', async ({ server, somebody }) => {
  const author = await introduced(await somebody('Ravi'), 'Ravi');
  const post = await author.post({ content: 'Tabla & "tea" <tonight>' });
  const html = await (await fetch(`${server.url}/post/${post.id}`)).text();
  expect(html).toContain('<meta property="og:title" content="Ravi · Dazi 搭子" />');
  expect(html).toContain('content="Tabla &#38; &#34;tea&#34; &#60;tonight&#62; — San Francisco"');
  expect(html).toContain(`<meta property="og:image" content="${server.url}/icon-512.png" />`);
  expect(html).toContain('<div id="root">');
  expect((await fetch(`${server.url}/icon-512.png`)).status).toBe(200);
});

test('on a phone in Japanese a town is found by its Japanese name', async ({ openBrowser }) => {
  const page = await openBrowser({ device: phoneDevice, options: { locale: 'ja-JP' } });
  await page.goto('/');
  await page.getByRole('button', { name: '入る' }).click();
  await page.getByRole('button', { name: '場所を探す' }).click();
  await page.getByRole('combobox', { name: '場所を探す' }).fill('京都');
  const first = page.getByRole('option').first();
  await expect(first).toContainText('京都');
  await expect(first).toContainText('日本');
  await saveScreen(page, 'place-search-phone-ja');
  await page.getByRole('combobox', { name: '場所を探す' }).fill('京都');
  await expect(first).toContainText('京都');
  await first.click();
  await expect.poll(() => centreOf(page).then(({ latitude }) => latitude)).toBeCloseTo(35, 0);
});

test('on a phone a long list of places has the room of what else floats there', async ({ signIn }) => {
  const { page } = await signIn({ name: 'Hana', device: phoneDevice, at: atSea('narrow') });
  await openMap(page);
  await expect(page.locator('.notifications-bell')).toBeVisible();
  await page.getByRole('button', { name: 'Find a place' }).click();
  await page.getByRole('combobox', { name: 'Find a place' }).fill('s');
  await expect(page.getByRole('option')).toHaveCount(8);
  const covered = await page.getByRole('option').evaluateAll((rows) =>
    rows
      .filter((row) => {
        const { left, right, top, height } = row.getBoundingClientRect();
        const isFree = (x: number) => row.contains(document.elementFromPoint(x, top + height / 2));
        return ![left + 12, right - 12].every(isFree);
      })
      .map((row) => row.textContent),
  );
  expect(covered).toEqual([]);
});
