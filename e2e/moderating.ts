import { expect, type Locator, type Page } from '@playwright/test';

/**
 * What a page may be refused whose person is put out while it is open, or before it has read who they are: the own
 * posts, and what every page asks for beside its own. Anything else it must not ask for.
 */
export const putOut =
  /40[13] .*\/api\/(messages|blocks|notifications(\/settings)?|conversations(\/(unread|events))?)(\?\S*)?$/;

/** The case about what says this, in the list of moderators. */
export const caseRow = (page: Page, text: string): Locator =>
  page.locator('a.moderation-queue-row').filter({ hasText: text });

/** Opens a case, which is the moderator's from then on. */
export async function openCase(page: Page, text: string): Promise<Locator> {
  await page.goto('/moderation');
  await caseRow(page, text).click();
  const opened = page.locator('.moderation-queue-case');
  await expect(opened).toBeVisible();
  await expect(opened.getByText(/^You have it until/)).toBeVisible();
  return opened;
}

interface Decided {
  action: 'Dismiss' | 'Warn' | 'Remove' | 'Limit' | 'Suspend';
  /** The button that does it, where it says more than the action. */
  button?: string | RegExp;
  /** Its beginning, as the choice shows it. */
  rule?: string;
  /** The number of a rule, where none is offered or another is meant. */
  chooses?: string;
  reason?: string;
  removesToo?: boolean;
}

/** Fills in the decision about the open case, and sends it. */
export async function decide(page: Page, decided: Decided): Promise<void> {
  const { action, button, rule, chooses, reason, removesToo } = decided;
  const form = page.locator('.moderation-queue-form');
  await form.getByRole('radio', { name: action }).check();
  if (rule) await expect(form.getByLabel('Rule', { exact: true }).locator('option:checked')).toHaveText(rule);
  if (chooses) await form.getByLabel('Rule', { exact: true }).selectOption(chooses);
  if (reason) await form.getByLabel('Reason, as they will read it').fill(reason);
  if (removesToo) await form.getByRole('switch', { name: 'Remove what was reported too' }).check();
  await form.getByRole('button', { name: button ?? action }).click();
  const said = action === 'Dismiss' ? 'Reports dismissed' : 'Decided.';
  await expect(page.locator('.toast', { hasText: said })).toBeVisible();
}
