import { joinRoom } from '../contract/src/chat/rooms.ts';
import { atSea } from './at-sea.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { desktop, phoneDevice } from './devices.ts';
import { composer, openComposer, openDetail } from './posting.ts';
import { mapReady, nothingOver, openMap, saveScreen, walkTo } from './screens.ts';
import { expect, test } from './server.fixture.ts';

for (const device of [desktop, phoneDevice]) {
  const { name } = device;

  test(`no violations signed out, ${name}`, async ({ openBrowser }) => {
    const page = await openBrowser({ device, demoHelp: true });
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'landing');
    await page.getByRole('button', { name: 'Privacy Policy' }).click();
    await expect(
      page
        .getByRole('dialog')
        .getByText(/under 13/)
        .first(),
    ).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'policy over the landing');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Enter' }).click();
    await mapReady(page);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'map and list with the help on demo mode');
    await saveScreen(page, `a11y-map-${name}`);
    await walkTo(page, '/my-posts');
    await expect(page.getByText('Please sign in to view your posts')).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'my posts, signed out');
    await walkTo(page, '/nowhere');
    await expect(page.getByRole('heading', { name: 'There is nothing here', level: 1 })).toBeAttached();
    await expectNoViolationsInEitherTheme(page, 'nothing here');
    await page.goto('/api/auth/sign-in?returnTo=/');
    await expect(page.getByRole('heading', { name: 'Sign in to Dazi' })).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'sign-in page of the demo provider');
  });

  test(`no violations signed in, ${name}`, async ({ signIn }) => {
    const { page } = await signIn({
      name: 'Axel',
      device,
      at: { latitude: 37.7749, longitude: -122.4194 },
    });
    await openMap(page);
    const opener = page.getByRole('button', { name: 'Your menu' });
    await opener.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'menu');
    await saveScreen(page, `a11y-menu-${name}`);
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'settings');
    await saveScreen(page, `a11y-settings-${name}`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden();

    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(page.getByLabel('Keywords')).toBeVisible();
    await page.getByLabel('Keywords').fill('coffee');
    await expectNoViolationsInEitherTheme(page, 'filters');
    await saveScreen(page, `a11y-filters-${name}`);
    await page.getByRole('button', { name: 'Show' }).click();
    await expectNoViolationsInEitherTheme(page, 'a filter as chip');
    await page.getByRole('button', { name: 'Remove the filter coffee' }).click();

    const dialog = await openComposer(page);
    await composer(page).getByRole('button', { name: 'Post', exact: true }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'composer');
    await saveScreen(page, `a11y-composer-${name}`);
    await page.keyboard.press('Escape');

    await openDetail(page, 'Theo', 'Board games at the café');
    await expect(page.locator('.comments li').first()).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'detail with pictures');
    await saveScreen(page, `a11y-detail-${name}`);
    await page
      .getByRole('button', { name: /^Picture 1 of/ })
      .first()
      .click();
    await expect(page.locator('.media-lightbox')).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'lightbox');
    await saveScreen(page, `a11y-lightbox-${name}`);
    await page.keyboard.press('Escape');
    await nothingOver(page);
    await page.keyboard.press('Escape');

    await walkTo(page, '/terms-policy');
    await expect(page.getByText(/^Last updated/)).toBeVisible();
    await expect(page.getByText(/under 13/).first()).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'terms');
    await saveScreen(page, `a11y-terms-${name}`);
    await walkTo(page, '/my-posts');
    await expect(page.getByText('No posts yet')).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'my posts');

    await walkTo(page, '/?map=17/37.7699/-122.4468');
    await mapReady(page);
    // The groups come after the posts, and one of them stands where a post does.
    await expect(page.getByRole('button', { name: /at the same place: .*1 group/ }).first()).toBeVisible();
    await page.locator('[data-pin-id]').first().press('Enter');
    await expect(page.locator('.map-popover')).toBeFocused();
    await expectNoViolationsInEitherTheme(page, 'map with popover');
    await saveScreen(page, `a11y-popover-${name}`);
  });
}

/** Where no other journey looks at the map, each for itself. */
for (const [device, place] of [
  [desktop, atSea('accessibilityDesktop')],
  [phoneDevice, atSea('accessibilityPhone')],
] as const) {
  const { name } = device;

  test(`no violations around rooms, ${name}`, async ({ signIn, somebody }) => {
    const { page, id, context } = await signIn({
      name: 'Odete',
      device,
      at: place,
    });
    const made = await context.request.post('/api/chatrooms', {
      data: { authorId: id, name: `Choir ${name}`, description: 'Altos wanted', ...place, placed: true },
    });
    const { data: room } = await made.json();
    const guest = await somebody('Quim');
    await guest.get(joinRoom, { params: { roomId: room.id }, body: place });
    const asker = await somebody('Xico');
    const faraway = { latitude: 50, longitude: 8 };
    await asker.get(joinRoom, { params: { roomId: room.id }, body: { ...faraway, message: 'Bass' } });

    await page.goto(`/my-chatrooms/${room.id}`);
    const management = page.getByRole('dialog', { name: 'Manage Group' });
    await expect(management.getByRole('button', { name: 'Approve Xico' })).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'join requests');
    await management.getByRole('tab', { name: /^Participants/ }).click();
    await management.getByRole('button', { name: 'Make a link' }).click();
    await expect(management.getByLabel('The invite link')).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'participants and invite link');
    await management.getByRole('button', { name: 'Ban Quim' }).click();
    await expect(page.getByRole('dialog', { name: 'Ban Quim?' })).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'ban');
    await page.keyboard.press('Escape');
    await management.getByRole('button', { name: 'Delete room' }).click();
    await expect(page.getByRole('dialog', { name: 'Delete this room?' })).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'deletion');

    await walkTo(page, `/?map=14/${place.latitude}/${place.longitude}`);
    await mapReady(page);
    const groups = device === desktop ? '.map-page-tabs' : '.map-page-switch';
    await page.locator(groups).getByText('Groups').click();
    await expect(page.getByRole('article', { name: `Group Choir ${name}` })).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'list of groups');
    await saveScreen(page, `a11y-rooms-${name}`);
    if (device === phoneDevice) await page.locator(groups).getByText('Map').click();
    const pin = page.getByRole('button', { name: new RegExp(`^Group Choir ${name}, `) });
    await pin.press('Enter');
    await expect(page.locator('.map-popover')).toBeFocused();
    await expectNoViolationsInEitherTheme(page, 'room popover');
    await page.locator('.map-popover').getByRole('button', { name: 'Details' }).press('Enter');
    await expect(page.locator('.rooms-detail')).toContainText('Quim');
    await expectNoViolationsInEitherTheme(page, 'room detail');
    await saveScreen(page, `a11y-room-detail-${name}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Create Group' }).click();
    const creation = page.getByRole('dialog', { name: 'Create Group' });
    await creation.getByRole('button', { name: 'Create Group' }).click();
    await expect(creation.getByRole('alert')).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'making a group');
    await saveScreen(page, `a11y-create-group-${name}`);
    await creation.getByRole('button', { name: 'Place it at a public spot' }).click();
    await expect(page.getByRole('button', { name: 'Place it here' })).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'choosing a place');
  });
}
