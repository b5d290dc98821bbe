import { mkdir, writeFile } from 'node:fs/promises';
import { type Browser, firefox, type Page } from '@playwright/test';
import { findEngines, findWebKitGtk } from '../../tools/engines.mjs';
import { desktop, phoneDevice } from '../devices.ts';
import { preparePlans } from '../gallery/plan-scene.ts';
import { prepare, type Scene } from '../gallery/scene.ts';
import { emailFor, expect, test } from '../server.fixture.ts';
import { WebKitGtk } from './webdriver.ts';

/** Pictures of the main screens in three engines, beside each other: `npm run screens:engines`. */
const folder = '.cache/screens/engines';
const sanFrancisco = { latitude: 37.7749, longitude: -122.4194 };
/** What moves, and what differs by chance, would be a difference of no engine. */
const settled_ms = 1500;

/** What each engine's driver can do. */
interface Window {
  name: string;
  go(path: string): Promise<void>;
  /** The body of a function. */
  run<Answer>(script: string): Promise<Answer>;
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

interface Look {
  name: string;
  path(scene: Scene): string;
  /** There once the screen is. */
  shows: string;
  /** What is pressed before, by the beginnings of its names, as soon as each is there. */
  presses?: readonly string[];
}

const townMap = '/?map=14/37.77/-122.45';
const looks: readonly Look[] = [
  { name: 'map', path: () => townMap, shows: '.entry-open' },
  { name: 'post', path: ({ ownPostId }) => `/post/${ownPostId}`, shows: '.post-detail .comments li' },
  { name: 'messages', path: () => '/messages', shows: 'a.conversations-row' },
  {
    name: 'conversation',
    path: ({ conversationId }) => `/messages/${conversationId}`,
    shows: '.conversations-bubble img',
  },
  { name: 'mini-apps', path: ({ appsId }) => `/messages/${appsId}`, shows: '.mini-apps-result' },
  {
    name: 'plan-form',
    path: () => townMap,
    presses: ['Soon', 'Make a plan', 'Details'],
    shows: '.plans-form',
  },
  { name: 'plan', path: ({ plans }) => `/plan/${plans.hosted}`, shows: '.plans-detail' },
  { name: 'wallet', path: () => '/wallet', shows: '.wallet-row time' },
  {
    name: 'governance',
    path: () => '/my-posts',
    presses: ['Community Governance'],
    shows: '[role=dialog] [role=tab]',
  },
  {
    name: 'settings',
    path: () => '/my-posts',
    presses: ['Your menu', 'Settings'],
    shows: '[role=dialog] .body',
  },
  { name: 'profile', path: () => '/profile?edit', shows: 'form, .profiles-form' },
];

async function windowOf(page: Page, name: string, browser?: Browser): Promise<Window> {
  return {
    name,
    go: async (path) => void (await page.goto(path)),
    run: (script) => page.evaluate(`(() => { ${script} })()`),
    picture: () => page.screenshot(),
    close: async () => void (await browser?.close()),
  };
}

type Size = { width: number; height: number };

async function firefoxWindow(origin: string, viewport: Size): Promise<Window | null> {
  const engine = findEngines().find(({ name }) => name === 'firefox');
  if (!engine) return null;
  const { channel, launchOptions } = engine.use as { channel?: string; launchOptions?: object };
  const browser = await firefox.launch({ ...(channel && { channel }), ...launchOptions });
  const context = await browser.newContext({
    baseURL: origin,
    viewport,
    locale: 'en-US',
    deviceScaleFactor: 1,
  });
  return windowOf(await context.newPage(), 'Firefox', browser);
}

async function webkitWindow(origin: string, { width, height }: Size): Promise<Window | null> {
  if (!findWebKitGtk()) return null;
  const driver = await WebKitGtk.start();
  await driver.go(`${origin}/terms-policy`);
  await driver.resize(width, height);
  return {
    name: 'WebKitGTK',
    go: (path) => driver.go(origin + path),
    run: (script) => driver.run(script),
    picture: () => driver.picture(),
    close: () => driver.close(),
  };
}

/** Of what is seen. */
const all = (selector: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility())`;
const named = (name: string) =>
  `${all('button, label, [role=menuitem]')}.find((one) => (one.ariaLabel ?? one.innerText).trim().startsWith(${JSON.stringify(name)}))`;
/** A page that is on its way to another one answers nothing. */
const arrives = (window: Window, script: string) =>
  expect
    .poll(() => window.run<boolean>(`return Boolean(${script})`).catch(() => false), {
      message: `${window.name}: ${script}`,
    })
    .toBe(true);

/** By the form of the demo provider, which is the same everywhere. */
async function enter(window: Window, email: string): Promise<void> {
  await window.go('/api/auth/sign-in?returnTo=/my-posts');
  await window.run(`
    const { form } = document.querySelector('input[type=email]');
    form.email.value = ${JSON.stringify(email)};
    form.querySelector('[name=name]').value = 'Mara';
    form.querySelector('button.primary').click();
  `);
  await arrives(window, named('Your menu'));
  await window.run("sessionStorage.setItem('dazi.demoHelpDismissed', '1')");
}

async function pictureOf(window: Window, look: Look, scene: Scene): Promise<Buffer> {
  await window.go(look.path(scene));
  for (const name of look.presses ?? []) {
    await arrives(window, named(name));
    // Menus open as soon as they are pressed.
    await window.run(`
      const button = ${named(name)};
      button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, pointerType: 'mouse' }));
      button.click();
    `);
  }
  await arrives(window, `${all(look.shows)}.length`);
  await arrives(window, `!${all('.map-loading, [aria-busy=true], .spin')}.length`);
  await new Promise((resolve) => setTimeout(resolve, settled_ms));
  return window.picture();
}

/** One picture of all three. */
async function beside(page: Page, pictures: readonly { name: string; picture: Buffer }[]): Promise<Buffer> {
  const shown = pictures.map(
    ({ name, picture }) =>
      `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${picture.toString('base64')}"></figure>`,
  );
  await page.setContent(
    `<style>body{margin:8px;display:inline-flex;gap:8px;font:16px sans-serif}figure{margin:0}img{max-width:960px;border:1px solid}</style>${shown.join('')}`,
  );
  return page.locator('body').screenshot();
}

