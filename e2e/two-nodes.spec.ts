import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestPerson } from '../server/src/testing/test-person.ts';
import { TestProvider } from '../server/src/testing/test-provider.ts';
import { findPostgres } from '../tools/postgres-programs.mjs';
import { type Postgres, startPostgres } from '../tools/services.mjs';
import { DaziServer } from './dazi-server.ts';
import { phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { putOut } from './moderating.ts';
import { expect, giveSession, introduce, test } from './server.fixture.ts';

/** The sign-in of demo mode belongs to one node alone. */
const provider = new TestProvider();
let postgres: Postgres;
let mediaDir: string;
let here: DaziServer | undefined;
let there: DaziServer | undefined;
test.beforeAll(async () => {
  test.skip(!findPostgres(), 'PostgreSQL is not installed, which two nodes need');
  postgres = await startPostgres();
  mediaDir = await mkdtemp(join(tmpdir(), 'dazi-journeys-media-'));
  await provider.start();
  const settings = {
    ...provider.environment,
    DATABASE_URL: postgres.url,
    MEDIA_DIR: mediaDir,
    POSITION_SECRET: 'the position secret of the journeys, long enough',
  };
  here = await DaziServer.start(settings);
  there = await DaziServer.start(settings);
});
test.afterAll(async () => {
  await Promise.all([here?.remove(), there?.remove()]);
  await postgres?.stop();
  await provider.stop();
  if (mediaDir) await rm(mediaDir, { recursive: true, force: true });
});

test('what the command line decides beside one node changes the open page on the other', async ({
  openBrowser,
  guard,
}) => {
  guard.allow(there!.url);
  guard.expect(putOut);
  const name = 'Dario Brook';
  const dario = await new TestPerson(here!.url).signInAt(provider, name);
  await introduce(dario, name);
  const words = 'Night walks along the brook';
  await dario.post({ content: words });
  const page = await openBrowser({ device: phoneDevice, options: { baseURL: there!.url } });
  await giveSession(page.context(), dario);
  const listens = page.waitForResponse((response) => response.url().includes('/api/conversations/events'));
  await page.goto('/my-posts');
  await expect(page.getByText(words)).toBeVisible();
  await listens;

  const said = await here!.moderate('suspend', dario.id, '7d', '1', 'You threatened somebody.');
  expect(said).toMatch(/^Decided: suspend until/);
  await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible(live);
  await expect(page.locator('main')).toContainText('You threatened somebody.');
  await expect(page.getByText(words)).toHaveCount(0);

  expect(await here!.moderate('lift', dario.id, 'A mistake')).not.toBe('');
  // A page that is out asks again by itself.
  await expect(page.getByText(words)).toBeVisible({ timeout: 30_000 });
  expect(await here!.moderate('verify')).toContain('2 links');
});
