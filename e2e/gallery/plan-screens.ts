import { expect, type Page } from '@playwright/test';
import type { PlanScene } from './plan-scene.ts';
import type { Screen } from './screen.ts';

async function openPlan(page: Page, planId: string): Promise<void> {
  await page.goto(`/plan/${planId}`);
  await expect(page.locator('.plans-detail')).toBeVisible();
  await expect(page.locator('[aria-busy=true], .spin')).toHaveCount(0);
}

const standing = (name: string, of: keyof PlanScene): Screen => ({
  name: `plan-${name}`,
  who: 'person',
  open: (page, _words, { plans }) => openPlan(page, plans[of]),
});

/** A plan, by how one stands with it. */
export const planScreens: readonly Screen[] = [
  standing('hosted', 'hosted'),
  standing('open', 'open'),
  standing('asked', 'asked'),
  standing('waiting', 'waiting'),
  standing('going', 'going'),
  standing('called-off', 'calledOff'),
  {
    name: 'plans-soon',
    who: 'person',
    open: async (page, words) => {
      await page.goto('/?map=13/45.6495/13.7768');
      await page.getByRole('radio', { name: new RegExp(`^${words.plans.tab}`) }).click();
      await expect(page.locator('.plans-card').first()).toBeVisible();
    },
  },
];
