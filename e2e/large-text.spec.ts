import { atSea } from './at-sea.ts';
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
}
