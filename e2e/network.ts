import { expect, type Page, type Request } from '@playwright/test';

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

/** Follows what a page asks the server, from its first question on. */
export function callsOf(page: Page) {
  let begun = 0;
  const open = new Set<Request>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The stream has no end.
    if (!pathname.startsWith('/api/') || pathname.endsWith('/events')) return;
    begun++;
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return {
    /** All of it is answered, and nothing follows within a second of the page's own, which is longer while it is busy. */
    async settled(): Promise<void> {
      for (let seen = -1; seen !== begun || open.size > 0; ) {
        seen = begun;
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
      }
    },
  };
}
