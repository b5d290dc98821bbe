import { expect, type Page } from '@playwright/test';
import type { en } from '../../web/src/app/texts/en.ts';
import type { ja } from '../../web/src/app/texts/ja.ts';
import type { zh } from '../../web/src/app/texts/zh.ts';
import { mapReady } from '../screens.ts';
import type { Scene } from './scene.ts';

export type Words = typeof en | typeof ja | typeof zh;

export interface Screen {
  name: string;
  /** A newcomer has an account and nothing else; who leaves deletes theirs. */
  who: 'visitor' | 'person' | 'newcomer' | 'administrator' | 'leaver';
  /** Brings the page from anywhere to the screen. */
  open(page: Page, words: Words, scene: Scene): Promise<void>;
}

/** Over the demo town, wherever the map was left before. */
export async function openHome(page: Page): Promise<void> {
  await page.goto('/?map=14/37.77/-122.45');
  await mapReady(page);
  await expect(page.getByRole('article').first()).toBeVisible();
}

export async function openMenu(page: Page, words: Words): Promise<void> {
  await openHome(page);
  await page.getByRole('button', { name: words.identity.menu }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

export async function openSettings(page: Page, words: Words): Promise<void> {
  await openMenu(page, words);
  await page.getByRole('menuitem', { name: words.app.settings }).click();
  const dialog = page.getByRole('dialog', { name: words.app.settings });
  await expect(dialog.getByRole('button', { name: words.account.deletion.title })).toBeVisible();
}

/** A page that shows what it has once nothing in it is busy. */
export async function openPlain(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading').first()).toBeAttached();
  await expect(page.locator('[aria-busy=true], .spin')).toHaveCount(0);
}

/** A tab of the own profile; on a phone it lies below the rest. */
export async function openTab(page: Page, tab: string): Promise<void> {
  await openPlain(page, `/profile?tab=${tab}`);
  await page.locator('.people-profile-tabs').scrollIntoViewIfNeeded();
}

export async function openPost(page: Page, postId: string): Promise<void> {
  await page.goto(`/post/${postId}`);
  await expect(page.locator('.post-detail .posts-header')).toBeVisible();
  await expect(page.locator('[aria-busy=true], .spin')).toHaveCount(0);
}
