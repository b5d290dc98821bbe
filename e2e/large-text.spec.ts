import { sendPrivateMessage } from '../contract/src/chat/private-conversations.ts';
import { atSea } from './at-sea.ts';
import { boxesOf } from './boxes.ts';
import { desktop, phoneDevice } from './devices.ts';
import {
  throughTheDialogs,
  throughTheMakingOfAGroup,
  throughThePages,
  throughThePlans,
  throughTheTalks,
} from './large-walks.ts';
import { openMap } from './screens.ts';
import { test as base, expect } from './server.fixture.ts';

/** Somebody has set the text of their browser to twice its size. */
const test = base.extend<object, { launchOptions: { args?: string[] } }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] }),
    { scope: 'worker' },
  ],
});

for (const [device, place] of [
  [phoneDevice, 'largePhone'],
  [desktop, 'largeDesktop'],
] as const) {
  test(`text of twice the size is whole, and every button within reach, ${device.name}`, async ({
    signIn,
    personOf,
  }) => {
    const looker = await signIn({ name: 'Maja', device, at: atSea(place) });
    await openMap(looker.page);
    expect(await looker.page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
      '32px',
    );
    await throughThePages({ looker, me: await personOf(looker), at: device.name }, place);
  });

  test(`text of twice the size is whole in lists and activities, ${device.name}`, async ({
    signIn,
    personOf,
  }) => {
    const looker = await signIn({ name: 'Maja', device, at: atSea(place) });
    await throughThePlans({ looker, me: await personOf(looker), at: device.name });
  });

  test(`text of twice the size is whole in dialogs, ${device.name}`, async ({
    signIn,
    personOf,
    somebody,
    guard,
  }) => {
    guard.expect(/400 .*\/api\/wallets\/transfer$/);
    const looker = await signIn({ name: 'Maja', device, at: atSea(place) });
    const walk = { looker, me: await personOf(looker), at: device.name };
    const name = `Fjola ${device.name}`;
    await throughTheDialogs(walk, { name, person: await somebody(name) });
    await throughTheMakingOfAGroup(walk);
  });

  test(`text of twice the size is whole in conversations, ${device.name}`, async ({
    signIn,
    personOf,
    somebody,
  }) => {
    const looker = await signIn({ name: 'Maja', device });
    const walk = { looker, me: await personOf(looker), at: device.name };
    await throughTheTalks(walk, [await somebody('Fjola'), await somebody('Torsten')]);
  });

  test(`a count leaves to be seen what it sits on, with text of twice the size, ${device.name}`, async ({
    signIn,
    personOf,
    somebody,
  }) => {
    const looker = await signIn({ name: 'Maja', device, at: atSea(place) });
    const { page } = looker;
    const me = await personOf(looker);
    for (const name of ['Fjola', 'Torsten']) {
      const writer = await somebody(name);
      const body = {
        ...{ userId: writer.id, receiverId: me.id },
        clientId: `count-${name}`,
        content: 'Hello',
      };
      await writer.get(sendPrivateMessage, { body });
    }
    await openMap(page);
    const header = page.locator('.shell-header');
    const pairs = [
      [header.locator('.iconbtn .badge').last(), header.locator('.iconbtn:has(.badge) > svg').last()],
      [header.locator('.identity-user-menu .badge'), header.locator('.identity-user-menu .avatar')],
      [page.locator('.notifications-bell .badge'), page.locator('.notifications-bell > svg')],
    ] as const;
    for (const [count, below] of pairs) {
      await expect(count).toHaveText('2');
      const [over, seen] = await boxesOf(count, below);
      const width = Math.min(over.x + over.width, seen.x + seen.width) - Math.max(over.x, seen.x);
      const height = Math.min(over.y + over.height, seen.y + seen.height) - Math.max(over.y, seen.y);
      const share = (Math.max(0, width) * Math.max(0, height)) / (seen.width * seen.height);
      expect(share).toBeLessThan(0.3);
      expect(over.y).toBeGreaterThanOrEqual(0);
    }
  });
}
