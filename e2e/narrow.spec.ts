import type { Locator, Page } from '@playwright/test';
import { addComment } from '../contract/src/posts/comments.ts';
import type { Post } from '../contract/src/posts/posts.ts';
import { addReaction } from '../contract/src/posts/reactions.ts';
import { dataUrl, pngBytes } from '../server/src/testing/test-pictures.ts';
import { atSea, mapAtSea } from './at-sea.ts';
import { type Box, boxesOf } from './boxes.ts';
import { desktop, phoneDevice } from './devices.ts';
import { shareOfColour } from './pixels.ts';
import { openComposer } from './posting.ts';
import { mapReady, openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** The narrowest window that everything has to fit into, and a low one. */
const small = { width: 360, height: 640 };
const device = { ...phoneDevice, options: { ...phoneDevice.options, viewport: small, screen: small } };
const place = atSea('narrow');

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
async function edgesOf<Of extends Locator[]>(...elements: Of): Promise<{ [At in keyof Of]: Edges }> {
  const boxes: Box[] = await boxesOf(...elements);
  const edges = boxes.map(({ x, y, width, height }) => ({
    left: x,
    top: y,
    right: x + width,
    bottom: y + height,
  }));
  return edges as { [At in keyof Of]: Edges };
}

const liesApart = (one: Edges, other: Edges) =>
  one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
const middleOf = ({ top, bottom }: Edges) => (top + bottom) / 2;
/** Whether all of a text is shown: half a pixel too little ends it in dots. */
const isWhole = (text: Locator) =>
  text.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return words.getBoundingClientRect().width <= element.getBoundingClientRect().width + 0.02;
  });
/** Whether nothing lies over it: at its corners, a little inside, and in its middle. */
const isOnTop = (element: Locator) =>
  element.evaluate((shown) => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    const shares = [0.06, 0.5, 0.94];
    return shares.every((across) =>
      shares.every((down) => {
        const hit = document.elementFromPoint(left + across * width, top + down * height);
        return hit !== null && shown.contains(hit);
      }),
    );
  });

async function manyTimes(page: Page, post: Post): Promise<void> {
  await page.route(/\/api\/messages\?/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data = Array.from({ length: 121 }, (_, index) => ({ ...post, id: `${index}` }));
    await route.fulfill({ response: answer, json: body });
  });
}

test('360 px: the header, the sheet and the notice of demo mode', async ({ signIn }) => {
  const { page } = await signIn({ name: 'Nils', device, at: place, demoHelp: true });
  await page.goto('/');
  const help = page.locator('.shell-demo-help');
  await expect(help).toBeVisible();

  await test.step('nothing lies over the words about demo mode', async () => {
    await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeVisible();
    await expect(page.locator('.notifications-bell')).toBeVisible();
    await saveScreen(page, 'narrow-demo-help');
    expect(await isOnTop(help)).toBe(true);
    await page.getByRole('button', { name: 'Your menu' }).click();
    await expect(page.getByRole('menuitem').first()).toBeVisible();
    const entries = await page.getByRole('menuitem').all();
    await saveScreen(page, 'narrow-demo-menu');
    for (const entry of entries.slice(0, 6)) expect(await isOnTop(entry)).toBe(true);
    await page.getByRole('menu').press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    const [label, find] = await edgesOf(
      page.locator('.shell-demo-label'),
      page.getByRole('button', { name: 'Find me' }),
    );
    expect(liesApart(label, find)).toBe(true);
  });

  await test.step('the picture of who is signed in is its button', async () => {
    const [button, picture, header] = await edgesOf(
      page.locator('.identity-user-button'),
      page.locator('.identity-user-button .avatar'),
      page.locator('.shell-header'),
    );
    expect(picture).toEqual(button);
    expect(header.right - button.right).toBeGreaterThanOrEqual(8);
  });
});

