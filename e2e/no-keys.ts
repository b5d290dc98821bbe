import { expect, type Page } from '@playwright/test';
import { en } from '../web/src/app/texts/en.ts';

const areas = Object.keys(en).join('|');
const rawKey = new RegExp(`(?:^|\\s)(?:${areas})(?:\\.[a-z][A-Za-z]+)+(?:$|\\s)`, 'm');

/** Nothing that is read or heard is a key, or a part that was not filled. */
export async function expectNoKeys(page: Page): Promise<void> {
  const said = await page.evaluate(() => {
    const heard = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap(
      (element) =>
        ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...heard].join('\n');
  });
  expect(said).not.toMatch(rawKey);
  expect(said).not.toMatch(/\{\w+\}/);
}
