import type { Page } from '@playwright/test';
import { redAndBlue } from '../server/src/testing/test-pictures.ts';
import { expectNoViolations } from './axe.ts';
import { desktop, phoneDevice } from './devices.ts';
import { largeFile } from './large-file.ts';
import { card, detail, openDetail } from './posting.ts';
import { enterAsVisitor, openMap, over, saveScreen, walkTo } from './screens.ts';
import { expect, giveSession, test } from './server.fixture.ts';

const editor = (page: Page) => page.locator('.profiles-editor');
const profileCard = (page: Page) => page.locator('.profiles-card');
const cropper = (page: Page) => page.getByRole('dialog', { name: 'Place your picture' });
const save = (page: Page) => editor(page).getByRole('button', { name: 'Save' });

/** Shares of red and blue in the middle row of the own picture, as the server gives it. */
const coloursOf = (page: Page) =>
  page.evaluate(async () => {
    const { data: user } = await (await fetch('/api/auth/session')).json();
    if (!user.avatarUrl) return null;
    const file = await (await fetch(user.avatarUrl)).blob();
    const drawn = await createImageBitmap(file);
    const canvas = new OffscreenCanvas(drawn.width, drawn.height);
    const context = canvas.getContext('2d')!;
    context.drawImage(drawn, 0, 0);
    const { data } = context.getImageData(0, drawn.height / 2, drawn.width, 1);
    let red = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at]! > data[at + 2]!) red++;
    return { width: drawn.width, height: drawn.height, red: red / drawn.width, bytes: file.size };
  });

test('what was changed and not saved waits for its person when their session ends', async ({
  signIn,
  personOf,
}) => {
  const runa = await signIn({ name: 'Runa' });
  const { page, context, id } = runa;
  const person = await personOf(runa);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`/profile/${id}`);
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await page.getByLabel('Bio').fill('I collect evenings.');
  await context.clearCookies();
  await page.reload();
  await expect(profileCard(page).getByRole('heading', { level: 1 })).toHaveText('Runa');
  await expect(page.getByRole('button', { name: 'Edit profile' })).toHaveCount(0);
  await expect(page.getByText('I collect evenings.')).toHaveCount(0);
  await giveSession(context, person);
  await page.reload();
  // The editor was open, and is again.
  await expect(editor(page).getByText('These are the changes you left unsaved.')).toBeVisible();
  await expect(page.getByLabel('Bio')).toHaveValue('I collect evenings.');
});

