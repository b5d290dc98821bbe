import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type Browser, expect, test } from '@playwright/test';
import { haight, TestPerson } from '../../server/src/testing/test-person.ts';
import { DaziServer } from '../dazi-server.ts';
import { giveSession } from '../server.fixture.ts';
import { Chance } from './chance.ts';
import { Finds, type Problem } from './finds.ts';
import { problemsOn } from './looks.ts';
import { steps, windows } from './steps.ts';
import { Walker } from './walker.ts';

const seed = Number(process.env.SEED ?? Math.floor(Date.now() / 1000) % 10_000);
const minutes = Number(process.env.MINUTES ?? 6);
/** `WHO`: some of them by their names. */
const wanted = new RegExp(process.env.WHO ?? '');

const folder = `.cache/monkey/${seed}`;
const locales = ['en-US', 'ja-JP', 'zh-CN'] as const;

/** Mika runs this town. Nova has just come to it, and the visitor has no account. */
const people = ['Mika', 'Theo', 'Nova', 'visitor'] as const;
type Name = (typeof people)[number];
const ownerEmail = 'mika@dazi.example';

/** The person's language, theme and window, others with each seed; over some seeds all of them meet. */
function settingsOf(index: number) {
  const turn = seed + index;
  return {
    locale: locales[turn % locales.length]!,
    colorScheme: Math.floor(turn / locales.length) % 2 === 0 ? ('light' as const) : ('dark' as const),
    viewport: windows[(index + Math.floor(seed / people.length)) % windows.length]!,
  };
}

async function arrive(browser: Browser, name: Name, origin: string): Promise<Walker> {
  const context = await browser.newContext({
    baseURL: origin,
    ...settingsOf(people.indexOf(name)),
    geolocation: haight,
    permissions: ['geolocation'],
    // Drawing a map in software costs by the pixel.
    deviceScaleFactor: 0.5,
  });
  if (name !== 'visitor') {
    const person = await new TestPerson(origin).signIn(name, `${name.toLowerCase()}@dazi.example`);
    await giveSession(context, person);
  }
  return Walker.start(name, context, origin);
}

/** Everything that was found, each told as soon as it is. */
class Report {
  readonly #finds = new Finds();
  readonly told: string[] = [];

  async add(walker: Walker, problem: Problem): Promise<void> {
    if (this.#finds.isKnown(problem, walker.isUnsettled)) return;
    const { page, name } = walker;
    const number = this.told.length + 1;
    const size = page.viewportSize();
    const lines = [
      `${number}. ${problem.kind}: ${problem.what}`,
      `seed ${seed}, step ${walker.stepCount} of ${name}, ${size?.width} x ${size?.height}, ${page.url()}`,
      ...walker.trail.map((step) => `    ${step}`),
    ];
    this.told.push(lines.join('\n'));
    // biome-ignore lint/suspicious/noConsole: whoever waits for the end sees what there is already
    console.log(lines.slice(0, 2).join('\n   '));
    await page.screenshot({ path: `${folder}/${number}.png`, timeout: 10_000 }).catch(() => {});
    await writeFile(`${folder}/finds.txt`, `${this.told.join('\n\n')}\n`);
  }
}

/** On the way from one page to another nothing can be asked of it. */
const isOnItsWay = /Execution context was destroyed|because of a navigation|Timeout|not attached|ERR_ABORTED/;

async function walk(walker: Walker, until_ms: number, report: Report): Promise<void> {
  while (Date.now() < until_ms) {
    const step = walker.stepCount + 1;
    const chance = new Chance(seed, walker.name, step);
    try {
      const { take } = chance.weighed(steps, ({ weight }) => weight);
      walker.did(await take(walker, chance));
      await walker.page.waitForTimeout(chance.oneOf([120, 250, 600]));
      for (const problem of await problemsOn(walker.page, step)) await report.add(walker, problem);
    } catch (error) {
      const what = String(error);
      if (walker.stepCount < step) walker.did(`failed: ${what.split('\n')[0]}`);
      if (!isOnItsWay.test(what)) await report.add(walker, { kind: 'driver', what });
    }
    for (const problem of walker.heard()) await report.add(walker, problem);
  }
}

test(`seed ${seed}`, async ({ browser }) => {
  test.setTimeout(minutes * 60_000 + 240_000);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const server = await DaziServer.startWithTown({ RATE_LIMIT_FACTOR: '1000', ADMIN_EMAILS: ownerEmail });
  try {
    const report = new Report();
    const names = people.filter((name) => wanted.test(name));
    const walkers = await Promise.all(names.map((name) => arrive(browser, name, server.url)));
    const until_ms = Date.now() + minutes * 60_000;
    await Promise.all(walkers.map((walker) => walk(walker, until_ms, report)));
    const counts = walkers.map(({ name, stepCount }) => `${name} ${stepCount}`).join(', ');
    // biome-ignore lint/suspicious/noConsole: how far everybody came
    console.log(`Steps: ${counts}. Finds: ${report.told.length}, see ${folder}`);
    if (report.told.some((find) => /answer: 5\d\d/.test(find))) {
      await writeFile(`${folder}/server.txt`, server.output);
    }
    expect(report.told.join('\n\n')).toBe('');
  } finally {
    await server.remove();
  }
});
