import type { Page } from '@playwright/test';
import { en } from '../web/src/app/texts/en.ts';
import { administratorEmail } from './dazi-server.ts';
import { phoneDevice } from './devices.ts';
import { preparePlans } from './gallery/plan-scene.ts';
import { prepare } from './gallery/scene.ts';
import { openHome, openPlain, type Screen } from './gallery/screen.ts';
import { screens } from './gallery/screens.ts';
import { emailFor, expect, test } from './server.fixture.ts';

const place = { latitude: 37.7749, longitude: -122.4194 };

/** Screens of the gallery with fields, by their names. */
const wanted = [
  ...['demo-sign-in', 'composer', 'filters', 'post', 'post-edit', 'create-group', 'messages', 'conversation'],
  ...['message-search', 'members', 'group-menu-editing', 'mini-app-poll-form', 'mini-app-picker'],
  ...[
    'wallet-search',
    'wallet-refused',
    'profile-edit',
    'report',
    'notification-settings',
    'moderation-case',
  ],
];

/** The plan form and the search of places are opened by no screen of the gallery. */
const others: readonly Screen[] = [
  {
    name: 'plan-form',
    who: 'person',
    open: async (page) => {
      await openHome(page);
      await page.getByRole('radio', { name: /^Soon/ }).click();
      await page.getByRole('button', { name: 'Make a plan', exact: true }).first().click();
      await page.locator('.plans-form [aria-expanded="false"]').last().click();
    },
  },
  {
    name: 'place-search',
    who: 'person',
    open: async (page) => {
      await openHome(page);
      await page.getByRole('button', { name: 'Find a place' }).click();
    },
  },
  { name: 'plan-settings', who: 'person', open: (page) => openPlain(page, '/settings/plans') },
];

interface Fields {
  count: number;
  small: string[];
}

/** What somebody can write into or choose from; iPhones enlarge the page for what has less than 16 px. */
const fieldsOf = (page: Page): Promise<Fields> =>
  page.evaluate(() => {
    const elsewhere = ['checkbox', 'radio', 'range', 'file', 'hidden', 'submit', 'button'];
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].filter(
      (field) => !elsewhere.includes(field.type) && field.checkVisibility(),
    );
    const sizeOf = (field: Element) => Number.parseFloat(getComputedStyle(field).fontSize);
    const named = (field: HTMLInputElement) =>
      `${field.labels?.[0]?.innerText ?? field.getAttribute('aria-label')} (${field.className}): ${sizeOf(field)}`;
    return { count: fields.length, small: fields.filter((field) => sizeOf(field) < 16).map(named) };
  });

test('no field on a phone is so small that the page is enlarged for it', async ({
  signIn,
  openBrowser,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/400 .*\/api\/wallets\/transfer$/);
  test.setTimeout(300_000);
  const settings = { device: phoneDevice, at: place };
  const person = await signIn({ name: 'Mara', ...settings });
  const [friend, nils, otis] = [await somebody('Friend'), await somebody('Nils'), await somebody('Otis')];
  const about = await prepare(person, friend, nils, otis, person.page);
  const plans = await preparePlans(await personOf(person), friend, nils, await somebody('Fay'));
  const scene = { ...about, leaverEmail: emailFor('leaver'), plans };
  const administrator = await signIn({ name: 'Justine', email: administratorEmail, ...settings });
  const pages: Partial<Record<Screen['who'], Page>> = {
    visitor: await openBrowser({ device: phoneDevice }),
    person: person.page,
    administrator: administrator.page,
  };
  const small: string[] = [];
  const known = screens.filter(({ name }) => wanted.includes(name));
  expect(known).toHaveLength(wanted.length);
  for (const { name, who, open } of [...known, ...others]) {
    const page = pages[who]!;
    await test.step(name, async () => {
      await open(page, en, scene);
      await expect.poll(async () => (await fieldsOf(page)).count).toBeGreaterThan(0);
      small.push(...(await fieldsOf(page)).small.map((field) => `${name}: ${field}`));
    });
  }
  expect(small).toEqual([]);
});
