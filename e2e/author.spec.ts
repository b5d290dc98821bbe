import type { Page } from '@playwright/test';
import { dataUrl, pngBytes, surface } from '../server/src/testing/test-pictures.ts';
import { atSea } from './at-sea.ts';
import { expectNoViolations } from './axe.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { card, composer, detail, openComposer, openDetail, publish } from './posting.ts';
import { nothingOver, openMap, over, saveScreen, walkTo } from './screens.ts';
import { expect, giveSession, introduce, type SignedIn, test } from './server.fixture.ts';

const place = atSea('author');
const editor = (page: Page) => page.getByRole('dialog', { name: 'Edit post' });
const kept = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('dazi.words.post.'));
    return key ? localStorage.getItem(key) : null;
  });

async function posted({ page, id }: SignedIn, content: string): Promise<string> {
  const data = { userId: id, content, location: place };
  const answer = await page.request.post('/api/messages', { data });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

async function post(page: Page, text: string) {
  const dialog = await openComposer(page);
  await dialog.getByLabel('Your message').fill(text);
  await publish(page);
  await page.keyboard.press('Escape');
  await expect(card(page, text)).toBeVisible();
}

test('the text of a post is changed, and others see it', async ({ signIn, guard }) => {
  guard.expect(/409 .*\/api\/messages\/[\w-]+$/);
  const ann = await signIn({ name: 'Fina', at: place, device: phoneDevice });
  const ben = await signIn({ name: 'Gil', at: place });
  for (const { page } of [ann, ben]) await openMap(page);
  const before = 'Ches at the fountain?';
  const after = 'Chess at the fountain?';
  await post(ann.page, before);
  await expect(card(ben.page, before)).toBeVisible(live);
  await expect(card(ben.page, before).getByText('edited')).toHaveCount(0);

  const open = await openDetail(ann.page, 'Fina', before);
  const opener = open.getByRole('button', { name: 'Edit', exact: true });
  await opener.click();
  const text = editor(ann.page).getByLabel('Your message');
  await expect(text).toHaveValue(before);
  await text.fill('  ');
  await editor(ann.page).getByRole('button', { name: 'Save' }).click();
  await expect(editor(ann.page).getByRole('alert')).toHaveText('Please enter a message or add media.');
  await expectNoViolations(ann.page, 'editing');
  await saveScreen(ann.page, 'edit');
  await text.fill(after);
  await editor(ann.page).getByRole('button', { name: 'Save' }).click();
  await expect(editor(ann.page)).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(open.getByText(after)).toBeVisible();
  await expect(open.getByText('edited')).toBeVisible();
  await saveScreen(ann.page, 'edited');
  await expect(card(ben.page, after)).toBeVisible(live);
  await expect(card(ben.page, after).getByText('edited')).toBeVisible();
  // Others can only read.
  const bens = await openDetail(ben.page, 'Fina', after);
  await expect(bens.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);

  // The server's clock decides, whatever this device believes.
  await ann.page.route(/\/api\/messages\/[\w-]+$/, (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    const error = 'A message can be edited for 15 minutes after posting';
    return route.fulfill({ status: 409, json: { success: false, code: 'EDIT_TOO_LATE', error } });
  });
  await opener.click();
  await text.fill('Too late');
  await editor(ann.page).getByRole('button', { name: 'Save' }).click();
  await expect(editor(ann.page).getByRole('alert')).toHaveText(
    'A message can be edited for 15 minutes after posting',
  );
  await ann.page.keyboard.press('Escape');
  const question = ann.page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(text).toHaveValue('Too late');
  // Going back asks too; once more, and nothing was asked.
  const ofEdit = `edit:${new URL(ann.page.url()).pathname.split('/').at(-1)}`;
  for (const asks of [true, false, true]) {
    await over(ann.page, ofEdit);
    await ann.page.goBack();
    await expect(question).toBeVisible({ visible: asks });
    if (!asks) await expect(text).toHaveValue('Too late');
  }
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(editor(ann.page)).toBeHidden();
  await nothingOver(ann.page);
  await opener.click();
  await expect(text).toHaveValue(after);
});

test('a post can be changed in the list of own posts, and is not offered after a quarter of an hour', async ({
  signIn,
  guard,
}) => {
  // The detail is still open when its post is gone.
  guard.expect(/404 .*\/api\/messages\//);
  const hana = await signIn({ name: 'Hana', at: place });
  const { page } = hana;
  await posted(hana, 'Tea by the tower');
  await page.clock.install();
  await page.goto('/my-posts');
  const shown = card(page, 'Tea by the tower');
  await shown.getByRole('button', { name: 'Edit', exact: true }).click();
  await editor(page).getByLabel('Your message').fill('Green tea by the tower');
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.toast', { hasText: 'Post updated' })).toBeVisible();
  await expect(card(page, 'Green tea by the tower').getByText('edited')).toBeVisible();
  await saveScreen(page, 'my-posts-edited');

  // What is opened from here closes onto here, and leaves nothing behind that going back would open again.
  const { pathname: path } = new URL(page.url());
  const entry = () => page.evaluate(() => history.state.idx);
  const before = await entry();
  const opener = shown.locator('.entry-open');
  await opener.dblclick();
  await expect(detail(page, 'Hana')).toBeVisible();
  await expect(page).toHaveTitle('Post by Hana · Dazi');
  // The second click may be one on the card that lies below.
  await detail(page, 'Hana').getByRole('button', { name: 'Close' }).dblclick({ delay: 60 });
  await page.waitForTimeout(300);
  await expect.poll(() => new URL(page.url()).pathname).toBe(path);
  await expect(opener).toBeVisible();
  expect(await entry()).toBe(before);
  await page.clock.fastForward('15:00');
  await expect(card(page, 'tea by the tower').getByRole('button', { name: 'Edit', exact: true })).toHaveCount(
    0,
  );
  await opener.click();
  await detail(page, 'Hana').getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete this message' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByText('No posts yet')).toBeVisible();
  expect(await entry()).toBe(before);
});

test('a link to a post is shared; what was begun is kept on the device, for its author alone', async ({
  signIn,
  somebody,
}) => {
  const ines = await signIn({ name: 'Ines', at: place });
  const { page, context } = ines;

  await test.step('a link to a post is copied, or handed to the device', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write', 'geolocation']);
    const pathname = `/post/${await posted(ines, 'Share this with somebody')}`;
    // Whoever follows the link sees the post.
    await page.goto(pathname);
    const open = detail(page, 'Ines');
    await expect(open.getByText('Share this with somebody')).toBeVisible();
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'share', { value: undefined, configurable: true }),
    );
    await open.getByRole('button', { name: 'Share' }).click();
    await expect(page.locator('.toast', { hasText: 'Link copied' })).toBeVisible();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(new URL(link).pathname).toBe(pathname);

    await page.evaluate(() => {
      const share = async (data: ShareData) => Object.assign(globalThis, { shared: data });
      Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    });
    await open.getByRole('button', { name: 'Share' }).click();
    expect(await page.evaluate(() => (globalThis as unknown as { shared: ShareData }).shared.url)).toBe(link);
  });

  await test.step('where neither can be done the link is shown, marked, to be copied by hand', async () => {
    const open = detail(page, 'Ines');
    const button = open.getByRole('button', { name: 'Share' });
    const shown = page.getByRole('textbox', { name: 'Link to copy by hand' });
    const refuse = (name: string) =>
      page.evaluate((reason) => {
        const refused = async () => {
          throw new DOMException('no', reason);
        };
        Object.defineProperty(navigator, 'share', { value: refused, configurable: true });
        const clipboard = { writeText: refused };
        Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
      }, name);
    const marked = () => page.evaluate(() => getSelection()?.toString());

    await refuse('NotAllowedError');
    await button.click();
    await expect(shown).toHaveValue(page.url());
    await expect(shown).toBeFocused();
    expect(await marked()).toBe(page.url());
    await expectNoViolations(page, 'a link to copy by hand');
    await expect(page.locator('.toast', { hasText: 'could not' })).toHaveCount(0);

    await page.keyboard.press('Escape');
    await expect(shown).toBeHidden();
    await expect(button).toBeFocused();
    // Whoever closes what the device offers has changed their mind.
    await refuse('AbortError');
    await button.click();
    await expect(shown).toBeHidden();
    // As on a page without encryption, in a browser that does not copy in the old way either.
    await page.evaluate(() => {
      for (const name of ['share', 'clipboard'])
        Object.defineProperty(navigator, name, { value: undefined, configurable: true });
      Object.defineProperty(document, 'execCommand', { value: () => false, configurable: true });
    });
    await button.press('Enter');
    await expect(shown).toBeFocused();
    expect(await marked()).toBe(page.url());
    await saveScreen(page, 'share-by-hand');
    await page.keyboard.press('Escape');
    await expect(shown).toBeHidden();
    await expect(open).toBeVisible();
    await expect(button).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(open).toBeHidden();
  });

  await test.step('what was begun is kept over a reload, and gone after signing out', async () => {
    const text = composer(page).getByLabel('Your message');
    await openComposer(page);
    await text.fill('Half a thought');
    await composer(page).getByText('1 week').click();
    await over(page, 'posting');
    await page.reload();
    // Else going back would only leave the entry of what is not open any more.
    await nothingOver(page);
    await openComposer(page);
    await expect(text).toHaveValue('Half a thought');
    await expect(composer(page).getByRole('radio', { name: '1 week' })).toBeChecked();
    await expect(composer(page).getByText('Your draft was kept on this device.')).toBeVisible();
    await expectNoViolations(page, 'a kept draft');
    await saveScreen(page, 'composer-draft');
    await composer(page).getByRole('button', { name: 'Discard' }).click();
    await expect(text).toHaveValue('');
    expect(await kept(page)).toBeNull();

    await text.fill('Another half');
    expect(await kept(page)).toContain('Another half');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Your menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible();
    expect(await kept(page)).toBeNull();
  });

  await test.step("somebody else's draft on the same device is gone", async () => {
    const kira = await somebody('Kira');
    await introduce(kira, 'Kira');
    await giveSession(context, kira);
    const foreign = JSON.stringify({ content: 'Not yours', lifetime: 'never' });
    await page.evaluate((draft) => {
      localStorage.removeItem('dazi.user');
      localStorage.setItem('dazi.words.post.somebody', draft);
    }, foreign);
    await openMap(page);
    await openComposer(page);
    await expect(composer(page).getByLabel('Your message')).toHaveValue('');
    expect(await kept(page)).toBeNull();
  });
});

