import { expect, type Page } from '@playwright/test';
import type { Screen, Words } from './screen.ts';

async function openGovernance(page: Page, words: Words): Promise<void> {
  await page.goto('/terms-policy');
  await page.locator('.shell-header').getByRole('button', { name: words.app.governance }).click();
  await expect(page.locator('.governance-rule').first()).toBeVisible();
}

const tabs = ['rules', 'board', 'resolutions', 'records'] as const;

async function openTab(page: Page, words: Words, tab: (typeof tabs)[number]): Promise<void> {
  await openGovernance(page, words);
  await page.getByRole('dialog').getByRole('tab').nth(tabs.indexOf(tab)).click();
}

/** Rules, board, motions and records, as those see them who have no seat. */
export const governanceScreens: readonly Screen[] = [
  { name: 'governance-rules', who: 'person', open: openGovernance },
  {
    name: 'governance-board',
    who: 'person',
    open: async (page, words) => {
      await openTab(page, words, 'board');
      await expect(page.locator('.governance-seat')).toHaveCount(12);
    },
  },
  {
    name: 'governance-resolutions',
    who: 'person',
    open: async (page, words) => {
      await openTab(page, words, 'resolutions');
      await expect(page.locator('.governance-motion').first()).toBeVisible();
      await page.locator('.governance-decided').last().locator('summary').click();
    },
  },
  {
    name: 'governance-records',
    who: 'visitor',
    open: async (page, words) => {
      await openTab(page, words, 'records');
      await expect(page.locator('.governance-record').first()).toBeVisible();
    },
  },
  {
    name: 'governance-verified',
    who: 'visitor',
    open: async (page, words) => {
      await openTab(page, words, 'records');
      await page.getByRole('button', { name: words.governance.chain.verify }).click();
      await expect(page.getByText(words.governance.chain.good)).toBeVisible();
    },
  },
  {
    name: 'governance-records-failed',
    who: 'visitor',
    open: async (page, words) => {
      await page.route('**/voting-records*', (route) => route.abort());
      await openTab(page, words, 'records');
      await expect(page.getByRole('button', { name: words.ui.tryAgain })).toBeVisible();
    },
  },
];
