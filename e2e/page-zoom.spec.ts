import { atSea } from './at-sea.ts';
import { desktop } from './devices.ts';
import {
  throughTheDialogs,
  throughTheMakingOfAGroup,
  throughThePages,
  throughTheTalks,
} from './large-walks.ts';
import { test } from './server.fixture.ts';

/** What a window of 1280 by 800 is to a page that is shown at twice its size: half as wide and half as high. */
const zoomed = { width: 640, height: 400 };
const device = { ...desktop, options: { ...desktop.options, viewport: zoomed } };
const at = 'zoomed';

test('a page of twice the size is whole, and every button within reach', async ({ signIn, personOf }) => {
  test.setTimeout(120_000);
  const looker = await signIn({ name: 'Maja', device, at: atSea('zoomed') });
  await throughThePages({ looker, me: await personOf(looker), at }, 'zoomed');
});

test('a page of twice the size is whole in dialogs', async ({ signIn, personOf, somebody, guard }) => {
  guard.expect(/400 .*\/api\/wallets\/transfer$/);
  test.setTimeout(120_000);
  const looker = await signIn({ name: 'Maja', device, at: atSea('zoomed') });
  const walk = { looker, me: await personOf(looker), at };
  const name = 'Fjola Zoomed';
  await throughTheDialogs(walk, { name, person: await somebody(name) });
  await throughTheMakingOfAGroup(walk);
});

test('a page of twice the size is whole in conversations', async ({ signIn, personOf, somebody }) => {
  test.setTimeout(120_000);
  const looker = await signIn({ name: 'Maja', device });
  const walk = { looker, me: await personOf(looker), at };
  await throughTheTalks(walk, [await somebody('Fjola'), await somebody('Torsten')]);
});
