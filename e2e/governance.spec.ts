import { castBoardVote, createMotion, type Motion, voteOnMotion } from '@dazi/contract/governance/governance';
import type { Page } from '@playwright/test';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { closeToasts, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Community Governance' });
const opener = (page: Page) =>
  page.locator('.shell-header').getByRole('button', { name: 'Community Governance' });
const toast = (page: Page, text: string) => page.locator('.toasts').getByText(text, { exact: true });

async function openTab(page: Page, name: string | RegExp): Promise<void> {
  await opener(page).click();
  await dialogOf(page).getByRole('tab', { name }).click();
}

const vote = (voter: TestPerson, candidate: TestPerson, action: 'add' | 'remove') =>
  voter.get(castBoardVote, { body: { candidateId: candidate.id, action } });

/** Everybody votes for everybody else: nobody in the town has as many votes. */
async function takeTheSeats(people: readonly TestPerson[]): Promise<void> {
  await Promise.all(
    people.map(async (voter) => {
      for (const candidate of people) if (candidate !== voter) await vote(voter, candidate, 'add');
    }),
  );
}

const move = async (by: TestPerson, title: string): Promise<Motion> =>
  (await by.get(createMotion, { body: { title, content: `${title}, for everybody.` } })).data;

test('GOV-024 GOV-055 twelve say YES, one by a browser, and it is resolved; a NO ends another', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(/403 .*\/vote/, /404 .*\/motions\/none/);
  const nora = await signIn({ name: 'Nora Chair' });
  const { page } = nora;
  const noraByApi = await personOf(nora);
  const others = await Promise.all([...'ABCDEFGHIJK'].map((letter) => somebody(`Seat ${letter}`)));
  const [first] = others as [TestPerson, ...TestPerson[]];
  // Of the motions that wait she is told with her seat, while she does something else.
  await page.goto('/terms-policy');
  await expect(opener(page)).toHaveAccessibleName('Community Governance');
  const listOf = async (what: 'motions' | 'board-members') =>
    (await (await page.request.get(`/api/governance/${what}`)).json()).data;
  const [formerLeader] = await listOf('board-members');
  await takeTheSeats([noraByApi, ...others]);
  const waiting = (await listOf('motions')).filter(({ status }: Motion) => status === 'PENDING').length;
  await expect(opener(page)).toHaveAccessibleName(
    `Community Governance, ${waiting} ${waiting === 1 ? 'motion waits' : 'motions wait'} for your vote`,
    { timeout: 30_000 },
  );
  await expect(opener(page).locator('.badge')).toHaveText(String(waiting));

  // By keys alone: it opens on the rules, arrows choose the tab, Escape gives the focus back.
  await opener(page).focus();
  await page.keyboard.press('Enter');
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('tab', { name: 'Community Rules' })).toHaveAttribute('aria-selected', 'true');
  await expect(dialog).toContainText('Dazi: rules of the neighbourhood');
  await expect(dialog).toContainText('every decision names the rule and the reason.');
  await dialog.getByRole('tab', { name: 'Community Rules' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('tab', { name: 'Board Members (12/12)' })).toBeFocused();
  const seats = dialog.getByRole('list', { name: 'Board Members' }).getByRole('listitem');
  await expect(seats).toHaveCount(12);
  const own = seats.filter({ hasText: 'Nora Chair' });
  await expect(own).toContainText(/You.*11 votes/);
  await expect(own.getByRole('button')).toHaveCount(0);
  // Whom a seat would come to next stands behind the twelve.
  const behind = dialog.getByRole('region', { name: 'Next in line' }).getByRole('listitem');
  await expect(behind.first()).toContainText(/^13/);
  await expect(behind.first()).toContainText(formerLeader.name);
  await expect(behind.first().getByRole('button', { name: `Vote: ${formerLeader.name}` })).toBeVisible();
  await expect(behind.filter({ hasText: /Nora|Seat/ })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /^Voted: Seat/ })).toHaveCount(11);
  await expectNoViolationsInEitherTheme(page, 'board members');
  await saveScreen(page, 'governance-board');
  // Where one is stands in the address: it survives a reload, and going back closes it at once.
  await expect(page).toHaveURL(/\/terms-policy\?governance=board$/);
  await page.reload();
  await expect(seats).toHaveCount(12);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/terms-policy$/);
  await opener(page).click();
  await expect(dialog.getByRole('tab', { name: 'Community Rules' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await expect(page).toHaveURL(/\/terms-policy$/);

  // A motion needs a title and a text.
  await openTab(page, /^Resolutions/);
  await expect(dialog.getByRole('tab', { name: 'Resolutions (1)' })).toBeVisible();
  await dialog.getByRole('button', { name: 'New motion' }).click();
  const create = dialog.getByRole('button', { name: 'Create motion' });
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await expect(create).toBeDisabled();
  await dialog.getByLabel('Title').fill('Benches by the canal');
  await dialog.getByLabel('What is to be resolved').fill('   ');
  await expect(create).toBeDisabled();
  await dialog.getByLabel('What is to be resolved').fill('Three of them, in the shade.');
  await expectNoViolationsInEitherTheme(page, 'new motion');
  await create.click();
  const motion = (title: string) => dialog.getByRole('article').filter({ hasText: title });
  const benches = motion('Benches by the canal');
  await expect(dialog.getByRole('article').first()).toContainText('Benches by the canal');
  await expect(benches).toContainText(/PENDING.*0 of 12 YES, a single NO ends it/);

  // Eleven say YES while she looks, hers is the twelfth.
  const [{ id: motionId }] = (await (await page.request.get('/api/governance/motions')).json()).data;
  for (const member of others)
    await member.get(voteOnMotion, { params: { motionId }, body: { vote: 'YES' } });
  await expect(benches).toContainText('11 of 12 YES');
  await expect(benches.getByRole('list', { name: 'Ballots' }).getByRole('link')).toHaveCount(11);
  await expect(benches.getByRole('link', { name: 'Seat A: YES' })).toHaveAttribute(
    'href',
    `/profile/${first.id}`,
  );
  await expectNoViolationsInEitherTheme(page, 'motions');
  await saveScreen(page, 'governance-motions');
  // It decides for good, and is asked about.
  await benches.getByRole('button', { name: 'YES', exact: true }).click();
  await expect(page.getByText('Your YES passes this motion')).toBeVisible();
  await page.getByRole('button', { name: 'Vote YES' }).dblclick();
  await expect(dialog.getByRole('tab', { name: 'Resolutions (2)' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // It stands among the resolutions from then on, unfolded, and nowhere else.
  await expect(benches).toHaveCount(0);
  const resolutions = dialog.getByRole('region', { name: 'Resolutions' }).locator('details');
  await expect(resolutions.first()).toContainText(/^2Benches by the canalPassed .*12 YES, 0 NO/);
  await expect(resolutions.first()).toContainText('Three of them, in the shade.');
  await expect(resolutions.first().getByText('Three of them, in the shade.')).toBeInViewport();
  await expect(page).toHaveURL(/governance=resolution-2$/);
  await expect(resolutions.first().getByRole('listitem')).toHaveCount(12);
  await expectNoViolationsInEitherTheme(page, 'resolutions');
  await page.context().grantPermissions(['clipboard-write']);
  await resolutions.first().getByRole('button', { name: 'Share' }).click();
  await expect(toast(page, 'Link copied')).toBeVisible();
  await resolutions.first().locator('summary').click();
  await expect(page).toHaveURL(/governance=resolutions$/);
  await page.goto(`/?governance=motion-${motionId}`);
  await expect(page).toHaveURL(/governance=resolution-2$/);
  await expect(resolutions.first().getByText('Three of them, in the shade.')).toBeInViewport();
  await page.goto('/terms-policy?governance=motion-none');
  await expect(dialog).toContainText('Motion not found');

  // A ballot is final; a NO ends a motion.
  await move(first, 'A fountain');
  await move(first, 'Louder bells');
  const fountain = motion('A fountain');
  await fountain.getByRole('button', { name: 'YES', exact: true }).click();
  await expect(fountain.getByRole('button', { name: 'You voted YES' })).toBeDisabled();
  await expect(fountain.getByRole('button', { name: 'NO', exact: true })).toBeDisabled();
  const no = motion('Louder bells').getByRole('button', { name: 'NO', exact: true });
  const asking = page.getByRole('dialog', { name: 'NO ends this motion' });
  await no.click();
  await expect(asking).toContainText('“Louder bells” fails at once and for good');
  await expectNoViolationsInEitherTheme(page, 'the question before a NO');
  await saveScreen(page, 'governance-no');
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(asking).toBeHidden();
  await expect(motion('Louder bells')).toContainText('PENDING');
  await no.click();
  await asking.getByRole('button', { name: 'Vote NO' }).dblclick();
  await expect(asking).toBeHidden();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(motion('Louder bells')).toContainText('FAILED');
  await expect(dialog.getByRole('article').first()).toContainText('A fountain');

  // She loses her seat while she looks at a motion, and votes before she hears of it.
  await move(first, 'Free ice cream');
  const iceCream = motion('Free ice cream');
  await expect(iceCream.getByRole('button', { name: 'YES', exact: true })).toBeEnabled();
  let hear = () => {};
  const hearing = new Promise<void>((resolve) => {
    hear = resolve;
  });
  // Both say who may vote.
  await page.route(/\/api\/governance\/(board-members|motions)/, (route) =>
    route.request().method() === 'GET' ? hearing.then(() => route.continue()) : route.continue(),
  );
  for (const member of others) await vote(member, noraByApi, 'remove');
  await iceCream.getByRole('button', { name: 'YES', exact: true }).click();
  await expect(iceCream.getByRole('alert')).toHaveText('Only board members can do this');
  hear();
  await expect(iceCream).toContainText('0 of 12 YES');
  await expect(iceCream.getByRole('button', { name: /YES|NO/ })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'New motion' })).toHaveCount(0);
  await expect(fountain).toContainText('0 of 12 YES');
  // Her ballot is still there, and it is said that it does not count.
  await expect(
    fountain.getByRole('link', { name: 'Nora Chair: YES, not counted: no longer on the board' }),
  ).toBeVisible();
  await expect(fountain).toContainText('The greyed ballot does not count');
  await expectNoViolationsInEitherTheme(page, 'a ballot that does not count');
  await saveScreen(page, 'governance-seat-lost');
  await page.goto('/terms-policy');
  await expect(opener(page)).toHaveAccessibleName('Community Governance');
  await expect(opener(page).locator('.badge')).toHaveCount(0);
});

test('GOV-052 a board vote from a profile and from the list is told, and taken back', async ({
  signIn,
  guard,
}) => {
  guard.expect(/net::ERR_FAILED/, /429 .*\/board-votes$/);
  const { page, id } = await signIn({ name: 'Piet Voter' });
  const { data: board } = await (await page.request.get('/api/governance/board-members')).json();
  const [{ id: memberId, name }] = board;
  await page.goto(`/profile/${memberId}`);
  await page.getByRole('button', { name: 'Vote for the board' }).click();
  await expect(toast(page, `Voted for ${name} for board membership`)).toBeVisible();
  const voted = page.getByRole('button', { name: 'Voted for the board' });
  await expect(voted).toBeVisible();
  await page.reload();
  await expect(voted).toBeVisible();
  await expectNoViolationsInEitherTheme(page, 'profile with a board vote');
  await voted.click();
  await expect(toast(page, `Removed vote for ${name} for board membership`)).toBeVisible();
  await page.route('**/api/governance/board-votes', (route) => route.abort());
  await page.getByRole('button', { name: 'Vote for the board' }).click();
  await expect(toast(page, 'Failed to vote')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Vote for the board' })).toBeVisible();
  await page.unroute('**/api/governance/board-votes');
  await closeToasts(page);
  await page.route('**/api/governance/board-votes', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '9' },
      json: { success: false, error: 'Too many requests', code: 'TOO_MANY_REQUESTS' },
    }),
  );
  await page.getByRole('button', { name: 'Vote for the board' }).click();
  await expect(toast(page, 'Failed to vote')).toBeVisible();
  await expect(toast(page, 'Too many requests. Please try again in 9 seconds.')).toBeVisible();
  await page.unroute('**/api/governance/board-votes');

  await page.goto(`/profile/${id}`);
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await expect(page.getByRole('button', { name: /for the board/ })).toHaveCount(0);

  await openTab(page, /^Board Members/);
  const row = dialogOf(page).getByRole('listitem').filter({ hasText: name }).first();
  const { vote_count: votes } = board[0];
  await expect(row).toContainText(`${votes} votes`);
  await row.getByRole('button', { name: `Vote: ${name}` }).click();
  await expect(toast(page, `Voted for ${name} for board membership`)).toBeVisible();
  await expect(row).toContainText(`${votes + 1} votes`);
  await row.getByRole('button', { name: `Voted: ${name}` }).click();
  await expect(toast(page, `Removed vote for ${name} for board membership`)).toBeVisible();
  await expect(row).toContainText(`${votes} votes`);
  await row.getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(`/profile/${memberId}$`));
  await expect(dialogOf(page)).toBeHidden();
});

