import { expect, type Page } from '@playwright/test';
import { mapReady } from '../screens.ts';
import { failingScreens } from './failing-screens.ts';
import { governanceScreens } from './governance-screens.ts';
import { messageScreens } from './message-screens.ts';
import { miniAppScreens } from './mini-app-screens.ts';
import { peopleScreens } from './people-screens.ts';
import { planScreens } from './plan-screens.ts';
import { roomScreens } from './room-screens.ts';
import { openHome, openMenu, openPlain, openPost, openSettings, type Screen, type Words } from './screen.ts';
import { walletScreens } from './wallet-screens.ts';

const townPost = 'Board games at the café';

async function openComposer(page: Page, words: Words): Promise<void> {
  await openHome(page);
  await page.locator('.shell-header').getByRole('button', { name: words.app.post, exact: true }).click();
  await expect(page.getByRole('dialog', { name: words.posts.composer.title })).toBeVisible();
}

async function openTownPost(page: Page): Promise<void> {
  await openHome(page);
  await page.getByRole('article').filter({ hasText: townPost }).locator('.entry-open').click();
  await expect(page.locator('.comments li').first()).toBeVisible();
}

/** The map, posts and plain pages. */
const placeScreens: readonly Screen[] = [
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
  {
    name: 'soon-as-visitor',
    who: 'visitor',
    open: async (page, words) => {
      await page.goto('/');
      await page.getByRole('button', { name: words.app.welcome.enter }).click();
      await mapReady(page);
      await page.getByRole('radio', { name: words.plans.tab }).click();
      await expect(page.getByRole('heading', { name: words.plans.empty.near })).toBeVisible();
    },
  },
  { name: 'my-posts-as-visitor', who: 'visitor', open: (page) => openPlain(page, '/my-posts') },
  {
    name: 'demo-sign-in',
    who: 'visitor',
    open: async (page) => {
      const language = await page.evaluate(() => navigator.language.slice(0, 2));
      await openPlain(page, `/api/auth/sign-in?returnTo=/&language=${language}`);
    },
  },

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
  { name: 'settings', who: 'person', open: openSettings },
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
      await page.locator('.post-detail :is(.posts-gallery, .posts-pictures) button').first().click();
      await expect(page.locator('.media-lightbox')).toBeVisible();
    },
  },
  {
    name: 'post-own',
    who: 'person',
    open: (page, _words, { ownPostId }) => openPost(page, ownPostId),
  },
  {
    name: 'post-edit',
    who: 'person',
    open: async (page, words, { ownPostId }) => {
      await openPost(page, ownPostId);
      await page.getByRole('button', { name: words.posts.edit.action, exact: true }).click();
      await expect(page.getByRole('dialog', { name: words.posts.edit.title })).toBeVisible();
    },
  },
  {
    name: 'post-delete',
    who: 'person',
    open: async (page, words, { ownPostId }) => {
      await openPost(page, ownPostId);
      await page.getByRole('button', { name: words.posts.delete }).click();
      await expect(page.getByText(words.posts.deleteQuestion)).toBeVisible();
    },
  },
  {
    name: 'post-video',
    who: 'person',
    open: async (page, _words, { videoPostId }) => {
      await openPost(page, videoPostId);
      await expect(page.locator('.post-detail .play-mark').first()).toBeVisible();
    },
  },
  {
    name: 'lightbox-video',
    who: 'person',
    open: async (page, _words, { videoPostId }) => {
      await openPost(page, videoPostId);
      await page.locator('.post-detail :is(.posts-gallery-picture, .posts-pictures) img').last().click();
      await expect(page.locator('.media-lightbox')).toBeVisible();
      await page.keyboard.press('Home');
      await expect(page.locator('.media-lightbox video')).toBeVisible();
    },
  },
  {
    name: 'shortcuts',
    who: 'person',
    open: async (page, words) => {
      await openHome(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: words.map.shortcuts.title })).toBeVisible();
    },
  },
  {
    name: 'introduction',
    who: 'newcomer',
    open: async (page, words) => {
      await page.goto('/');
      await expect(page.getByRole('dialog', { name: words.profiles.intro.title })).toBeVisible();
    },
  },
  {
    name: 'first-post',
    who: 'newcomer',
    open: async (page, words) => {
      await page.goto('/?map=14/41.15/-8.61');
      const introduction = page.getByRole('dialog', { name: words.profiles.intro.title });
      await introduction.getByRole('button', { name: words.profiles.intro.save }).click();
      await expect(introduction).toBeHidden();
      await page.locator('.shell-header').getByRole('button', { name: words.app.post, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: words.posts.composer.title });
      await dialog.getByLabel(words.posts.composer.text).fill('Hello, neighbours');
      await dialog.getByRole('button', { name: words.posts.composer.submit, exact: true }).click();
      await expect(page.getByRole('dialog', { name: words.posts.celebration.title })).toBeVisible();
    },
  },
  { name: 'my-posts', who: 'person', open: (page) => openPlain(page, '/my-posts') },
  { name: 'terms', who: 'person', open: (page) => openPlain(page, '/terms-policy') },
  { name: 'nothing-here', who: 'person', open: (page) => openPlain(page, '/nowhere') },
];

/** Every screen there is. Whoever adds one adds a line here or in its list. */
export const screens: readonly Screen[] = [
  ...placeScreens,
  ...peopleScreens,
  ...planScreens,
  ...roomScreens,
  ...messageScreens,
  ...walletScreens,
  ...governanceScreens,
  ...miniAppScreens,
  ...failingScreens,
];
