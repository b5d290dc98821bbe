import { join } from 'node:path';
import { decide, decideAppeal, listOwnDecisions } from '@dazi/contract/moderation/decisions';
import { appealLimits } from '@dazi/contract/moderation/moderation.rules';
import { accountParts, reportTargets } from '../server/src/areas.ts';
import { runIdentityJobs } from '../server/src/features/identity/registration.builder.ts';
import { reasonGiven } from '../server/src/features/moderation/moderation.builder.ts';
import { moderationJobs } from '../server/src/features/moderation/moderation.jobs.ts';
import { startTestApp, type TestApp } from '../server/src/testing/test-app.ts';
import { emailOf } from '../server/src/testing/test-person.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { phoneDevice } from './devices.ts';
import { saveScreen } from './screens.ts';
import { expect, fillSignIn, test } from './server.fixture.ts';

/** A year passes: this journey has a server of its own, whose clock it moves. */
let town: TestApp;
test.beforeAll(async () => {
  const webDirectory = join(import.meta.dirname, '..', 'web', 'dist');
  const settings = { ADMIN_EMAILS: `${emailOf('Judge')},${emailOf('Rosa')}` };
  town = await startTestApp(settings, {}, undefined, { webDirectory });
});
test.afterAll(() => town.close());

async function passes(ms: number): Promise<void> {
  town.clock.advance(ms);
  for (const job of moderationJobs(accountParts, reportTargets)) await job.run(town.deps);
  await runIdentityJobs(town);
}

test('a closed account is read, taken along and appealed, erased, and kept out for a year', async ({
  openBrowser,
  guard,
}) => {
  test.setTimeout(120_000);
  guard.allow(town.url);
  guard.expect(/40[13] /, /404 /);
  const name = 'Dario Quay';
  const person = await town.person(name);
  const page = await openBrowser({ device: phoneDevice });
  const signIn = async () => {
    await page.goto(town.url);
    await page.locator('.welcome').getByRole('button', { name: 'Sign in' }).click();
    await fillSignIn(page, name, emailOf(name));
  };
  const judge = await town.person('Judge');
  await judge.get(decide, { body: { personId: person.id, action: 'close', ...reasonGiven } });

  await signIn();
  const heading = page.getByRole('heading', { name: 'Your account was closed' });
  await expect(heading).toBeVisible();
  await expect(page.locator('main')).toContainText(reasonGiven.reason);
  await expectNoViolationsInEitherTheme(page, 'a closed account');
  await saveScreen(page, 'closed');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe('dazi-data.zip');
  await page.getByRole('button', { name: 'Appeal' }).click();
  await page.getByLabel('Your appeal (once only)').fill('It was not me.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/^You appealed on .*It is being looked at\.$/)).toBeVisible();
  const { id: decisionId } = (await person.get(listOwnDecisions)).data[0]!;
  const upheld = { params: { decisionId }, body: { outcome: 'upheld' as const, reason: 'It was.' } };
  await (await town.person('Rosa')).get(decideAppeal, upheld);

  await passes(appealLimits.within_ms);
  await signIn();
  const refusal = page.locator('.welcome').getByRole('alert');
  await expect(refusal).toHaveText(/^An account with this sign-in was closed\. A new one is possible from /);
  await passes(365 * 24 * 60 * 60 * 1000);
  await signIn();
  await expect(page.getByRole('dialog', { name: 'This is you' })).toBeVisible();
  const { data: found } = await (await town.person(name, { profile: false })).get(listOwnDecisions);
  expect(found).toEqual([]);
});