test('GOV-060 visitors read the records from the landing, and verify them', async ({
  openBrowser,
  guard,
}) => {
  guard.expect(/500 .*\/voting-records/, /net::ERR_FAILED/);
  const page = await openBrowser({ device: phoneDevice });
  await page.goto('/');
  await page.getByRole('button', { name: 'Community Guidelines' }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole('tab', { name: 'Voting Records' })).toHaveAttribute('aria-selected', 'true');
  const records = dialog.locator('.governance-record');
  await expect(records).toHaveCount(20);
  await expect(records.first()).toContainText(/voted for.*, 20\d\d, \d+:\d\d/);
  await expect(records.first().getByRole('link')).toHaveCount(2);
  await expectNoViolationsInEitherTheme(page, 'voting records on a phone');
  await expectFits(page, 'voting records');
  await saveScreen(page, 'governance-records-phone');
  await dialog.getByRole('button', { name: 'Load more' }).click();
  await expect(records).toHaveCount(40);

  // Verified on this device: all of it; then with one link that says something else.
  const verify = dialog.getByRole('button', { name: 'Verify the records' });
  await verify.click();
  const { data: links, head } = await (await page.request.get('/api/governance/chains/resolutions')).json();
  await expect(dialog.getByRole('status')).toContainText('All records fit.');
  await expect(dialog.getByRole('status')).toContainText(`Resolutions: ${links.length} link`);
  await expect(dialog.getByRole('status')).toContainText(head.hash);
  await expectNoViolationsInEitherTheme(page, 'records that fit');
  await saveScreen(page, 'governance-verified-phone');
  await page.route('**/api/governance/chains/board-votes*', async (route) => {
    const answer = await (await route.fetch()).json();
    answer.data[2].parts[2] = 'REMOVED';
    await route.fulfill({ json: answer });
  });
  await verify.click();
  await expect(dialog.getByRole('status')).toHaveText(
    'The records do not fit. The first thing that is wrong: board vote 3 does not fit the chain.',
  );
  await expectNoViolationsInEitherTheme(page, 'records that do not fit');
  await saveScreen(page, 'governance-falsified-phone');
  await page.evaluate(() => Object.defineProperty(crypto, 'subtle', { value: undefined }));
  await verify.click();
  await expect(dialog).toContainText('Browsers verify only what came by a secure connection.');

  // What fails says so, and goes on with another attempt.
  const list = '**/api/governance/voting-records*';
  const recordsTab = dialog.getByRole('tab', { name: 'Voting Records' });
  const rulesTab = dialog.getByRole('tab', { name: 'Community Rules' });
  await page.route('**/manifesto.txt', (route) => route.abort());
  await page.route(list, (route) => route.fulfill({ status: 500, body: 'out of ink' }));
  await page.goto('/terms-policy');
  await opener(page).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to load community rules text.');
  await page.unroute('**/manifesto.txt');
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog).toContainText('Be kind.');
  await expectFits(page, 'community rules');
  await recordsTab.click();
  await expect(dialog.getByRole('alert')).toHaveText('Failed to load voting records (500): out of ink');
  await page.unroute(list);
  await page.route(list, (route) => route.abort());
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Network error: Failed to fetch');
  await expectNoViolationsInEitherTheme(page, 'records that failed');
  await page.unroute(list);
  await page.route(list, (route) => route.fulfill({ json: { success: true, data: [], nextCursor: null } }));
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog.getByText('No voting records yet')).toBeVisible();
  await page.unroute(list);
  await rulesTab.click();
  await recordsTab.click();
  await expect(records).toHaveCount(20);

  await dialog.getByRole('tab', { name: /^Resolutions/ }).click();
  await expect(dialog.getByRole('button', { name: /YES|NO|New motion/ })).toHaveCount(0);
  await expectFits(page, 'resolutions');
  // Whoever wants to vote is led to sign in.
  await dialog.getByRole('tab', { name: /^Board Members/ }).click();
  await expectFits(page, 'board members');
  await dialog
    .getByRole('button', { name: /^Vote: / })
    .first()
    .click();
  await expect(toast(page, 'Please sign in to continue')).toBeVisible();
  await expect(page.locator('.toasts').getByRole('button', { name: 'Sign in' })).toBeVisible();
  await closeToasts(page);
  await dialog.getByRole('tab', { name: 'Voting Records' }).click();
  await records.first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/profile\/[\w-]+$/);
  await expect(dialog).toBeHidden();
});
