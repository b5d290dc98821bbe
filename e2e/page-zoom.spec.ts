import { atSea } from './at-sea.ts';
import { desktop } from './devices.ts';
import {
  throughTheDialogs,
  throughTheMakingOfAGroup,
  throughThePages,
  throughTheTalks,
} from './large-walks.ts';
import { test } from './server.fixture.ts';

for (const { at, viewport, room } of [
  // What a window of 1280 by 800 is to a page that is shown at twice its size: half as wide and half as high.
  { at: 'zoomed', viewport: { width: 640, height: 400 }, room: 'Friends of the lighthouse' },
  // The narrowest that a page may become, where a long name ends in dots.
  { at: 'narrowest', viewport: { width: 320, height: 640 }, room: 'Lamp' },
] as const) {
  const device = { ...desktop, options: { ...desktop.options, viewport } };
  const size = `${viewport.width} by ${viewport.height}`;

  test(`a zoomed page is whole, and every button within reach, ${size}`, async ({ signIn, personOf }) => {
    const looker = await signIn({ name: 'Maja', device, at: atSea(at) });
    await throughThePages({ looker, me: await personOf(looker), at }, at);
  });

  test(`a zoomed page is whole in dialogs, ${size}`, async ({ signIn, personOf, somebody, guard }) => {
    guard.expect(/400 .*\/api\/wallets\/transfer$/);
    const looker = await signIn({ name: 'Maja', device, at: atSea(at) });
    const walk = { looker, me: await personOf(looker), at };
    const name = `Fjola ${at}`;
    await throughTheDialogs(walk, { name, person: await somebody(name) });
    await throughTheMakingOfAGroup(walk);
  });

  test(`a zoomed page is whole in conversations, ${size}`, async ({ signIn, personOf, somebody }) => {
    const looker = await signIn({ name: 'Maja', device });
    const walk = { looker, me: await personOf(looker), at };
    await throughTheTalks(walk, [await somebody('Fjola'), await somebody('Torsten')], room);
  });
}
