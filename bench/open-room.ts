import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { getSession } from '@dazi/contract/identity/identity';
import { type Browser, chromium, type Page } from '@playwright/test';
import type * as Embedded from '../server/src/platform/database/embedded.ts';
import type * as Migrating from '../server/src/platform/database/migrate.ts';
import { TestPerson } from '../server/src/testing/test-person.ts';
import { findChromium, findHeadlessShell } from '../tools/chromium.mjs';
import type * as Products from './product.ts';
import { repository } from './product.ts';

/**
 * What a browser takes to open a room with a long log, and to scroll up in it. Beside it another version, if one is
 * named, in turns: each turn a new page of each.
 *
 *   [BEFORE=/another/built/checkout] node --import tsx bench/open-room.ts [messages] [turns] [turns of the wheel]
 */
const messages = Number(process.argv[2] ?? 10_000);
const turns = Number(process.argv[3] ?? 7);
const wheels = Number(process.argv[4] ?? 150);
const wheel = { pixels: 600, every_ms: 40 };
/** A frame of a screen of 60 Hz that came late. */
const late_ms = 34;
const before = process.env.BEFORE;
const print = (line = '') => process.stdout.write(`${line}\n`);

interface Side {
  name: string;
  origin: string;
  cookie: string;
  measured: Measured[];
  stop(): Promise<void>;
}

interface Measured {
  /** From the first byte asked for until one can write there, on a new page. */
  write_ms: number;
  /** From the first byte asked for until the last message stands there, on a new page. */
  load_ms: number;
  /** From the click on its row in the list. */
  open_ms: number;
  frames: number;
  late: number;
  longest_ms: number;
  /** Of all tasks of more than 50 ms while it scrolled. */
  tasks_ms: number;
  /** How far up it came: the number of messages between the first one on screen and the end. */
  reached: number;
}

/** A built checkout with a database of its own, made by its own means. */
async function startSide(name: string, checkout: string): Promise<Side> {
  const from = <Module>(path: string): Promise<Module> => import(join(checkout, path));
  const { seedPeople, seedRoom, startProduct } = await from<typeof Products>('bench/product.ts');
  const { openEmbedded } = await from<typeof Embedded>('server/src/platform/database/embedded.ts');
  const { migrate, readMigrations } = await from<typeof Migrating>('server/src/platform/database/migrate.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'dazi-bench-'));
  const database = await openEmbedded({ directory: join(dataDir, 'database'), snapshot: null });
  await migrate(database, readMigrations(join(checkout, 'server', 'migrations')));
  const [, , , cookie] = await seedPeople(database, 20);
  await seedRoom(database, { id: 'long', members: 20, messages });
  await database.close();
  const product = await startProduct({ DATA_DIR: dataDir });
  const person = new TestPerson(product.origin);
  person.cookies.set('dazi_session', cookie!.replace('dazi_session=', ''));
  person.user = (await person.get(getSession, {})).data;
  // So that nothing lies over the page.
  for (const age of [30, 31]) await person.saveProfile({ displayName: 'Ann', age, gender: 'F' });
  await person.fetch('/api/conversations/long/read', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sequence: messages }),
  });
  return {
    ...{ name, origin: product.origin, cookie: person.cookies.get('dazi_session')!, measured: [] },
    async stop() {
      await product.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

const bubbles = (page: Page) => page.locator('.conversations-log .conversations-bubble');
const numbersOn = async (page: Page) =>
  (await bubbles(page).allInnerTexts()).flatMap((text) => (/ (\d+)\b/.exec(text) ?? []).slice(1).map(Number));

interface Seen {
  frames: number[];
  tasks_ms: number;
}

/** As text: what runs this file adds names of its own to functions. */
const watching = `
  globalThis.seen = { frames: [], tasks_ms: 0, isOver: false };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks_ms += duration;
  }).observe({ type: 'longtask' });
  requestAnimationFrame(function next(now) {
    if (seen.last !== undefined) seen.frames.push(now - seen.last);
    seen.last = now;
    if (!seen.isOver) requestAnimationFrame(next);
  });
`;

async function scroll(page: Page): Promise<Pick<Measured, 'frames' | 'late' | 'longest_ms' | 'tasks_ms'>> {
  await page.locator('.conversations-log').hover();
  await page.evaluate(watching);
  for (let turn = 0; turn < wheels; turn++) {
    await page.mouse.wheel(0, -wheel.pixels);
    await page.waitForTimeout(wheel.every_ms);
  }
  const { frames, tasks_ms } = (await page.evaluate('seen.isOver = true; seen')) as Seen;
  const late = frames.filter((frame_ms) => frame_ms > late_ms).length;
  return { frames: frames.length, late, longest_ms: Math.max(...frames), tasks_ms };
}

async function measure(browser: Browser, { origin, cookie }: Side): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  await context.addCookies([{ name: 'dazi_session', value: cookie, url: origin, httpOnly: true }]);
  const page = await context.newPage();
  const last = bubbles(page).filter({ hasText: ` ${messages}` });
  let begun = performance.now();
  await page.goto(`${origin}/messages/long`);
  await page.locator('textarea').waitFor();
  const write_ms = performance.now() - begun;
  await last.waitFor();
  const load_ms = performance.now() - begun;
  // The first arrival leads to where one was, the list stands beside it.
  await page.goto(`${origin}/messages`);
  await last.waitFor();
  await page.getByRole('button', { name: 'Close conversation' }).click();
  await bubbles(page).first().waitFor({ state: 'detached' });
  begun = performance.now();
  await page.locator('a.conversations-row').click();
  await last.waitFor();
  const open_ms = performance.now() - begun;
  const scrolled = await scroll(page);
  const reached = messages - Math.min(...(await numbersOn(page)));
  await context.close();
  return { write_ms, load_ms, open_ms, ...scrolled, reached };
}

const middle = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

const sides = [await startSide('now', repository)];
const executablePath = findHeadlessShell() ?? findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
try {
  if (before) sides.push(await startSide('before', before));
  print(
    `${messages} messages, ${turns} turns; ${cpus().length} × ${cpus()[0]?.model}, Chromium ${browser.version()}`,
  );
  for (let turn = 0; turn < turns; turn++) {
    for (const side of turn % 2 === 0 ? sides : sides.toReversed()) {
      side.measured.push(await measure(browser, side));
    }
  }
  print('        write ms   load ms   open ms    frames  late  longest ms  long tasks ms  messages up');
  for (const { name, measured } of sides) {
    const columns = {
      write_ms: 9,
      load_ms: 9,
      open_ms: 9,
      frames: 9,
      late: 5,
      longest_ms: 11,
      tasks_ms: 14,
      reached: 12,
    };
    const cells = Object.entries(columns).map(([what, width]) =>
      middle(measured.map((one) => one[what as keyof Measured]))
        .toFixed(0)
        .padStart(width),
    );
    print(`${name.padEnd(7)}${cells.join(' ')}`);
  }
} finally {
  await browser.close();
  for (const side of sides) await side.stop();
}
