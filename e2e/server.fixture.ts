import { getSession } from '@dazi/contract/identity/identity';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
  type TestInfo,
} from '@playwright/test';
import { TestPerson } from '../server/src/testing/test-person.ts';
import { findChromium } from '../tools/chromium.mjs';
import { DaziServer } from './dazi-server.ts';
import { type Device, laptop } from './devices.ts';
import { Guard } from './guard.ts';
import { standsAt } from './screens.ts';

export interface Position {
  latitude: number;
  longitude: number;
}

export interface BrowserWanted {
  device?: Device;
  /** Where the device says it is; without one nobody is told. */
  at?: Position;
  options?: BrowserContextOptions;
  /** The explanation of demo mode is folded unless it is the subject. */
  demoHelp?: boolean;
  /** With what the system shows for a page, such as notifications: the headless shell has none of it. */
  whole?: boolean;
}

export interface PersonWanted extends BrowserWanted {
  name: string;
  email?: string;
  gender?: 'M' | 'F' | null;
  /** False leaves the profile for "This is you". */
  introduced?: boolean;
}

export interface SignedIn {
  name: string;
  id: string;
  page: Page;
  context: BrowserContext;
}

interface WorkerFixtures {
  /** With the demo town in San Francisco. */
  server: DaziServer;
}

interface Fixtures {
  guard: Guard;
  /** A browser of its own, nobody signed in. */
  openBrowser(wanted?: BrowserWanted): Promise<Page>;
  /** A browser of its own in which somebody is signed in; it has loaded no page yet. */
  signIn(wanted: PersonWanted): Promise<SignedIn>;
  /** Somebody without a browser, who has said that their profile is theirs. */
  somebody(name: string): Promise<TestPerson>;
  /** The same, whose profile is left for "This is you". */
  newcomer(name: string): Promise<TestPerson>;
  /** The same session, without the browser. */
  personOf(person: SignedIn): Promise<TestPerson>;
}

/** Addresses that no other journey uses. */
let people = 0;
export const emailFor = (name: string) => {
  people++;
  return `${name.toLowerCase().replaceAll(/\W/g, '')}-${people}@journeys.example`;
};

/** Fills in the provider's form. */
export async function fillSignIn(page: Page, name: string, email = emailFor(name)): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Gives an account a profile, so that "This is you" lies over nothing. */
export async function introduce(
  person: TestPerson,
  displayName: string,
  gender: 'M' | 'F' | null = 'F',
): Promise<void> {
  // Once to have a profile, once more to have changed it.
  for (const age of [30, 31]) await person.saveProfile({ displayName, age, gender });
}

/** Whoever this is, the browser goes on as them. */
export async function giveSession(context: BrowserContext, person: TestPerson): Promise<void> {
  await context.addCookies(
    [...person.cookies].map(([name, value]) => ({ name, value, url: person.origin, httpOnly: true })),
  );
}

const probe = '/is-it-intercepted';

/**
 * Chromium says that it intercepts a page's requests a moment before it does, and one in some hundreds slips through.
 * So `page.route` goes on asking until it is true.
 */
function interceptForSure(page: Page, origin: string): void {
  const route = page.route.bind(page);
  page.route = async (url, handler, options) => {
    const routed = await route(url, handler, options);
    // Where the page comes from is asked for anew when it goes to its first address.
    if (!page.url().startsWith(origin)) return routed;
    await route(`**${probe}`, (probed) => probed.fulfill({ status: 204 }), { times: 1 });
    await page.evaluate(async (path) => {
      while ((await fetch(path)).status !== 204);
    }, probe);
    return routed;
  };
}

/** As it is told to readers of screens: where a journey failed elsewhere, its report is all that is seen of it. */
async function keepWhatIsShown(page: Page, journey: TestInfo): Promise<void> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 5000 })
    .catch((error: Error) => error.message);
  await journey.attach('page', { body: `${page.url()}\n${shown}`, contentType: 'text/plain' });
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names from the pattern
    async ({}, use) => {
      const server = await DaziServer.startWithTown();
      await use(server);
      await server.remove();
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  guard: async ({ server }, use) => {
    const guard = new Guard(server.url);
    await use(guard);
    expect(guard.problems).toEqual([]);
  },

  openBrowser: async ({ playwright, browser, launchOptions, server, guard }, use, journey) => {
    const contexts: BrowserContext[] = [];
    const started: Browser[] = [];
    const wholeBrowser = async () => {
      const executablePath = findChromium();
      started.push(
        await playwright.chromium.launch({ ...launchOptions, ...(executablePath && { executablePath }) }),
      );
      return started.at(-1)!;
    };
    await use(async ({ device = laptop, at, options, demoHelp = false, whole = false } = {}) => {
      const context = await (whole ? await wholeBrowser() : browser).newContext({
        ...device.options,
        baseURL: server.url,
        ...(at && { geolocation: at, permissions: ['geolocation'] }),
        ...options,
      });
      contexts.push(context);
      await guard.watch(context);
      if (!demoHelp) {
        await context.addInitScript(() => {
          if (location.protocol === 'http:') sessionStorage.setItem('dazi.demoHelpDismissed', '1');
        });
      }
      const page = await context.newPage();
      interceptForSure(page, server.url);
      if (at) standsAt(page, at);
      return page;
    });
    if (journey.status !== journey.expectedStatus) {
      for (const page of contexts.flatMap((context) => context.pages())) await keepWhatIsShown(page, journey);
    }
    await Promise.all(contexts.map((context) => context.close()));
    await Promise.all(started.map((each) => each.close()));
  },

  signIn: async ({ openBrowser, server }, use) => {
    await use(async ({ name, email, gender = 'F', introduced = true, ...wanted }) => {
      const page = await openBrowser(wanted);
      const context = page.context();
      const person = await new TestPerson(server.url).signIn(name, email ?? emailFor(name));
      if (introduced) await introduce(person, name, gender);
      await giveSession(context, person);
      return { name, id: person.id, page, context };
    });
  },

  personOf: async ({ server }, use) => {
    await use(async ({ context }) => {
      const person = new TestPerson(server.url);
      for (const { name, value } of await context.cookies()) person.cookies.set(name, value);
      person.user = (await person.get(getSession)).data;
      return person;
    });
  },

  newcomer: async ({ server }, use) => {
    await use((name) => new TestPerson(server.url).signIn(name, emailFor(name)));
  },

  somebody: async ({ newcomer }, use) => {
    await use(async (name) => {
      const person = await newcomer(name);
      await person.saveProfile({ displayName: name, confirmed: true });
      return person;
    });
  },
});

export { expect };
