import type { Page } from '@playwright/test';
import { violations } from '../axe.ts';
import { misfits } from '../fitting.ts';
import { unfilledTexts, wordsOf } from '../no-keys.ts';
import type { Kind, Problem } from './finds.ts';

interface Look {
  kind: Kind;
  /** After each so many steps. */
  every: number;
  at(page: Page): Promise<string[]>;
}

/** What a program says instead of words. */
const noWords = [
  /.{0,30}\b(undefined|NaN|Infinity|null|Invalid Date)\b.{0,30}/,
  /.{0,30}\[object \w+\].{0,30}/,
  ...unfilledTexts,
];

async function textsWithoutWords(page: Page): Promise<string[]> {
  const said = await wordsOf(page);
  return noWords.flatMap((pattern) => pattern.exec(said)?.[0].trim() ?? []);
}

/** Nothing is drawn, or the last resort of a page whose drawing failed. */
const lostPages = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    if (document.body.innerText.trim() === '') return ['nothing is drawn'];
    const failure = document.querySelector<HTMLElement>('main.failure');
    return failure ? [`drawing failed: ${failure.innerText}`] : [];
  });

const brokenPictures = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.images]
      .filter((image) => image.complete && image.naturalWidth === 0 && image.src && image.checkVisibility())
      .map(({ src, className }) => `img.${className} ${src}`),
  );

/** Notices lie over what is below until they are gone: as long as one is there, it is not looked at. */
const whatDoesNotFit = async (page: Page): Promise<string[]> =>
  (await page.locator('.toast').count()) > 0 ? [] : misfits(page, '.map-filter-panel', '.part-failure .card');

const looks: readonly Look[] = [
  { kind: 'lost page', every: 1, at: lostPages },
  { kind: 'text', every: 1, at: textsWithoutWords },
  { kind: 'picture', every: 1, at: brokenPictures },
  { kind: 'misfit', every: 9, at: whatDoesNotFit },
  { kind: 'accessibility', every: 11, at: (page) => violations(page) },
];

/** How long a page may take until it is at rest. */
const restlessness_ms = { 'lost page': 6000, other: 1500 };

/** What is wrong with the page after a step, and still is when it has come to rest. */
export async function problemsOn(page: Page, step: number): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const { kind, at } of looks.filter((look) => step % look.every === 0)) {
    const atFirst = await at(page);
    if (atFirst.length === 0) continue;
    await page.waitForTimeout(kind === 'lost page' ? restlessness_ms[kind] : restlessness_ms.other);
    const still = await at(page);
    problems.push(...still.filter((what) => atFirst.includes(what)).map((what) => ({ kind, what })));
  }
  return problems;
}
