import type { Page } from '@playwright/test';
import { TestMapSource } from '../server/src/testing/test-map-source.ts';
import { DaziServer } from './dazi-server.ts';
import { desktop, phoneDevice } from './devices.ts';
import { paperTown } from './paper-town.ts';
import { shareOfColour } from './pixels.ts';
import { card, celebration, detail, openComposer, publish } from './posting.ts';
import { enterAsVisitor, mapReady, nothingOver, openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';
import { standInForOpenFreeMap } from './street-town.ts';

/** In Tromso, where no other journey posts. */
const tromso = { latitude: 69.6492, longitude: 18.9553 };
const atTromso = `/?map=13/${tromso.latitude}/${tromso.longitude}`;

/** As on a remote desktop, an old phone, or in a hardened browser. */
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const off = ['--disable-gpu', '--disable-3d-apis'];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...off] });
    },
    { scope: 'worker' },
  ],
});

/** A colour of the map as its theme has it. */
const colourOf = (page: Page, name: string) =>
  page.locator('.map-surface').evaluate((surface, variable) => {
    const probe = document.createElement('i');
    probe.style.color = getComputedStyle(surface).getPropertyValue(variable);
    surface.append(probe);
    const [red, green, blue] = getComputedStyle(probe).color.match(/\d+/g)!.map(Number);
    probe.remove();
    return [red!, green!, blue!] as const;
  }, name);

async function expectLandAndWater(
  page: Page,
  clip: { x: number; y: number; width: number; height: number },
): Promise<void> {
  for (const variable of ['--map-water', '--map-land']) {
    const colour = await colourOf(page, variable);
    await expect.poll(() => shareOfColour(page, colour, clip), variable).toBeGreaterThan(0.05);
  }
}

const popover = (page: Page) => page.locator('.map-popover');
const keptZoom = (page: Page) => page.evaluate(() => Number(localStorage.getItem('mapZoomLevel')));

