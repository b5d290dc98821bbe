import { expect, type Page } from '@playwright/test';

/** Answered by nobody; the guard knows that it fails. */
export const probePath = '/api/is-there-a-network';

const reaches = (page: Page) =>
  page.evaluate(
    (path) =>
      fetch(path, { cache: 'no-store' }).then(
        () => true,
        () => false,
      ),
    probePath,
  );

/**
 * Takes the network from all pages beside this one, too. The browser says that it is gone before what loads its files knows:
 * what a busy machine asks in that moment is still answered, so that it is waited for.
 */
export async function cutOff(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect.poll(() => reaches(page)).toBe(false);
}
