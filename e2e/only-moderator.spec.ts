import { report } from '../contract/src/moderation/moderation.ts';
import { TestPerson } from '../server/src/testing/test-person.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { administratorEmail, DaziServer } from './dazi-server.ts';
import { type Device, desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { decide, putOut } from './moderating.ts';
import { saveScreen } from './screens.ts';
import { emailFor, expect, giveSession, introduce, test } from './server.fixture.ts';

/** Nobody else may moderate here: these journeys have a server of their own. */
let town: DaziServer;
test.beforeAll(async () => {
  town = await DaziServer.start();
});
test.afterAll(() => town.remove());
test.beforeEach(({ guard }) => guard.allow(town.url));

for (const device of [desktop, phoneDevice]) {
  test(`who alone moderates decides an appeal, too, and says so both times: ${device.name}`, async ({
    openBrowser,
    guard,
  }) => {
    guard.expect(putOut);
    const somebody = async (name: string, email = emailFor(name)) => {
      const person = await new TestPerson(town.url).signIn(name, email);
      await introduce(person, name);
      return person;
    };
    const browserOf = async (person: TestPerson, on: Device) => {
      const page = await openBrowser({ device: on, options: { baseURL: town.url } });
      await giveSession(page.context(), person);
      return page;
    };
    const [ines, dario] = [await somebody('Ines Ufer'), await somebody(`Dario ${device.name}`)];
    const { id } = await dario.post({ content: 'Nobody wants you at the river' });
    const target = { targetType: 'post', targetId: id } as const;
    await ines.get(report, { body: { ...target, reason: 'harassment' } });

    const walt = await browserOf(await somebody('Walt', administratorEmail), device);
    await walt.goto(`/moderation/people/${dario.id}`);
    const waiting = walt.getByRole('listitem').filter({ hasText: '1 report in one case' });
    await expect(waiting).toContainText('Post, Harassment or threats');
    await expectFits(walt, `somebody about whom a case is open, ${device.name}`);
    await expectNoViolationsInEitherTheme(walt, `somebody about whom a case is open, ${device.name}`);
    await saveScreen(walt, `moderated-person-${device.name}`);
    await waiting.getByRole('link').focus();
    await walt.keyboard.press('Enter');
    await expect(walt.getByText(/^You have it until/)).toBeVisible();
    await decide(walt, {
      action: 'Suspend',
      button: /^Suspend until/,
      rule: '1. Be kind',
      reason: 'That was not kind.',
    });

    const out = await browserOf(dario, device);
    await out.goto('/');
    await expect(out.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
    await expect(
      out.getByText('There is only one moderator here, who looks at it again.', { exact: false }),
    ).toBeVisible();
    await out.getByRole('button', { name: 'Appeal' }).click();
    await out.getByLabel('Your appeal (once only)').fill('It was a joke.');
    await out.getByRole('button', { name: 'Send' }).click();
    await expect(out.getByText(/^You appealed on .*It is being looked at\.$/)).toBeVisible();

    await walt.goto('/moderation/appeals');
    const appeal = walt.getByRole('article', { name: dario.user!.name });
    await expect(appeal).toContainText('You made this decision, and there is nobody else.');
    await appeal.getByLabel('Keep the decision').check();
    await appeal.getByLabel('Answer, as they will read it').fill('It was none.');
    await appeal.getByRole('button', { name: 'Decide the appeal' }).click();
    await expect(walt.locator('.toast', { hasText: 'Decided.' })).toBeVisible();

    await out.reload();
    await expect(out.getByText('There is only one moderator here, who looked at it again.')).toBeVisible();
    await expect(out.getByText('It was none.')).toBeVisible();
    await expectFits(out, `an appeal that the same one decided, ${device.name}`);
  });
}
