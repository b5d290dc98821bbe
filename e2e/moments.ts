import type { Page } from '@playwright/test';

/**
 * What stands there for a moment only may be over before a busy machine looks: the page itself notes what it said, from
 * now on, in this and the next documents. Answers what the current one has noted.
 */
export async function noteMoments(page: Page, selector: string): Promise<() => Promise<string[]>> {
  const note = (looked: string) => {
    const said = new Set<string>();
    Object.assign(window, { saidForAMoment: said });
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll(looked)) said.add(textContent!.trim());
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  };
  await page.addInitScript(note, selector);
  await page.evaluate(note, selector);
  return () =>
    page.evaluate(() => [...(window as unknown as { saidForAMoment: Set<string> }).saidForAMoment]);
}
