import type { Locator, Page } from '@playwright/test';
import { dataUrl, pngBytes } from '../server/src/testing/test-pictures.ts';
import { atSea, mapAtSea } from './at-sea.ts';
import { field, openChat, openRoom } from './chatting.ts';
import { phoneDevice, tablet } from './devices.ts';
import { detail, openComposer } from './posting.ts';
import { nothingOver, openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const keyboard_px = 336;

/** As iOS does it: the keyboard lies over the page, which is as large as before, and what is seen of it is moved. */
const showKeyboard = (page: Page, offsetTop: number) =>
  page.evaluate(
    ([top, hidden]) => {
      const values = { height: innerHeight - hidden, offsetTop: top, pageTop: top };
      for (const [name, value] of Object.entries(values)) {
        Object.defineProperty(visualViewport, name, { value, configurable: true });
      }
      visualViewport!.dispatchEvent(new Event('resize'));
    },
    [offsetTop, keyboard_px] as const,
  );

async function expectAboveKeyboard(place: Locator, top: number, page: Page): Promise<void> {
  const bottom = top + page.viewportSize()!.height - keyboard_px;
  await expect
    .poll(async () => {
      const box = await place.boundingBox();
      return box !== null && box.y >= top && box.y + box.height <= bottom;
    })
    .toBe(true);
  await saveScreen(page, `keyboard-${top}`);
}

test('what is written in stays above a keyboard that lies over the page', async ({
  signIn,
  personOf,
  somebody,
}) => {
  const rosa = await signIn({ name: 'Rosa', device: phoneDevice });
  const room = await openRoom([await personOf(rosa), await somebody('Ben')], 'Keyboards');
  const { page } = rosa;
  await openChat(page, room);
  for (const top of [0, 180]) {
    await showKeyboard(page, top);
    await expectAboveKeyboard(field(page), top, page);
    await expectAboveKeyboard(page.locator('.conversations-composer'), top, page);
  }
  await openMap(page, mapAtSea('composer'));
  const dialog = await openComposer(page);
  await showKeyboard(page, 60);
  await expectAboveKeyboard(dialog, 60, page);
  await expectAboveKeyboard(dialog.getByRole('button', { name: 'Post', exact: true }), 60, page);
  await page.keyboard.press('Escape');
  await nothingOver(page);
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Keywords').focus();
  await showKeyboard(page, 60);
  await expectAboveKeyboard(page.locator('.map-filter-panel'), 60, page);
  await expectAboveKeyboard(page.locator('.map-filter-foot'), 60, page);
  await page.keyboard.press('Escape');
  await openComposer(page);
  // It goes, and the page is whole again.
  await page.evaluate(() => {
    for (const name of ['height', 'offsetTop', 'pageTop']) Reflect.deleteProperty(visualViewport!, name);
    visualViewport!.dispatchEvent(new Event('resize'));
  });
  const { height } = phoneDevice.options.viewport;
  await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(height);
});

test('on a tablet, too, where dialogs have a height of their own', async ({ signIn, personOf }) => {
  const rosa = await signIn({ name: 'Rosa', device: tablet });
  const { page } = rosa;
  const imageUrls = [dataUrl(await pngBytes(600))];
  const content = 'With a picture it is as high as may be';
  const { id } = await (await personOf(rosa)).post({ content, imageUrls, location: atSea('composer') });
  await page.goto(`/post/${id}`);
  const view = detail(page, 'Rosa');
  await expect(view.getByRole('button', { name: /^Picture 1/ }).first()).toBeVisible();
  await showKeyboard(page, 0);
  await expectAboveKeyboard(view, 0, page);
  await expectAboveKeyboard(page.locator('.post-detail-answer'), 0, page);
});