test('beside the panel the notice of demo mode leaves the names of those whose map it is uncovered', async ({
  signIn,
}) => {
  const { page } = await signIn({ name: 'Nora', device: desktop, at: place, demoHelp: true });
  for (const width of [768, 1023, 1024, 1152, 1280, 1440, 1599, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await mapReady(page);
    await expect(page.locator('.shell-demo-help')).toBeVisible();
    const [label, help, credits] = await edgesOf(
      page.locator('.shell-demo-label'),
      page.locator('.shell-demo-help'),
      page.locator('.map-legend'),
    );
    expect([liesApart(label, credits), liesApart(help, credits)], `${width} px`).toEqual([true, true]);
  }
});

test('whose map it is can be read whole where a small button opens it', async ({ signIn }) => {
  const { page } = await signIn({ name: 'Nora', device: desktop, at: place });
  for (const width of [320, 390, 767, 768, 900, 1023]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await mapReady(page);
    const credits = page.locator('.map-attribution-narrow');
    await credits.locator('summary').click();
    await expect.poll(() => isOnTop(credits.locator('p')), { message: `${width} px` }).toBe(true);
  }
});

test('360 px: the words of the sheet are whole, however many posts there are', async ({
  signIn,
  somebody,
}) => {
  const someone = await somebody('Sigrid');
  await someone.saveProfile({ displayName: 'Sigrid', gender: 'F' });
  const post = await someone.post({ location: place, content: 'One of many' });
  const { page } = await signIn({ name: 'Olav', device, at: place });
  await manyTimes(page, post);
  await openMap(page, mapAtSea('narrow', 15));
  const tabs = page.locator('.map-page-switch .seg > label');
  await expect(tabs.first()).toContainText('121');
  await saveScreen(page, 'narrow-sheet');
  for (const tab of await tabs.all()) expect(await isWhole(tab.locator('.ell'))).toBe(true);
});

for (const language of ['en-US', 'ja-JP'] as const) {
  test(`360 px: the lines of an open post are whole, and what one says is shown, ${language}`, async ({
    signIn,
    somebody,
  }) => {
    const author = await somebody('Ingrid');
    await author.saveProfile({ displayName: 'Ingrid', gender: 'F' });
    const post = await author.post({
      location: place,
      content: 'Soon over',
      imageUrls: [dataUrl(await pngBytes(40))],
      expiresAt: new Date(Date.now() + 60 * 60 * 1000).toISOString(),
    });
    const says = (content: string) =>
      author.get(addComment, { body: { messageId: post.id, userId: author.id, content, parentId: null } });
    for (const content of ['One', 'Two', 'Three']) await says(content);
    const { page } = await signIn({ name: 'Per', device, at: place, options: { locale: language } });
    await page.goto(`/post/${post.id}`);
    const open = page.locator('.post-detail');
    const meta = open.locator('.posts-header .meta');
    const [badge, line] = await edgesOf(open.locator('.posts-header .pill'), meta);
    await saveScreen(page, `narrow-post-${language}`);
    expect(badge.right).toBeLessThanOrEqual(line.right);
    // One line for when and where, one for its end.
    expect(line.bottom - line.top).toBeLessThan(50);
    const buttons = await open.locator('header .iconbtn').all();
    expect(buttons).toHaveLength(4);
    expect(new Set((await edgesOf(...buttons)).map(middleOf)).size).toBe(1);

    // What one says comes into sight, what others say waits.
    const field = open.locator('.post-detail-answer input');
    await says('Four');
    await expect(open.getByText('Four', { exact: true })).toBeAttached();
    await expect(open.getByText('Four', { exact: true })).not.toBeInViewport();
    await field.fill('Here I am');
    await field.press('Enter');
    await expect(open.getByText('Here I am')).toBeInViewport({ ratio: 1 });
  });
}

test('360 px: what can be done with a post stands in one line, in a list and in a question', async ({
  signIn,
  somebody,
  personOf,
}) => {
  const soon = { expiresAt: new Date(Date.now() + 60 * 60 * 1000).toISOString(), location: place };
  const author = await somebody('Astrid');
  await author.saveProfile({ displayName: 'Astrid', gender: 'F' });
  const post = await author.post({ ...soon, content: 'Liked by many' });
  for (const [index, reactionType] of (['AGREE', 'HEART', 'LAUGH'] as const).entries()) {
    const reader = await somebody(`Reader ${index}`);
    await reader.get(addReaction, { body: { messageId: post.id, userId: reader.id, reactionType } });
  }
  const person = await signIn({ name: 'Knut', device, at: place });
  const { page } = person;
  await (await personOf(person)).post({ ...soon, content: 'My own' });

  await test.step('the bookmark ends the line of the counts, however many labels there are', async () => {
    await page.goto(`/profile/${author.id}`);
    const foot = page.getByRole('article').filter({ hasText: 'Liked by many' }).locator('.posts-foot');
    await saveScreen(page, 'narrow-foot');
    const [counts, bookmark] = await edgesOf(foot.locator('.num').first(), foot.getByRole('button'));
    expect(middleOf(bookmark)).toBeCloseTo(middleOf(counts), -1);
  });

  await test.step('all five reactions stand beside each other on 320 pixels', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`/post/${post.id}`);
    await page.getByRole('button', { name: 'Add reaction' }).click();
    const picker = page.locator('.reactions-picker');
    await expect(picker.getByRole('button')).toHaveCount(5);
    const [needed_px, shown_px] = await picker.evaluate((each) => [each.scrollWidth, each.clientWidth]);
    expect(needed_px).toBeLessThanOrEqual(shown_px!);
    await page.setViewportSize(small);
  });

  await test.step('what can be done with an own post begins where its counts do', async () => {
    await page.goto('/my-posts');
    const foot = page.getByRole('article').locator('.posts-foot');
    await expect(foot.getByRole('button')).toHaveCount(2);
    const [edit, remove, counts] = await edgesOf(
      foot.getByRole('button').first(),
      foot.getByRole('button').last(),
      foot.locator('.num').first(),
    );
    await saveScreen(page, 'narrow-own');
    expect(remove.top).toBeCloseTo(edit.top, 0);
    const inset_px = 8;
    expect(edit.left + inset_px).toBeCloseTo(counts.left, 0);
  });

  await test.step('title and text of a question begin at the same edge', async () => {
    await page.getByRole('button', { name: 'Delete this message' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this message' });
    const [text, heading] = await edgesOf(question.getByText('Are you sure'), question.getByRole('heading'));
    expect(heading.left).toBeCloseTo(text.left, 0);
  });
});

for (const width of [360, 390]) {
  test(`${width} px: what ends at the right of the settings ends in two lines, frames and what is in them`, async ({
    signIn,
    guard,
  }) => {
    guard.expect(/ERR_FAILED .*\/api\/account\/export$/);
    const { page } = await signIn({ name: 'Frida', device });
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/my-posts');
    await page.getByRole('button', { name: 'Your menu' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const settings = page.getByRole('dialog', { name: 'Settings' });
    await settings.getByLabel('Quiet hours').click();
    await expect(settings.getByLabel('To', { exact: true })).toBeVisible();
    await page.route('**/api/account/export', (route) => route.abort());
    await settings.getByRole('button', { name: 'Download', exact: true }).click();
    await expect(settings.getByRole('alert')).toBeVisible();
    await saveScreen(page, `narrow-settings-${width}`);

    const ends = (selector: string) =>
      settings
        .locator(selector)
        .evaluateAll((all) => all.map((each) => [each.className, each.getBoundingClientRect().right]));
    const padding = 16;
    const frames = await ends(
      '.body > .note, .profiles-settings-option, .seg, .blocks-entry, .notifications-rows, .identity-account-rows',
    );
    const controls = await ends(
      '.blocks-entry > .btn, .switch, .notifications-quiet-times > :last-child > .input, .identity-account-row > .btn',
    );
    for (const [name, right] of frames) expect.soft(right, `${name}`).toBeCloseTo(width - padding, 1);
    for (const [name, right] of controls) expect.soft(right, `${name}`).toBeCloseTo(width - 2 * padding, 1);
  });
}

for (const [colorScheme, surface] of [
  ['light', [255, 255, 255]],
  ['dark', [38, 41, 34]],
] as const) {
  test(`a low window: the menu is shaded where it goes on, ${colorScheme}`, async ({ signIn }) => {
    const { page } = await signIn({ name: 'Gerda', device, options: { colorScheme } });
    await page.goto('/my-posts');
    const menu = page.getByRole('menu', { name: 'Your menu' });
    /** Share of the padding at an edge of the menu that is as bright as the rest; the pixels of both do not quite fit. */
    const plain = async (edge: 'top' | 'bottom') => {
      const [{ left, right, top, bottom }] = await edgesOf(menu);
      const y = edge === 'top' ? top + 2 : bottom - 6;
      return shareOfColour(page, surface, { x: left + 32, y, width: right - left - 64, height: 4 });
    };
    for (const viewport of [small, { width: 1440, height: 500 }]) {
      await page.setViewportSize(viewport);
      await page.getByRole('button', { name: 'Your menu' }).click();
      await saveScreen(page, `narrow-menu-${viewport.width}-${colorScheme}`);
      expect(await plain('top')).toBeGreaterThan(0.95);
      expect(await plain('bottom')).toBeLessThan(0.2);
      await menu.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await saveScreen(page, `narrow-menu-end-${viewport.width}-${colorScheme}`);
      expect(await plain('top')).toBeLessThan(0.2);
      expect(await plain('bottom')).toBeGreaterThan(0.95);
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
    }

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Your menu' }).click();
    await saveScreen(page, `narrow-menu-whole-${colorScheme}`);
    expect(await plain('top')).toBeGreaterThan(0.95);
    expect(await plain('bottom')).toBeGreaterThan(0.95);
  });
}

for (const viewport of [small, { width: 390, height: 844 }]) {
  test(`${viewport.width} px: notices lie between the bars of a dialog that fills the screen`, async ({
    signIn,
    guard,
  }) => {
    guard.expect(/(413|500) .*\/api\/messages$/);
    const { page } = await signIn({ name: 'Hedda', device, at: place });
    await page.setViewportSize(viewport);
    await page.goto('/');
    const dialog = await openComposer(page);
    await dialog.getByLabel('Your message').fill('Refused again and again');
    for (const [status, shown] of [
      [413, 'Image files are too large'],
      [500, 'Something went wrong'],
    ] as const) {
      await page.route('**/api/messages', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({
              status,
              json: { success: false, code: 'INTERNAL', error: 'Something went wrong' },
            })
          : route.fallback(),
      );
      await dialog.getByRole('button', { name: 'Post', exact: true }).click();
      const notice = page.locator('.toast', { hasText: shown });
      await expect(notice).toBeVisible();
      await saveScreen(page, `narrow-notice-${status}-${viewport.width}`);
      for (const bar of ['header', 'footer']) {
        const [edges, shownAt, firstAt] = await edgesOf(
          dialog.locator(`> ${bar}`),
          notice,
          page.locator('.toast').first(),
        );
        expect(liesApart(shownAt, edges), bar).toBe(true);
        // At the top, where nothing is that comes next: right below the bar with the close button.
        const below_px = firstAt.top - edges.bottom;
        if (bar === 'header') expect(below_px).toBeLessThan(16);
      }
    }
  });
}

test('whoever signs in on a narrow page is told so within its header', async ({ signIn, openBrowser }) => {
  const widths = [320, 360, 390, 480, 560];
  const locale = 'ja-JP';
  const staysWithin = async (page: Page, state: 'loading' | 'success') => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 640 });
      const button = page.locator(`.shell-header .btn[data-state=${state}]`);
      const [header, shown] = await edgesOf(page.locator('.shell-header'), button);
      expect(shown.right, `${state}, ${width} px`).toBeLessThanOrEqual(header.right);
    }
  };
  const visitor = await openBrowser({ device, options: { locale } });
  // The page stays while the provider is asked for: nothing comes in its place.
  await visitor.route('**/api/auth/sign-in?*', (route) => route.fulfill({ status: 204 }));
  await visitor.goto('/terms-policy');
  await visitor.locator('.shell-header .btn[data-state=idle]').click({ noWaitAfter: true });
  await staysWithin(visitor, 'loading');

  const { page } = await signIn({ name: 'Ragnhild', device, options: { locale } });
  await page.addInitScript((key) => {
    sessionStorage.setItem(key, '1');
    const later = window.setTimeout;
    // The moment of success stays until it has been looked at.
    window.setTimeout = ((run: () => void, ms?: number) => later(run, ms === 1200 ? 60_000 : ms)) as never;
  }, 'dazi.signingIn');
  await page.goto('/terms-policy');
  await staysWithin(page, 'success');
});

