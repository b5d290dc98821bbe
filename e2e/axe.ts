import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import { expectNoKeys } from './no-keys.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(
    within: Element | Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown[]; html: string }[] }[] }>;
}

/** What depends on colours alone: the rules that a theme may break. */
const ofColours = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } };

/** What may lie over a screen. */
const overlays =
  '[role="dialog"], [role="alertdialog"], dialog[open], [role="menu"], .media-lightbox, .map-popover';

/** Of what lies on top, alone: the screen below it is looked at by itself, with nothing over it. */
export async function violations(page: Page, options: object = {}): Promise<string[]> {
  // Evaluated by the debugger, which the policy of the page does not hold back.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(
    async ([wanted, selector]) => {
      const { axe } = globalThis as unknown as { axe: Axe };
      const onTop = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility()).at(-1);
      const { violations: found } = await axe.run(onTop ?? document, {
        ...wanted,
        resultTypes: ['violations'],
      });
      return found.flatMap(({ id, nodes }) =>
        nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`),
      );
    },
    [options, overlays] as const,
  );
}

/** Fails with a line for each element that breaks a rule of axe, and on a text that is the key of one. */
export async function expectNoViolations(page: Page, screen: string): Promise<void> {
  await expectNoKeys(page);
  expect.soft(await violations(page), screen).toEqual([]);
}

/**
 * The same, and in the other theme what colours alone decide: that theme as its colours, without turning the map, whose
 * picture has no say here and takes a second to draw. The page is left in it; the next screen is looked at the other
 * way round.
 */
export async function expectNoViolationsInEitherTheme(page: Page, screen: string): Promise<void> {
  await expectNoViolations(page, screen);
  const other = await page.evaluate(() => {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme
      ? dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches;
    dataset.theme = isDark ? 'light' : 'dark';
    return dataset.theme;
  });
  expect.soft(await violations(page, ofColours), `${screen}, ${other}`).toEqual([]);
}
