import { expect, type Page } from '@playwright/test';
import { en } from '../web/src/app/texts/en.ts';

const areas = Object.keys(en).join('|');
/** The key of a text in its place, and a part of one that was not filled. */
export const unfilledTexts = [
  new RegExp(`(?:^|\\s)(?:${areas})(?:\\.[a-z][A-Za-z]+)+(?:$|\\s)`, 'm'),
  /\{\w+\}/,
];

/** What the page says, to be read or heard. */
export const wordsOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const heard = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap(
      (element) =>
        ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...heard].join('\n');
  });

/** Nothing that is read or heard is a key, or a part that was not filled. */
export async function expectNoKeys(page: Page): Promise<void> {
  const said = await wordsOf(page);
  for (const unfilled of unfilledTexts) expect(said).not.toMatch(unfilled);
}