test('320 px: a day and a time are whole beside each other', async ({ signIn }) => {
  const { page } = await signIn({ name: 'Olav', device, at: place });
  await page.setViewportSize({ width: 320, height: 640 });
  await openMap(page);
  await page.locator('.map-page-switch').getByText('Soon', { exact: true }).click();
  await page.getByRole('button', { name: 'Make a plan' }).first().click();
  const fields = page.locator('.plans-form').locator('input[type=date], input[type=time]');
  await page.locator('.plans-days').getByRole('button', { name: 'Day', exact: true }).click();
  await expect(fields).toHaveCount(2);
  for (const field of await fields.all()) {
    const [inside_px, shown_px] = await field.evaluate((each) => [each.scrollWidth, each.clientWidth]);
    expect(inside_px).toBeLessThanOrEqual(shown_px!);
  }
});

/** Whether a finger meets it anywhere in 44 pixels around its middle. */
const takesAFinger = (element: Locator) =>
  element.evaluate((shown) => {
    const { left, top, width, height } = shown.getBoundingClientRect();
    return [-21, 0, 21].every((off) => {
      const beside = document.elementFromPoint(left + width / 2 + off, top + height / 2);
      const above = document.elementFromPoint(left + width / 2, top + height / 2 + off);
      return shown.contains(beside) && shown.contains(above);
    });
  });

test('links, tabs and ways to try again are as large as a finger', async ({ signIn, guard }) => {
  guard.expect(/net::ERR_FAILED/);
  const { page } = await signIn({ name: 'Olav', device, at: { latitude: 37.77, longitude: -122.45 } });
  await page.addInitScript(() => localStorage.setItem('dazi.language', 'ja'));
  await page.goto('/profile');
  expect(await takesAFinger(page.locator('.shell-page-back'))).toBe(true);
  const tabs = page.getByRole('tab');
  await tabs.first().scrollIntoViewIfNeeded();
  for (const tab of await tabs.all()) expect(await takesAFinger(tab)).toBe(true);
  const ownPosts = page.getByRole('link', { name: '自分の投稿' });
  await page.goto('/');
  await expect(page.locator('.map-page article').first()).toBeVisible();
  expect(await takesAFinger(ownPosts)).toBe(true);
  await page.route(/\/api\/messages\?/, (route) => route.abort());
  // Where nothing was seen before there is nothing to show instead.
  await page.goto('/?map=14/-37.77/122.45');
  expect(await takesAFinger(page.getByRole('button', { name: 'もう一度試す' }))).toBe(true);
  expect(await takesAFinger(ownPosts)).toBe(true);
});
