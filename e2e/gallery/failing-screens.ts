import { expect, type Page } from '@playwright/test';
import { openHome, openPlain, type Screen } from './screen.ts';

const lists = /\/api\/messages\?/;

/** Every answer to these addresses is lost, until the page goes on to the next screen. */
const lose = (page: Page, addresses: string | RegExp) => page.route(addresses, (route) => route.abort());

/** What people see when something is late, missing or wrong. */
export const failingScreens: readonly Screen[] = [
  {
    name: 'list-empty',
    who: 'person',
    open: async (page, words) => {
      await page.goto('/?map=12/-30.00/-20.00');
      await expect(page.getByText(words.discovery.noneHere)).toBeVisible();
    },
  },
  {
    name: 'list-waiting',
    who: 'person',
    open: async (page, words) => {
      await page.route(lists, () => {});
      await page.goto('/?map=14/37.62/-122.1');
      await expect(page.getByLabel(words.ui.loading).first()).toBeVisible();
    },
  },
  {
    name: 'list-failed',
    who: 'person',
    open: async (page, words) => {
      await lose(page, lists);
      await page.goto('/?map=14/37.62/-122.1');
      await expect(page.getByText(words.discovery.loadFailed)).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'nothing-passes-the-filters',
    who: 'person',
    open: async (page, words) => {
      await openHome(page);
      await page.getByRole('button', { name: words.discovery.filters }).click();
      await page.getByLabel(words.discovery.keywords).fill('zeppelin');
      await page.getByRole('button', { name: words.discovery.show, exact: true }).click();
      await expect(page.getByText(words.discovery.noneMatch)).toBeVisible();
    },
  },
  {
    name: 'my-posts-failed',
    who: 'person',
    open: async (page, words) => {
      await lose(page, lists);
      await page.goto('/my-posts');
      await expect(page.getByText(words.posts.listFailed)).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'map-error',
    who: 'person',
    open: async (page, words) => {
      await lose(page, '**/map/**');
      await page.goto('/?map=14/37.62/-122.1');
      await expect(page.getByText(words.map.builtInErrorTitle)).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'part-failed',
    who: 'person',
    open: async (page, words) => {
      await lose(page, '**/assets/TermsPage-*.js');
      await page.goto('/terms-policy');
      await expect(page.getByText(words.ui.part.failed)).toBeVisible();
    },
  },
  {
    name: 'dialog-failed',
    who: 'person',
    open: async (page, words) => {
      await lose(page, '**/assets/ShortcutsDialog-*.js');
      await openHome(page);
      await page.keyboard.press('?');
      await expect(page.getByText(words.ui.part.failed)).toBeVisible();
    },
  },
  {
    name: 'post-gone',
    who: 'person',
    open: async (page, words) => {
      await openPlain(page, '/post/nothing-there');
      await expect(page.getByText(words.posts.gone)).toBeVisible();
    },
  },
];
