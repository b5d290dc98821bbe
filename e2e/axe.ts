import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(
    options: object,
  ): Promise<{ violations: { id: string; nodes: { target: unknown[]; html: string }[] }[] }>;
}

/** Fails with a line for each element that breaks a rule of axe. */
export async function expectNoViolations(page: Page, screen: string): Promise<void> {
  // Evaluated by the debugger, which the policy of the page does not hold back.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)}`),
    );
  });
  expect.soft(found, screen).toEqual([]);
}
