import { expect, type Page } from '@playwright/test';
import type { Screen, Words } from './screen.ts';

async function openWallet(page: Page): Promise<void> {
  await page.goto('/wallet');
  await expect(page.locator('.wallet-row time').first()).toBeVisible();
}

async function search(page: Page, words: Words, text: string): Promise<void> {
  await openWallet(page);
  await page.getByRole('button', { name: words.wallet.sendMoney }).click();
  await page.getByRole('combobox').fill(text);
}

/** What somebody has, and what a group has. */
export const walletScreens: readonly Screen[] = [
  { name: 'wallet', who: 'person', open: openWallet },
  { name: 'wallet-new', who: 'administrator', open: openWallet },
  {
    name: 'wallet-search',
    who: 'person',
    open: async (page, words) => {
      await search(page, words, 'sketch');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'wallet-nobody',
    who: 'person',
    open: async (page, words) => {
      await search(page, words, 'zeppelin');
      await expect(page.locator('.wallet-none')).not.toBeEmpty();
    },
  },
  {
    name: 'wallet-refused',
    who: 'person',
    open: async (page, words) => {
      await search(page, words, 'sketch');
      await page.getByRole('option').first().click();
      await page.getByLabel(words.wallet.amount).fill('4000');
      await page.getByRole('button', { name: words.wallet.sendNow, exact: true }).click();
      await expect(page.getByRole('alert')).toHaveText(words.errors.INSUFFICIENT_BALANCE);
    },
  },
  {
    name: 'wallet-failed',
    who: 'person',
    open: async (page, words) => {
      await page.route('**/api/wallets?*', (route) => route.abort());
      await page.goto('/wallet');
      await expect(page.getByRole('button', { name: words.ui.tryAgain })).toBeVisible({ timeout: 30_000 });
    },
  },
  {
    name: 'group-wallet',
    who: 'person',
    open: async (page, words, { conversationId }) => {
      await page.goto(`/messages/${conversationId}`);
      await page.getByRole('button', { name: words.conversations.groupMenu.title }).click();
      await page.getByRole('button', { name: words.conversations.groupMenu.wallet }).click();
      await expect(page.getByRole('dialog').locator('.wallet-row time').first()).toBeVisible();
    },
  },
];
