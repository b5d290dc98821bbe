import { expect, type Page } from '@playwright/test';
import type { en } from '../../web/src/platform/i18n/en.ts';
import type { ja } from '../../web/src/platform/i18n/ja.ts';
import type { zh } from '../../web/src/platform/i18n/zh.ts';
import { mapReady } from '../screens.ts';

export type Words = typeof en | typeof ja | typeof zh;

export interface Screen {
  name: string;
  who: 'visitor' | 'person';
  /** Brings the page from anywhere to the screen. */
  open(page: Page, words: Words): Promise<void>;
}

const townPost = 'Board games at the café';

/** Over the demo town, wherever the map was left before. */
async function openHome(page: Page): Promise<void> {
  await page.goto('/?map=14/37.77/-122.45');
  await mapReady(page);
  await expect(page.getByRole('article').first()).toBeVisible();
}

async function openMenu(page: Page, words: Words): Promise<void> {
  await openHome(page);
  await page.getByRole('button', { name: words.identity.menu }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

async function openComposer(page: Page, words: Words): Promise<void> {
  await openHome(page);
  await page.locator('.header').getByRole('button', { name: words.app.post, exact: true }).click();
  await expect(page.getByRole('dialog', { name: words.posts.composer.title })).toBeVisible();
}

async function openTownPost(page: Page): Promise<void> {
  await openHome(page);
  await page.getByRole('article').filter({ hasText: townPost }).locator('.post-open').click();
  await expect(page.locator('.comments li').first()).toBeVisible();
}

/** A page that shows what it has once nothing in it is busy. */
const plainPage = (path: string) => async (page: Page) => {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeAttached();
  await expect(page.locator('[aria-busy=true], .spin')).toHaveCount(0);
};

/** Every screen there is. Whoever adds one adds a line here. */
export const screens: readonly Screen[] = [
  {
    name: 'landing',
    who: 'visitor',
    open: async (page, words) => {
      await page.goto('/');
      await expect(page.getByRole('button', { name: words.app.welcome.enter })).toBeVisible();
    },
  },
  {
    name: 'landing-policy',
    who: 'visitor',
    open: async (page, words) => {
      await page.goto('/');
      await page.getByRole('button', { name: words.app.welcome.locationDataUsage }).click();
      await expect(page.getByRole('dialog').locator('.policy-text')).toBeVisible();
    },
  },
  {
    name: 'map-as-visitor',
    who: 'visitor',
    open: async (page, words) => {
      await page.goto('/');
      await page.getByRole('button', { name: words.app.welcome.enter }).click();
      await mapReady(page);
      await expect(page.getByRole('article').first()).toBeVisible();
    },
  },
  { name: 'my-posts-as-visitor', who: 'visitor', open: plainPage('/my-posts') },
  { name: 'demo-sign-in', who: 'visitor', open: plainPage('/api/auth/sign-in?returnTo=/') },

  { name: 'map', who: 'person', open: openHome },
  {
    name: 'map-popover',
    who: 'person',
    open: async (page) => {
      await page.goto('/?map=17/37.7699/-122.4468');
      await mapReady(page);
      await page.locator('[data-pin-id]').first().press('Enter');
      await expect(page.locator('.map-popover')).toBeVisible();
    },
  },
  {
    name: 'map-world',
    who: 'person',
    open: async (page) => {
      await page.goto('/?map=2/30.00/10.00');
      await mapReady(page);
    },
  },
  {
    name: 'filters',
    who: 'person',
    open: async (page, words) => {
      await openHome(page);
      await page.getByRole('button', { name: words.discovery.filters }).click();
      await page.getByLabel(words.discovery.keywords).fill('coffee');
    },
  },
  { name: 'menu', who: 'person', open: openMenu },
  {
    name: 'settings',
    who: 'person',
    open: async (page, words) => {
      await openMenu(page, words);
      await page.getByRole('menuitem', { name: words.app.settings }).click();
      await expect(page.getByRole('dialog', { name: words.app.settings })).toBeVisible();
    },
  },
  { name: 'composer', who: 'person', open: openComposer },
  {
    name: 'composer-refusing',
    who: 'person',
    open: async (page, words) => {
      await openComposer(page, words);
      const dialog = page.getByRole('dialog', { name: words.posts.composer.title });
      await dialog.getByRole('button', { name: words.posts.composer.submit, exact: true }).click();
      await expect(dialog.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'post', who: 'person', open: openTownPost },
  {
    name: 'lightbox',
    who: 'person',
    open: async (page) => {
      await openTownPost(page);
      await page.locator('.post-detail :is(.gallery, .pics) button').first().click();
      await expect(page.locator('.lightbox')).toBeVisible();
    },
  },
  { name: 'my-posts', who: 'person', open: plainPage('/my-posts') },
  { name: 'terms', who: 'person', open: plainPage('/terms-policy') },
  { name: 'nothing-here', who: 'person', open: plainPage('/nowhere') },
];
