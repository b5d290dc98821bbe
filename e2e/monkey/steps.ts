import type { ElementHandle } from '@playwright/test';
import { en } from '../../web/src/app/texts/en.ts';
import { ja } from '../../web/src/app/texts/ja.ts';
import { zh } from '../../web/src/app/texts/zh.ts';
import type { Chance } from './chance.ts';
import { type Control, controlsOn, describedOf } from './controls.ts';
import { enter, type Walker } from './walker.ts';

export interface Step {
  /** Of 1000 steps. */
  weight: number;
  /** Says what was done. */
  take(walker: Walker, chance: Chance): Promise<string>;
}

export const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
] as const;

/** What people type, and what nobody should. */
const words = [
  'Hello',
  'Badminton?',
  '搭子 搭子',
  'こんにちは',
  '🎾🎾👨‍👩‍👧',
  '12',
  '0',
  '-5',
  '1.5',
  '<b>x</b>',
  'a'.repeat(70),
  'مرحبا \u200Fx',
  '"quotes" \\ %',
  'see https://example.org/a?b=c',
  '@Mika',
  '   ',
  '37.77,-122.44',
  'Line one\nline two',
];

/** Of fields that take nothing else. */
const typedValues: Record<string, string> = {
  date: '2026-12-24',
  time: '18:30',
  'datetime-local': '2026-12-24T18:30',
  number: '12',
  range: '5',
};

const keys = ['Enter', 'Tab', 'Tab', 'ArrowDown', 'ArrowLeft', 'Space', 'PageDown', 'Home'];

const addresses = [
  '/',
  '/?list=soon',
  '/?map=15/37.7699/-122.4468',
  '/my-posts',
  '/my-chatrooms',
  '/messages',
  '/wallet',
  '/profile',
  '/profile?edit',
  '/moderation',
  '/transparency',
  '/admin',
  '/account/decisions',
  '/settings/reports',
  '/settings/devices',
  '/settings/plans',
  '/settings/invitations',
  '/terms-policy',
  '/nowhere',
];

const patience_ms = 5000;
/** For what has gone meanwhile; a busy machine takes its time. */
const pressLimit_ms = 4000;

/** Whoever is out walks on as a visitor, and of these there is one. */
const signOuts = [en, ja, zh].map(({ identity }) => identity.signOut);
/** What leaves the app: other sites, the provider's form, files and the description of the API. */
const leadsAway = /^\/(api\/|docs)|\.ics$/;

function mayBePressed({ href, name }: Control, origin: string): boolean {
  if (signOuts.includes(name)) return false;
  if (!href) return true;
  const url = new URL(href);
  return url.origin === origin && !leadsAway.test(url.pathname);
}

const chooseSomething: Step['take'] = async (walker, chance) => {
  const handle = await controlsOn(walker.page);
  try {
    const controls = (await describedOf(handle)).filter((control) => mayBePressed(control, walker.origin));
    if (controls.length === 0) {
      await walker.page.keyboard.press('Escape');
      return 'found nothing to press';
    }
    // What is new or was seldom pressed is pressed more often.
    const chosen = chance.weighed(
      controls,
      ({ likeness }) => 1 / (1 + walker.pressedAlready(likeness)) ** 1.3,
    );
    walker.pressed(chosen.likeness);
    const element = (
      await handle.evaluateHandle((elements, index) => elements[index], chosen.index)
    ).asElement();
    return element ? await use(element, chosen, walker, chance) : 'found that it is gone';
  } finally {
    await handle.dispose();
  }
};

const isText = ({ tag, type }: Control) =>
  tag === 'textarea' || (tag === 'input' && !/^(checkbox|radio|button|submit|file)$/.test(type));

async function use(
  element: ElementHandle<HTMLElement>,
  control: Control,
  walker: Walker,
  chance: Chance,
): Promise<string> {
  const named = `${control.tag} "${control.name}"`;
  if (control.tag === 'select') {
    const options = await element.$$eval('option', (all) => all.map(({ value }) => value));
    const value = chance.oneOf(options);
    await element.selectOption(value, { timeout: pressLimit_ms });
    return `selected "${value}" of ${named}`;
  }
  if (isText(control)) return `${await type(element, control, walker, chance)} into ${named}`;
  const times = chance.happens(0.04) ? 2 : 1;
  // It was seen to lie on top; people press what still moves, too.
  const options = { timeout: pressLimit_ms, clickCount: times, noWaitAfter: true, force: true };
  const wasPressed = await element.click(options).then(
    () => true,
    () => false,
  );
  return `${wasPressed ? 'pressed' : 'could not press'} ${named}${times > 1 ? ' twice' : ''}`;
}

async function type(
  element: ElementHandle<HTMLElement>,
  control: Control,
  { page }: Walker,
  chance: Chance,
): Promise<string> {
  const value = typedValues[control.type];
  if (value !== undefined) {
    await element.fill(value, { timeout: pressLimit_ms });
    return `filled ${value}`;
  }
  await element.focus();
  if (chance.happens(0.3)) await page.keyboard.press('Control+A');
  const word = chance.oneOf(words);
  await page.keyboard.insertText(word);
  if (!chance.happens(0.35)) return `typed ${JSON.stringify(word)}`;
  await page.keyboard.press('Enter');
  return `typed ${JSON.stringify(word)} and Enter`;
}

/** A page is loaded anew without a network only where something keeps its files. */
async function load(walker: Walker, what: string, go: () => Promise<unknown>): Promise<string> {
  const isKept = await walker.page.evaluate(() => Boolean(navigator.serviceWorker?.controller));
  if (walker.isOffline && !isKept) return `left out: ${what}`;
  await go();
  await enter(walker.page);
  return what;
}

/** There may be nowhere to go, and without a network the pages of others are not there. */
async function move(walker: Walker, what: 'back' | 'forward'): Promise<string> {
  const options = { timeout: patience_ms, waitUntil: 'commit' } as const;
  const { page } = walker;
  await (what === 'back' ? page.goBack(options) : page.goForward(options)).catch(() => null);
  if (page.url().startsWith(walker.origin)) return `went ${what}`;
  if (walker.isOffline) await walker.turnNetwork();
  await load(walker, 'went to /', () => page.goto('/'));
  return `went ${what}, where the app is not, and to its start`;
}

export const steps: readonly Step[] = [
  { weight: 870, take: chooseSomething },
  { weight: 25, take: (walker) => move(walker, 'back') },
  { weight: 8, take: (walker) => move(walker, 'forward') },
  {
    weight: 10,
    take: (walker) => load(walker, 'reloaded', () => walker.page.reload()),
  },
  {
    weight: 12,
    take: (walker, chance) => {
      const address = chance.oneOf(addresses);
      return load(walker, `went to ${address}`, () => walker.page.goto(address));
    },
  },
  {
    weight: 20,
    take: async ({ page }, chance) => {
      const size = chance.oneOf(windows);
      await page.setViewportSize(size);
      return `made the window ${size.width} x ${size.height}`;
    },
  },
  {
    weight: 45,
    take: async ({ page }, chance) => {
      const key = chance.happens(0.6) ? 'Escape' : chance.oneOf(keys);
      await page.keyboard.press(key);
      return `key ${key}`;
    },
  },
  {
    weight: 10,
    take: async (walker) => {
      await walker.turnNetwork();
      return walker.isOffline ? 'lost the network' : 'had the network again';
    },
  },
];