test('what somebody began waits for them when their session ends, with its pictures, and for nobody else', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/401/);
  const wren = await signIn({ name: 'Wren', at: place });
  const { page, context } = wren;
  const person = await personOf(wren);
  const [text, picture] = [
    composer(page).getByLabel('Your message'),
    composer(page).getByRole('img', { name: 'heron.png' }),
  ];
  const begin = async () => {
    await openMap(page);
    await openComposer(page);
    await text.fill('Herons at the pond');
    const buffer = await pngBytes(1);
    await composer(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'heron.png', mimeType: 'image/png', buffer });
    await expect(picture).toBeVisible();
  };
  const endSession = async () => {
    await context.clearCookies();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Enter' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('dazi.user'))).toBeNull();
  };
  await begin();
  await endSession();
  await giveSession(context, person);
  await openMap(page);
  await openComposer(page);
  await expect(text).toHaveValue('Herons at the pond');
  await expect(picture).toBeVisible();
  await expect(composer(page).getByText('Your draft was kept on this device.')).toBeVisible();
  await composer(page).getByRole('button', { name: 'Discard' }).click();
  await expect(text).toHaveValue('');
  await expect(picture).toHaveCount(0);

  await begin();
  await endSession();
  const other = await somebody('Xander');
  await introduce(other, 'Xander');
  await giveSession(context, other);
  await openMap(page);
  await openComposer(page);
  await expect(text).toHaveValue('');
  await expect(picture).toHaveCount(0);
  await endSession();
  await giveSession(context, person);
  await openMap(page);
  await openComposer(page);
  await expect(text).toHaveValue('');
  await expect(picture).toHaveCount(0);
});

