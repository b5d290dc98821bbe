import { listBlockedIdentities } from '@dazi/contract/moderation/admission';
import { decide } from '@dazi/contract/moderation/decisions';
import { listReports } from '@dazi/contract/moderation/moderation';
import { createPost } from '@dazi/contract/posts/posts';
import { TestPerson } from '../server/src/testing/test-person.ts';
import { atSea, mapAtSea } from './at-sea.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { administratorEmail } from './dazi-server.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { card } from './posting.ts';
import { openMap, saveScreen } from './screens.ts';
import { emailFor, expect, introduce, test } from './server.fixture.ts';

const places = { desktop: atSea('spamDesktop'), phone: atSea('spamPhone') };

for (const device of [desktop, phoneDevice]) {
  test(`an operator ends a wave of accounts in one place: ${device.name}`, async ({ signIn, server }) => {
    const word = `Cheapwatch${device.name}`;
    const location = device === desktop ? places.desktop : places.phone;
    const wave: string[] = [];
    let reportedId = '';
    for (let n = 0; n < 6; n++) {
      const name = `${word} ${n}`;
      const spammer = await new TestPerson(server.url).signIn(name, emailFor(name));
      await introduce(spammer, name);
      const content = `Watches for little money ${device.name} ${n}`;
      reportedId = (await spammer.get(createPost, { body: { content, location } })).data.id;
      wave.push(content);
    }
    const ben = await signIn({ name: `Ben ${device.name}`, at: location });
    await openMap(ben.page, mapAtSea(device === desktop ? 'spamDesktop' : 'spamPhone'));
    const ofWave = ben.page.getByText(`Watches for little money ${device.name}`);
    await expect(ofWave.first()).toBeVisible();
    const reported = await ben.context.request.post('/api/reports', {
      data: { targetType: 'post', targetId: reportedId, reason: 'spam' },
    });
    expect(reported.ok()).toBe(true);

    const { page } = await signIn({ name: 'Walt', email: administratorEmail, device });
    await page.goto('/profile');
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByRole('menuitem', { name: 'Administration' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Administration' })).toBeVisible();
    await expect(page.getByText('New in the last hour')).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'the overview of administration');
    await expectFits(page, 'administration');
    await saveScreen(page, `administration-${device.name}`);

    await page.getByRole('tab', { name: 'People' }).click();
    // Ticked before one looks for somebody, the others are not meant any more.
    await page.getByLabel('Choose everybody shown').check();
    await page.getByLabel('Find somebody').fill(word);
    const rows = page.getByRole('tabpanel').getByRole('listitem');
    await expect(rows).toHaveCount(6);
    await expect(page.getByLabel('Choose everybody shown')).toBeChecked();
    await expectNoViolationsInEitherTheme(page, 'people in administration');
    await expectFits(page, 'administration');
    await saveScreen(page, `administration-people-${device.name}`);
    await page.getByRole('button', { name: 'Decide about 6 people' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decide about 6 people' });
    await dialog.getByLabel('Rule', { exact: true }).selectOption('9');
    await dialog.getByLabel('Reason, as they will read it').fill('Advertising from several accounts.');
    await expect(dialog.getByRole('switch', { name: 'Remove what was reported too' })).toBeChecked();
    await expectNoViolationsInEitherTheme(page, 'deciding about several people');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(rows.filter({ hasText: 'suspended until' })).toHaveCount(6);
    // They leave the open map of somebody else.
    for (const content of wave) await expect(card(ben.page, content)).toHaveCount(0);
    await expect(ofWave).toHaveCount(0);

    // What was reported of them waits no more.
    const walt = await new TestPerson(server.url).signIn('Walt', administratorEmail);
    for (const [state, count] of [
      ['open', 0],
      ['resolved', 1],
    ] as const) {
      const { data } = await walt.get(listReports, { query: { state } });
      expect(data.filter(({ targetId }) => targetId === reportedId)).toHaveLength(count);
    }

    for (const [tab, shown] of [
      ['Server', 'Running since'],
      ['Settings in force', 'ADMIN_EMAILS'],
      ['Moderators', 'Administrator'],
      ['Who may come in', 'Blocked sign-ins'],
      ['Decisions', 'Suspended'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel').getByText(shown).first()).toBeVisible();
      await expectNoViolationsInEitherTheme(page, `${tab} in administration`);
      await expectFits(page, 'administration');
      await saveScreen(page, `administration-${tab.split(' ')[0]!.toLowerCase()}-${device.name}`);
    }
  });
}

test('an administrator lets somebody in again whose account was closed', async ({ signIn, server }) => {
  const admin = await new TestPerson(server.url).signIn('Walt', administratorEmail);
  const closed = await new TestPerson(server.url).signIn('Closed for good', emailFor('Closed for good'));
  const body = { personId: closed.id, action: 'close' as const, rule: 7, reason: 'A threat.' };
  const { data } = await admin.get(decide, { body });
  const { page } = await signIn({ name: 'Walt', email: administratorEmail });
  await page.goto('/admin');
  await page.getByRole('tab', { name: 'Who may come in' }).click();
  await expect(page.getByRole('tab', { name: 'Moderators' })).toBeVisible();
  const row = page.getByRole('region', { name: 'Blocked sign-ins' }).getByRole('listitem');
  const own = row.filter({ hasText: 'Closed for good' });
  await expect(own).toContainText('Blocked until');
  await expect(own).toContainText(`Rule 7 · Number ${data.number}`);
  await own.getByRole('button', { name: 'Let them in again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Let them in again' });
  await expectNoViolationsInEitherTheme(page, 'letting somebody in again');
  await dialog.getByRole('button', { name: 'Let them in again' }).click();
  // Behind the dialog no row is to be found either.
  await expect(dialog).toHaveCount(0);
  await expect(own).toHaveCount(0);
  expect(
    (await admin.get(listBlockedIdentities, { query: {} })).data.map(({ person }) => person?.id),
  ).not.toContain(closed.id);
  await page.goto('/moderation/moderators');
  await expect(page.getByText('named by the settings of the server').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Who may come in' })).toHaveCount(0);
});

test('nobody else is told that the page is there', async ({ signIn, openBrowser }) => {
  const { page } = await signIn({ name: 'Curious' });
  const visitor = await openBrowser();
  for (const each of [page, visitor]) {
    await each.goto('/admin/people');
    await expect(each.getByRole('heading', { level: 1, name: 'There is nothing here' })).toBeVisible();
  }
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
});