test('MAP-207 without WebGL the map is drawn all the same: pins, list, popover, pan, zoom, a post', async ({
  signIn,
  openBrowser,
  somebody,
}) => {
  const author = await somebody('Marit');
  const exact = { enabled: true, precision: 'exact' } as const;
  const privacy = { showLocation: 'exact', locationSharing: exact } as const;
  await author.saveProfile({ displayName: 'Marit', age: 40, gender: 'F', privacy });
  const text = 'Northern lights from the bridge';
  await author.post({ content: text, location: tromso, locationDisplay: 'exact' });

  const { page } = await signIn({ name: 'Sindre', at: tromso, gender: 'M' });
  const libraries: string[] = [];
  page.on('request', (request) => libraries.push(request.url()));
  await openMap(page, atTromso);
  const pin = page.getByRole('button', { name: `Post by Marit: ${text}` });
  const canvas = page.locator('.map-plain canvas').first();

  await test.step('land and sea are there, and only the library that draws them', async () => {
    await expect(canvas).toBeVisible();
    await expectLandAndWater(page, { x: 520, y: 150, width: 640, height: 500 });
    expect(libraries.filter((url) => /maplibre|\/map-[\w-]+\.js/.test(url))).toEqual([]);
    await saveScreen(page, 'plain-map-desktop');
  });

  await test.step('a pin opens its popover and the detail', async () => {
    await expect(card(page, text)).toBeVisible();
    await pin.click();
    await expect(popover(page)).toContainText(text);
    await popover(page).locator('.entry-open').click();
    await expect(detail(page, 'Marit')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(detail(page, 'Marit')).toBeHidden();
  });

  await test.step('a click on the bare map closes the popover; it is dragged and zoomed, and pins go with it', async () => {
    await page.mouse.move(700, 880);
    await expect(popover(page)).toHaveCount(0);
    await pin.click();
    await page.mouse.click(900, 700);
    await expect(popover(page)).toHaveCount(0);
    const before = (await pin.boundingBox())!;
    await page.mouse.move(900, 300);
    await page.mouse.down();
    await page.mouse.move(850, 340, { steps: 4 });
    await page.mouse.move(800, 380, { steps: 4 });
    await page.mouse.up();
    await expect
      .poll(async () => {
        const now = (await pin.boundingBox())!;
        return now.x < before.x - 50 && now.y > before.y + 40;
      })
      .toBe(true);
    await pin.evaluate((shown) =>
      shown.addEventListener('click', () => shown.setAttribute('data-clicked', '')),
    );
    const held = (await pin.boundingBox())!;
    await page.mouse.move(held.x + held.width / 2, held.y + held.height / 2);
    await page.mouse.down();
    await page.mouse.move(held.x + 60, held.y - 30, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => (await pin.boundingBox())!.x).toBeGreaterThan(held.x + 20);
    await expect(pin).not.toHaveAttribute('data-clicked');
    // One that a pointer rests on shows its preview for as long.
    await page.mouse.move(700, 880);
    await expect(popover(page)).toHaveCount(0);
    const zoom = await keptZoom(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => keptZoom(page)).toBe(Math.round(zoom) + 1);
    await page.locator('.map-plain').focus();
    await page.keyboard.press('-');
    await expect.poll(() => keptZoom(page)).toBeLessThan(zoom + 0.5);
  });

  await test.step('a post of the own is on it', async () => {
    const dialog = await openComposer(page);
    await dialog.getByLabel('Your message').fill('Skis for two this afternoon?');
    await publish(page);
    await celebration(page).getByRole('button').first().click();
    await expect(page.getByRole('button', { name: /^Post by Sindre: Skis for two/ })).toBeAttached();
  });

  await test.step('a place is chosen where the map was moved to', async () => {
    await page.getByRole('button', { name: 'Create Group' }).click();
    const form = page.getByRole('dialog', { name: 'Create Group' });
    await form.getByLabel('Group Name').fill('Bridge walkers');
    await form.getByRole('button', { name: 'Place it at a public spot' }).click();
    const place = page.getByRole('button', { name: 'Place it here' });
    await expect(place).toBeVisible();
    await expect(page.locator('.map-radius path')).toBeVisible();
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('mapCenter')!));
    const before = await kept();
    // By keyboard, which is the map's own.
    await page.locator('.map-plain').focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await kept()).longitude).toBeGreaterThan(before.longitude + 0.001);
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/api/chatrooms'),
    );
    await place.click();
    await form.getByRole('button', { name: 'Create Group', exact: true }).click();
    const { longitude } = (await sent).postDataJSON();
    expect(longitude).toBeCloseTo((await kept()).longitude, 2);
    // Left before its entry in the history is, the page would be gone back to.
    await expect(form).toBeHidden();
    await nothingOver(page);
  });

  await test.step('the whole world is drawn at once, and the deepest zoom is reached', async () => {
    await openMap(page, '/?map=2/45/10');
    await expectLandAndWater(page, { x: 520, y: 150, width: 640, height: 500 });
    await openMap(page, `/?map=17/${tromso.latitude}/${tromso.longitude}`);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => keptZoom(page)).toBeCloseTo(18, 2);
  });

  await test.step('by touch on a phone, in the dark', async () => {
    const phone = await openBrowser({ device: phoneDevice, options: { colorScheme: 'dark' } });
    await enterAsVisitor(phone, atTromso);
    await expectLandAndWater(phone, { x: 0, y: 150, width: 390, height: 300 });
    await phone.getByRole('button', { name: `Post by Marit: ${text}` }).tap();
    await expect(popover(phone)).toContainText(text);
    await saveScreen(phone, 'plain-map-phone');
  });
});