for (const { name, options } of [phoneDevice, desktop]) {
  test(name, async ({ server, browser, openBrowser, signIn, somebody, personOf }) => {
    test.setTimeout(900_000);
    const email = emailFor('Mara');
    const person = await signIn({ name: 'Mara', email, at: sanFrancisco });
    const [friend, nils, otis] = [await somebody('Friend'), await somebody('Nils'), await somebody('Otis')];
    const about = await prepare(person, friend, nils, otis, person.page);
    const plans = await preparePlans(await personOf(person), friend, nils, await somebody('Fay'));
    const scene: Scene = { ...about, leaverEmail: '', plans };

    const { viewport } = options;
    const own = await openBrowser({ options: { viewport, deviceScaleFactor: 1 } });
    const windows = [
      await windowOf(own, 'Chromium'),
      await firefoxWindow(server.url, viewport),
      await webkitWindow(server.url, viewport),
    ].filter((window) => window !== null);
    const table = await browser.newPage({ viewport: { width: 3000, height: 1200 } });
    const missed: string[] = [];
    try {
      for (const window of windows) await enter(window, email);
      await mkdir(folder, { recursive: true });
      for (const look of looks.filter((one) => new RegExp(process.env.SCREENS ?? '').test(one.name))) {
        const pictures: { name: string; picture: Buffer }[] = [];
        for (const window of windows) {
          const picture = await pictureOf(window, look, scene).catch((error) => {
            missed.push(`${look.name}: ${String(error).split('\n')[0]}`);
            return window.picture();
          });
          pictures.push({ name: window.name, picture });
        }
        await writeFile(`${folder}/${look.name}-${name}.png`, await beside(table, pictures));
      }
    } finally {
      for (const window of windows) await window.close();
    }
    expect(missed).toEqual([]);
  });
}
