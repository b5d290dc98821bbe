import type { Locator, Page } from '@playwright/test';
import { mapAtSea } from './at-sea.ts';
import { field, openChat, openRoom } from './chatting.ts';
import { phoneDevice } from './devices.ts';
import { openComposer } from './posting.ts';
import { openMap, saveScreen } from './screens.ts';
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
  const bottom = top + phoneDevice.options.viewport.height - keyboard_px;
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
  // It goes, and the page is whole again.
  await page.evaluate(() => {
    for (const name of ['height', 'offsetTop', 'pageTop']) Reflect.deleteProperty(visualViewport!, name);
    visualViewport!.dispatchEvent(new Event('resize'));
  });
  const { height } = phoneDevice.options.viewport;
  await expect.poll(async () => (await dialog.boundingBox())?.height).toBe(height);
});
