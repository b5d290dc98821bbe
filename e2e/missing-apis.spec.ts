import { bubble, field, openRoom, write } from './chatting.ts';
import { live } from './live-news.ts';
import { mapReady, walkTo } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** What browsers are without: older than these, hardened, locked down, or by plain http. Each is one of the window. */
const missing = [['BroadcastChannel']] as const;

/** Runs in the page, before its scripts. */
function takeAway(paths: readonly string[]): void {
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop()!;
    let owner = names.reduce((at, name) => (at as Record<string, unknown>)?.[name], window as unknown);
    // It may be the prototype's.
    while (owner && !Object.hasOwn(owner, last)) owner = Object.getPrototypeOf(owner);
    if (owner) Reflect.deleteProperty(owner, last);
  }
}

for (const names of missing) {
  test(`without ${names.join(', ')} people write, read and find their settings`, async ({
    signIn,
    personOf,
    somebody,
  }) => {
    const rosa = await signIn({ name: 'Rosa' });
    const ben = await somebody('Ben');
    const room = await openRoom([await personOf(rosa), ben], 'Old browsers');
    const { page } = rosa;
    await page.addInitScript(takeAway, names);
    await page.goto(`/messages/${room.conversationId}`);
    await expect(field(page)).toBeVisible();
    const left = names.filter((path) =>
      path.split('.').reduce((at, name) => (at as Record<string, unknown>)?.[name], {} as unknown),
    );
    expect(left).toEqual([]);
    const sent = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith(room.conversationId),
    );
    await write(page, 'Written here');
    await expect(bubble(page, 'Written here')).toBeVisible();
    expect((await sent).ok()).toBe(true);
    await walkTo(page, '/messages');
    await expect(page.locator('.conversations-live')).toHaveText('Live', live);
    await walkTo(page, '/?map=13/37.7699/-122.4468');
    await mapReady(page);
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.getByRole('button', { name: 'Notifications', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });
}