test('POST-071 a post begun on the list of own posts names another way out', async ({ signIn, guard }) => {
  guard.expect(/413 .*\/api\/messages$/);
  const { page } = await signIn({ name: 'Lior', at: place });
  await page.goto('/my-posts');
  await page.getByRole('main').getByRole('button', { name: 'Post', exact: true }).click();
  await expect(composer(page)).toBeVisible();
  await composer(page)
    .locator('input[type=file]')
    .setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: await pngBytes(40) });
  await expect(composer(page).getByRole('img', { name: 'large.png' })).toBeVisible();
  await page.route('**/api/messages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 413, json: { success: false, code: 'TOO_LARGE', error: 'Too large' } })
      : route.fallback(),
  );
  await composer(page).getByRole('button', { name: 'Post', exact: true }).click();
  const toast = 'Image files are too large. Please try smaller images or compress them.';
  await expect(page.locator('.toast', { hasText: toast })).toBeVisible();
});

for (const [language, colorScheme, edit, save] of [
  ['ja', 'dark', '編集', '保存'],
  ['zh', 'light', '编辑', '保存'],
] as const) {
  test(`what an author does with a post, in ${language} and ${colorScheme}, on a tablet`, async ({
    signIn,
    somebody,
  }) => {
    const author = await somebody('Mio');
    await introduce(author, '美緒');
    const words = '公園でチェスをしませんか。'.repeat(23);
    const imageUrls = ['#c25846', '#3f5f63'].map(async (colour) => dataUrl(await surface(colour, 600, 900)));
    const there = { latitude: 37.1, longitude: language === 'ja' ? -8.1 : -8.9 };
    await author.post({ content: words, location: there, imageUrls: await Promise.all(imageUrls) });
    const { page } = await signIn({
      name: 'Nao',
      at: there,
      options: { colorScheme, locale: language, viewport: { width: 768, height: 1024 } },
    });
    await page.goto('/');
    const own = page.locator('.shell-header').getByRole('button', { name: /^(投稿|发布|发帖|发布帖子)/ });
    await own.click();
    const dialog = page.locator('.posts-composer').first();
    await expect(dialog).toBeVisible();
    await dialog.locator('textarea').fill(words.slice(0, 260));
    await dialog.locator('.posts-composer-lifetime label').nth(1).click();
    await page.reload();
    await own.click();
    await expect(dialog.locator('.posts-composer-kept')).toBeVisible();
    await saveScreen(page, `composer-kept-${language}`);
    await dialog.locator('button[type=submit]').click();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.locator('article', { hasText: 'Nao' })).toBeVisible();
    for (let step = 0; step < 4; step++) await page.locator('.map-controls button').last().click();
    await page.locator('article', { hasText: '美緒' }).locator('.entry-open').click();
    await page.locator('.posts-gallery-picture').first().click();
    await expect(page.locator('.media-lightbox-count')).toBeVisible();
    await expectNoViolations(page, `viewer in ${language}`);
    await saveScreen(page, `viewer-${language}`);
    await page.keyboard.press('Escape');

    await walkTo(page, '/my-posts');
    await page.getByRole('button', { name: edit, exact: true }).click();
    await expect(page.getByRole('button', { name: save, exact: true })).toBeVisible();
    await expectNoViolations(page, `editing in ${language}`);
    await saveScreen(page, `edit-${language}`);
    await page.getByRole('dialog').locator('textarea').fill(words.slice(0, 100));
    await page.getByRole('button', { name: save, exact: true }).click();
    await expect(page.locator('article .meta').first()).toContainText(
      language === 'ja' ? '編集済み' : '已编辑',
    );
    await saveScreen(page, `edited-${language}`);
  });
}
