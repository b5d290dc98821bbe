import { expect, type Page } from '@playwright/test';
import type { Scene } from './scene.ts';
import type { Screen, Words } from './screen.ts';

async function openApps(page: Page, appsId: string): Promise<void> {
  await page.goto(`/messages/${appsId}`);
  await expect(page.locator('.mini-apps-card').last()).toBeVisible();
  await expect(page.locator('.mini-apps-card[aria-busy=true], .spin')).toHaveCount(0);
}

const amongApps = (name: string, open: (page: Page, words: Words) => Promise<void>): Screen => ({
  name,
  who: 'person',
  open: async (page, words, { appsId }: Scene) => {
    await openApps(page, appsId);
    await open(page, words);
  },
});

async function openPicker(page: Page, words: Words): Promise<void> {
  await page.getByRole('button', { name: words.miniApps.add, exact: true }).click();
  await expect(page.locator('.mini-apps-offered').first()).toBeVisible();
}

async function openRanking(page: Page): Promise<void> {
  await page.locator('.mini-apps-result').first().getByRole('button').last().click();
  await expect(page.locator('.mini-apps-quiz-pair').first()).toBeVisible();
}

const cardOf = (page: Page, type: string) => page.locator(`.mini-apps-card[data-app="${type}"]`);

/** Cards in a conversation, and what they open. */
export const miniAppScreens: readonly Screen[] = [
  amongApps('mini-apps', async () => {}),
  amongApps('mini-app-picker', openPicker),
  amongApps('mini-app-none', async (page, words) => {
    await openPicker(page, words);
    await page.getByRole('searchbox').fill('zeppelin');
    await expect(page.locator('.dialog .empty')).toBeVisible();
  }),
  amongApps('mini-app-poll-form', async (page, words) => {
    await openPicker(page, words);
    await page.locator('.mini-apps-offered', { hasText: words.miniApps.apps.poll.name }).click();
    await expect(page.getByLabel(words.miniApps.poll.question, { exact: true })).toBeVisible();
  }),
  amongApps('mini-app-poll', async (page) => {
    await cardOf(page, 'poll').getByRole('button').last().click();
    await expect(page.locator('.mini-apps-poll-bars').first()).toBeVisible();
  }),
  amongApps('mini-app-meeting-point', async (page) => {
    await cardOf(page, 'meeting-point').getByRole('button').last().click();
    await expect(page.locator('.mini-apps-meeting-shared')).toBeVisible();
  }),
  amongApps('quiz-question', async (page, words) => {
    await page.getByRole('button', { name: words.miniApps.quiz.start }).click();
    await page.getByRole('radio').first().check();
  }),
  amongApps('quiz-ranking', openRanking),
  amongApps('quiz-comparison', async (page) => {
    await openRanking(page);
    await page.locator('.mini-apps-quiz-pair').first().click();
    await expect(page.locator('.mini-apps-quiz-details')).toBeVisible();
  }),
  {
    name: 'mini-apps-failed',
    who: 'person',
    open: async (page, words, { appsId }) => {
      await page.route('**/api/mini-apps/*', (route) => route.abort());
      await page.goto(`/messages/${appsId}`);
      const retry = page.getByRole('button', { name: words.miniApps.card.retry });
      await expect(retry.last()).toBeVisible({ timeout: 30_000 });
    },
  },
];
