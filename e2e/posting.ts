import { expect, type Locator, type Page } from '@playwright/test';

export const composer = (page: Page): Locator => page.getByRole('dialog', { name: 'New post' });
export const celebration = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Your first post is on the map' });
/** A post in the list beside the map. */
export const card = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text });
export const detail = (page: Page, author: string): Locator =>
  page.locator('.post-detail').and(page.getByRole('dialog', { name: `Post by ${author}` }));

export async function openComposer(page: Page): Promise<Locator> {
  await page.locator('.shell-header').getByRole('button', { name: 'Post', exact: true }).click();
  await expect(composer(page)).toBeVisible();
  return composer(page);
}

/** Pressed twice it is posted once. */
export async function publish(page: Page): Promise<void> {
  await composer(page).getByRole('button', { name: 'Post', exact: true }).dblclick();
  await expect(composer(page)).toBeHidden();
}

export async function openDetail(page: Page, author: string, text: string): Promise<Locator> {
  await card(page, text).locator('.entry-open').click();
  await expect(detail(page, author)).toBeVisible();
  return detail(page, author);
}