test('MAP-207 without WebGL, too, the address tells no view until somebody moves the map', async ({
  openBrowser,
}) => {
  const page = await openBrowser();
  await page.addInitScript((left) => localStorage.setItem('mapCenter', left), JSON.stringify(paperTown));
  await enterAsVisitor(page);
  const map = page.locator('.map-plain');
  const viewInAddress = () => new URL(page.url()).searchParams.get('map');
  // What was shown is kept whenever the map comes to rest.
  const hasRested = async (act: () => Promise<void>) => {
    await page.evaluate(() => localStorage.removeItem('mapZoomLevel'));
    await act();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('mapZoomLevel'))).not.toBeNull();
  };
  await map.focus();
  await page.keyboard.press('Shift');
  await hasRested(() => page.setViewportSize({ width: 1200, height: 760 }));
  expect(viewInAddress()).toBeNull();
  await map.focus();
  await hasRested(() => page.keyboard.press('ArrowRight'));
  expect(viewInAddress()).toMatch(/^\d+\/[\d.-]+\/[\d.-]+$/);
});

/** Once round the globe a street has its name as before. */
async function expectNamesRoundTheGlobe(page: Page, origin: string): Promise<void> {
  const { latitude, longitude } = paperTown;
  await page.goto(`${origin}/?map=2/${latitude}/${longitude}`);
  await mapReady(page);
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('mapCenter')!).longitude as number);
  // A world is 2048 px wide at that zoom.
  for (let drag = 0; drag < 3; drag++) {
    const before = await kept();
    await page.mouse.move(1250, 450);
    await page.mouse.down();
    await page.mouse.move(900, 450, { steps: 3 });
    await page.mouse.move(560, 450, { steps: 3 });
    // A finger that rests first does not throw the map.
    await page.waitForTimeout(250);
    await page.mouse.up();
    await expect.poll(kept).not.toBe(before);
  }
  const search = page.getByRole('combobox', { name: 'Find a place' });
  if (!(await search.isVisible())) await page.getByRole('button', { name: 'Find a place' }).click();
  await search.fill(`${latitude}, ${longitude}`);
  await page.getByRole('option').first().click();
  await expect.poll(async () => Math.abs((await kept()) - longitude)).toBeLessThan(0.01);
  if (!(await search.isVisible())) await page.getByRole('button', { name: 'Find a place' }).click();
  await search.fill('Paper Street');
  await expect(page.getByRole('option').first()).toContainText(/Paper Street \d/);
}

test('MAP-207 streets of a style from elsewhere are drawn in our colours without WebGL, and lend their names', async ({
  openBrowser,
  guard,
}) => {
  const source = await TestMapSource.start();
  const town = await DaziServer.start({ MAP_STYLE_URL: standInForOpenFreeMap(source) });
  try {
    guard.allow(town.url);
    const { latitude, longitude } = paperTown;
    for (const theme of ['light', 'dark'] as const) {
      const page = await openBrowser({ device: desktop, options: { colorScheme: theme } });
      await page.goto(`${town.url}/?map=14/${latitude}/${longitude}`);
      await page.getByRole('button', { name: 'Enter' }).click();
      await mapReady(page);
      await expect(page.locator('.map-plain')).toBeVisible();
      const bare = { x: 520, y: 200, width: 500, height: 500 };
      for (const variable of ['--map-park', '--map-road']) {
        const colour = await colourOf(page, variable);
        await expect.poll(() => shareOfColour(page, colour, bare), variable).toBeGreaterThan(0.01);
      }
      await expect(page.getByRole('link', { name: 'OpenFreeMap' }).first()).toBeVisible();
      await page.getByRole('button', { name: 'Find a place' }).click();
      await page.getByRole('combobox', { name: 'Find a place' }).fill('Kamitown St');
      await expect(page.getByRole('option').first()).toContainText('Kamitown Station');
      await saveScreen(page, `plain-streets-${theme}`);
      await expectNamesRoundTheGlobe(page, town.url);
    }
  } finally {
    await town.remove();
    await source.stop();
  }
});