test('says who one is, and keeps what was not saved', async ({ signIn, guard }) => {
  guard.expect(/(500|400) .*\/api\/profiles\/[\w-]+$/);
  const { page, id } = await signIn({ name: 'Paula', device: phoneDevice });
  await page.goto('/my-posts');
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveURL(new RegExp(`/profile/${id}$`));
  await expect(profileCard(page).getByRole('heading', { level: 1 })).toHaveText('Paula');
  await expect(profileCard(page).getByText('2 of 8')).toBeVisible();
  await saveScreen(page, 'profile-own');

  await page.getByRole('button', { name: 'Edit profile' }).click();
  await expect(editor(page)).toBeVisible();
  await expectNoViolations(page, 'profile editor');
  await page.getByLabel('Display name').fill('   ');
  await page.getByLabel('Age', { exact: true }).fill('17');
  await expect(editor(page).getByRole('alert')).toHaveText('Dazi is for adults: from 18 on.');
  await save(page).click();
  await expect(page.getByLabel('Display name')).toBeFocused();
  await expect(editor(page).getByText('Please enter a name')).toBeVisible();
  await saveScreen(page, 'profile-edit-wrong');

  await page.getByLabel('Display name').fill('Paula Q');
  await page.getByLabel('Bio').fill('I collect evenings and bad puns.');
  await page.getByLabel('Age', { exact: true }).fill('29');
  await editor(page).getByText('Male', { exact: true }).click();
  for (const interest of ['Photography', 'Baking', 'Languages']) {
    await page.getByRole('button', { name: interest }).click();
  }
  await page.getByRole('button', { name: 'Activity partner' }).click();
  await page.getByLabel('From age').fill('40');
  await page.getByLabel('To age').fill('30');
  await expect(editor(page).getByRole('alert')).toContainText('Ages must be between 18 and 120');
  await page.getByLabel('From age').fill('25');
  await page.getByLabel('To age').fill('40');
  await page.getByLabel('Up to (km)').fill('7');
  await page.getByLabel('Show my age').uncheck();

  // Going away inside the app keeps the draft; Cancel asks.
  await page.getByRole('link', { name: 'Back to Map' }).click();
  await expect(editor(page)).toBeHidden();
  await page.goBack();
  await expect(page.getByText('These are the changes you left unsaved.')).toBeVisible();
  await expect(page.getByLabel('Display name')).toHaveValue('Paula Q');
  await editor(page).getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();

  await page.route(`**/api/profiles/${id}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await save(page).click();
  await expect(editor(page).getByRole('alert')).toHaveText('Failed to save profile. Please try again.');
  await page.unroute(`**/api/profiles/${id}`);
  await save(page).click();
  await expect(page.locator('.toast', { hasText: 'Profile saved' })).toBeVisible();
  await expect(profileCard(page).getByRole('heading', { level: 1 })).toHaveText('Paula Q');
  await expect(profileCard(page).getByText('7 of 8')).toBeVisible();
  await expect(profileCard(page).getByText('Add a picture.')).toBeVisible();
  await expect(profileCard(page).getByText('Baking')).toBeVisible();
  const { data } = await (await page.request.get(`/api/profiles/${id}`)).json();
  expect(data).toMatchObject({
    displayName: 'Paula Q',
    age: 29,
    gender: 'M',
    interests: ['photography', 'baking', 'languages'],
    lookingFor: ['activityPartner'],
    preferences: { ageRange: { min: 25, max: 40 }, maxDistance: 7 },
    privacy: { showAge: false, profileVisibility: 'nearby_only' },
  });
  // Nothing is left to restore, and nothing to ask about.
  await page.getByRole('button', { name: 'Edit profile' }).click();
  await expect(page.getByText('These are the changes you left unsaved.')).toBeHidden();
  await expect(editor(page).getByRole('heading', { name: 'Edit profile' })).toBeFocused();
  await editor(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Edit profile' })).toBeFocused();
  await expectNoViolations(page, 'own profile');
});

for (const device of [desktop, phoneDevice]) {
  test(`takes a picture, cropped, and the letter again, ${device.name}`, async ({ signIn, guard }) => {
    guard.expect(/500 .*\/api\/users$/, /net::ERR_FILE_NOT_FOUND blob:/);
    const { page } = await signIn({ name: 'Quirin', device });
    await page.goto('/profile?edit');
    await expect(editor(page)).toBeVisible();
    const input = page.locator('input[type=file]');
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      input.setInputFiles({ name, mimeType, buffer });
    const alert = editor(page).getByRole('alert');

    await choose('notes.txt', 'text/plain', Buffer.from('hello'));
    await expect(alert).toHaveText('Please select an image file');
    await choose('drawing.svg', 'image/svg+xml', Buffer.from('<svg/>'));
    await expect(alert).toHaveText('Supported formats: JPEG, PNG, GIF, WebP');
    await input.setInputFiles(await largeFile('large.png', 20 * 1024 * 1024));
    await expect(alert).toHaveText('File size must be less than 20MB');
    await choose('empty.png', 'image/png', Buffer.alloc(0));
    await expect(alert).toHaveText('Invalid file selected');
    await choose('broken.png', 'image/png', Buffer.from('no picture at all'));
    await expect(alert).toHaveText('Failed to process image. Please try a different image.');
    await expect(cropper(page)).toBeHidden();

    await choose('halves.png', 'image/png', await redAndBlue(600));
    const stage = page.getByRole('application', { name: /^Your picture/ });
    await expect(stage.locator('img')).toBeVisible();
    await expectNoViolations(page, `cropper, ${device.name}`);
    await saveScreen(page, `cropper-${device.name}`);
    // Going back leaves the picture as it was, and the page open.
    await over(page, 'cropper');
    await page.goBack();
    await expect(cropper(page)).toBeHidden();
    await expect(editor(page)).toBeVisible();
    await choose('halves.png', 'image/png', await redAndBlue(600));
    await expect(stage.locator('img')).toBeVisible();
    // Keys move the picture to the right: more of its left half is seen.
    await stage.focus();
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
    await cropper(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.locator('.toast', { hasText: 'Picture saved' })).toBeVisible();
    await expect(cropper(page)).toBeHidden();
    const byKeys = await coloursOf(page);
    expect(byKeys).toMatchObject({ width: 400, height: 400 });
    expect(byKeys!.red).toBeCloseTo(0.74, 1);
    expect(byKeys!.bytes).toBeLessThan(210 * 1024);
    await expect(page.locator('.identity-user-button img')).toBeVisible();

    // A drag across the whole window to the left shows the right half alone.
    await choose('halves.png', 'image/png', await redAndBlue(600));
    await expect(stage.locator('img')).toBeVisible();
    const box = (await stage.boundingBox())!;
    await page.mouse.move(box.x + box.width - 10, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 10, box.y + 100, { steps: 5 });
    await page.mouse.up();
    await page.getByRole('slider', { name: 'Zoom' }).fill('2');
    await page.route('**/api/users', (route) => route.fulfill({ status: 500 }));
    await cropper(page).getByRole('button', { name: 'Save' }).click();
    await expect(cropper(page).getByRole('alert')).toContainText('Failed to update avatar');
    await page.unroute('**/api/users');
    await cropper(page).getByRole('button', { name: 'Save' }).click();
    await expect(cropper(page)).toBeHidden();
    expect((await coloursOf(page))!.red).toBe(0);

    await page.getByRole('button', { name: 'Use letter' }).click();
    await expect(page.locator('.identity-user-button img')).toBeHidden();
    expect(await coloursOf(page)).toBeNull();
    await expect(page.getByRole('button', { name: 'Use letter' })).toBeHidden();
  });
}

test("somebody else's, as a visitor and signed in", async ({ openBrowser, signIn }) => {
  const visitor = await openBrowser({ device: phoneDevice });
  await enterAsVisitor(visitor);
  await card(visitor, 'Board games at the café').getByRole('link', { name: 'Theo' }).click();
  await expect(visitor).toHaveURL(/\/profile\/[\w-]+$/);
  await expect(profileCard(visitor).getByRole('heading', { level: 1 })).toHaveText('Theo');
  // How old somebody is, and which gender, is for who is signed in.
  await expect(profileCard(visitor).getByText('31', { exact: true })).toHaveCount(0);
  await expect(visitor.getByRole('tab')).toHaveText(['Posts', 'Groups']);
  await test.step('PROF-118 nothing is offered that a visitor cannot do', async () => {
    await expect(profileCard(visitor).getByRole('button')).toHaveCount(0);
  });
  await expect(card(visitor, 'Board games at the café')).toBeVisible();
  await expectNoViolations(visitor, "somebody else's profile");
  await saveScreen(visitor, 'profile-visitor');
  await visitor.getByRole('tab', { name: 'Posts' }).focus();
  await visitor.keyboard.press('ArrowRight');
  await expect(visitor.getByRole('tab', { name: 'Groups' })).toBeFocused();
  await expect(visitor.getByText('No groups yet')).toBeVisible();
  await expect(visitor).toHaveURL(/\?tab=groups$/);
  const theosPage = visitor.url();
  await walkTo(visitor, '/profile');
  await expect(visitor.getByText('Please sign in to continue')).toBeVisible();
  await visitor.getByRole('button', { name: 'Go to Home' }).click();
  await expect(visitor).toHaveURL(/\/$/);

  const { page } = await signIn({ name: 'Rita', device: desktop });
  await openMap(page);
  await openDetail(page, 'Theo', 'Board games at the café');
  const comment = page.locator('.comments li').first();
  const name = await comment.getByRole('link').first().innerText();
  await comment.getByRole('link').first().click();
  await expect(profileCard(page).getByRole('heading', { level: 1 })).toHaveText(name);
  await page.goBack();
  await detail(page, 'Theo').locator('.posts-header').getByRole('link', { name: 'Theo' }).click();
  await expect(profileCard(page).getByText('31', { exact: true })).toBeVisible();
  await expect(profileCard(page).getByRole('heading', { level: 1 })).toHaveText('Theo');
  await expect(page.getByRole('tab')).toHaveText(['Posts', 'Groups']);
  expect(page.url()).toBe(theosPage.split('?')[0]);
  await walkTo(page, '/profile/nobody-there');
  await expect(page.getByText('This profile is not there')).toBeVisible();
});

test('posts and bookmarks come six at a time', async ({ signIn, somebody }) => {
  const { page, id } = await signIn({ name: 'Sanna' });
  const other = await somebody('Tove');
  await other.saveProfile({ displayName: 'Tove', gender: 'F' });
  const write = (content: string) => {
    const location = { latitude: -33.87, longitude: 151.2 };
    return page.request.post('/api/messages', { data: { userId: id, content, location } });
  };
  for (let number = 1; number <= 12; number++) expect((await write(`Note ${number}.`)).ok()).toBe(true);
  for (let number = 1; number <= 7; number++) {
    const kept = await other.post({
      content: `Kept ${number}.`,
      location: { latitude: -33.87, longitude: 151.2 },
    });
    await page.request.post('/api/bookmarks', { data: { messageId: kept.id } });
  }
  await page.goto('/profile');
  const more = page.getByRole('button', { name: 'Load More' });
  const shown = page.getByRole('article');
  await expect(shown).toHaveCount(6);
  await more.click();
  await expect(shown).toHaveCount(12);
  await expect(more).toBeHidden();

  await page.getByRole('tab', { name: 'Bookmarks' }).click();
  await expect(shown).toHaveCount(6);
  await more.click();
  await expect(shown).toHaveCount(7);
  await expect(more).toBeHidden();
  await card(page, 'Kept 3.')
    .getByRole('button', { name: /bookmark/i })
    .click();
  await expect(card(page, 'Kept 3.')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Bookmarks' })).toHaveAttribute('aria-selected', 'true');
});

test('finds people nearby after sharing, and people by name', async ({ signIn, somebody }) => {
  const at = { latitude: 51.5, longitude: -0.12 };
  const ula = await somebody('Ula');
  const common = { age: 30, interests: ['hiking', 'yoga'], lookingFor: ['friendship' as const] };
  await ula.saveProfile({ displayName: 'Ula Marbury', gender: 'F', ...common });
  const shared = await ula.fetch('/api/presence', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(at),
  });
  expect(shared.status).toBe(200);

  const { page, id } = await signIn({ name: 'Viggo', at });
  await page.request.post(`/api/profiles/${id}`, { data: common });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') asked.push(request.url());
  });
  await page.goto('/profile');
  const near = page.getByRole('region', { name: 'People near you' });
  await expect(near.getByText('Shown approximately')).toBeVisible();
  await expect(near.getByRole('listitem')).toHaveCount(0);
  expect(asked).toEqual([]);
  await near.getByRole('button', { name: 'Share where I am for an hour' }).click();
  await expect(near.getByRole('link', { name: /Ula Marbury/ })).toContainText('2 shared interests');
  await expect(near.getByText(/^Shared until/)).toBeVisible();
  await expectNoViolations(page, 'people near you');
  await saveScreen(page, 'people-near-you');
  await near.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(near.getByRole('button', { name: 'Share where I am for an hour' })).toBeVisible();

  await page.getByLabel('Find people').fill('marb');
  await page
    .getByRole('search')
    .getByRole('link', { name: /Ula Marbury/ })
    .click();
  await expect(profileCard(page).getByText('2 in common')).toBeVisible();
});

test('without a position nobody is shared, and sharing can be turned off', async ({ signIn }) => {
  const { page, id } = await signIn({ name: 'Wanja' });
  await page.goto('/profile');
  const near = page.getByRole('region', { name: 'People near you' });
  await near.getByRole('button', { name: 'Share where I am for an hour' }).click();
  await expect(near.getByRole('alert')).toHaveText('Location access is required');
  await page.request.post(`/api/profiles/${id}`, {
    data: { privacy: { locationSharing: { enabled: false, precision: 'approximate' } } },
  });
  await page.reload();
  await expect(near.getByText('Location sharing is turned off in your profile.')).toBeVisible();
  await near.getByRole('button', { name: 'Edit profile' }).click();
  await expect(page.getByLabel('Allow location sharing')).not.toBeChecked();
});
