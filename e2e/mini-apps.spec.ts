import { removeMessage } from '@dazi/contract/chat/conversations';
import {
  addMiniApp,
  completeMiniApp,
  getMiniApp,
  getQuestionnaire,
  listParticipations,
  participate,
} from '@dazi/contract/mini-apps/mini-apps';
import type { Locator, Page } from '@playwright/test';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { boxesOf } from './boxes.ts';
import { openChat, openRoom, write } from './chatting.ts';
import { administratorEmail } from './dazi-server.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { live } from './live-news.ts';
import { shareOfColour } from './pixels.ts';
import { mapReady, nothingOver, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const card = (page: Page, type: string): Locator => page.locator(`.mini-apps-card[data-app="${type}"]`);
const result = (page: Page, type: string): Locator => page.locator(`.mini-apps-result[data-app="${type}"]`);
const dialog = (page: Page): Locator => page.getByRole('dialog');
const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true }).click();

/** Answers with the given places, the first of two being 0. */
async function answer(page: Page, places: readonly number[]): Promise<void> {
  for (const [index, place] of places.entries()) {
    await expect(page.getByText(`Question ${index + 1} of ${places.length}`)).toBeVisible();
    const isLast = index === places.length - 1;
    const next = page.getByRole('button', { name: isLast ? 'submit' : 'Next', exact: true });
    await expect(next).toBeDisabled();
    await page.getByRole('radio').nth(place).check();
    await next.click();
  }
}

const framesDrawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((drawn) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn, 100))),
      ),
  );

test('QUIZ-019 to QUIZ-032 two people play the quiz, see who they are to each other, and find it again', async ({
  signIn,
  personOf,
  guard,
}) => {
  const mira = await signIn({ name: 'Mira Quill', device: desktop });
  const tove = await signIn({ name: 'Tove Inkwell', device: phoneDevice });
  const chat = await openRoom([await personOf(mira), await personOf(tove)], 'Quiz evening');
  await openChat(mira.page, chat);
  await openChat(tove.page, chat);
  const { page } = mira;

  // The picker, by keyboard alone.
  const add = page.getByRole('button', { name: 'Add mini app' });
  await expect(add).toHaveAttribute('title', 'Add mini app');
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Add Mini App' })).toBeVisible();
  const search = page.getByRole('searchbox');
  await expect(search).toBeFocused();
  await expect(dialog(page).getByRole('listitem')).toHaveText([
    /Compatibility Quiz.*games.*Max 10 participants/s,
    /Quick Poll.*polls.*Max 500 participants/s,
    /Meeting Point.*tools.*Max 48 participants/s,
    /Ice Breaker.*social.*Max 100 participants/s,
  ]);
  await expectNoViolationsInEitherTheme(page, 'the picker');

  // Going back closes what lies over the conversation, one after the other, and not the conversation.
  await dialog(page)
    .getByRole('button', { name: /^Quick Poll/ })
    .click();
  await expect(dialog(page).getByRole('heading', { name: 'Quick Poll' })).toBeVisible();
  await page.goBack();
  await expect(dialog(page).getByRole('heading', { name: 'Add Mini App' })).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(chat.conversationId));
  await nothingOver(page);
  await press(page, 'Add mini app');
  await search.fill('chess');
  await expect(page.getByText('Nothing matches “chess” in All.')).toBeVisible();
  await press(page, 'Clear search');
  await press(page, 'polls');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  await press(page, 'All');
  await search.fill('alike');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  await search.press('ArrowDown');

  // A failure to add is said, and the picker stays.
  guard.expect(/500 .*\/mini-apps$/);
  await page.route('**/mini-apps', (route) => route.fulfill({ status: 500, json: {} }));
  await page.keyboard.press('Enter');
  // How it is to be comes first.
  const count = page.getByLabel('How many questions');
  await expect(count).toHaveValue('5');
  await count.fill('21');
  await expect(page.getByRole('button', { name: 'Add to conversation' })).toBeDisabled();
  await count.fill('5');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Failed to add mini app')).toBeVisible();
  await page.unroute('**/mini-apps');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“Compatibility Quiz” was added to the conversation')).toBeVisible();
  await expect(dialog(page)).toBeHidden();

  // The other one sees it at once, and plays first.
  const theirs = card(tove.page, 'compatibility-quiz');
  await expect(theirs).toContainText('Nobody has answered yet', live);
  await press(theirs, 'Start questionnaire');
  await expectNoViolationsInEitherTheme(tove.page, 'a question');
  // Keys are named where there are some to press.
  await expect(tove.page.locator('.mini-apps-quiz-key').first()).toBeHidden();
  const back = tove.page.getByRole('button', { name: 'Back', exact: true });
  await expect(back).toBeDisabled();
  await answer(tove.page, [0, 0, 0, 0, 0]);
  await expect(dialog(tove.page)).toContainText('The quiz is waiting for other members.');
  await press(tove.page, 'Back to the conversation');
  await expect(theirs).toContainText('1 answered, waiting for others');
  const own = card(page, 'compatibility-quiz');
  await expect(own).toContainText('1 of 2 answered', live);

  // What one has answered is there to read, not to change.
  await press(theirs, 'View questionnaire');
  await expect(tove.page.getByRole('radio').first()).toBeChecked();
  await expect(tove.page.getByRole('radio').first()).toBeDisabled();
  await expect(back).toBeHidden();
  await tove.page.goBack();
  await expect(dialog(tove.page)).toBeHidden();
  await expect(tove.page).toHaveURL(new RegExp(chat.conversationId));

  // The second one: a failure to submit is said, and nothing is lost. 4 of 5 match.
  await press(own, 'Start questionnaire');
  await expect(page.locator('.mini-apps-quiz-key').first()).toBeVisible();
  guard.expect(/500 .*\/participate$/);
  await page.route('**/participate', (route) => route.fulfill({ status: 500, json: {} }));
  await answer(page, [1, 0, 0, 1, 1]);
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to submit quiz. Please try again.');
  await page.unroute('**/participate');
  // Why is said where it is known: trying again at once would be in vain.
  guard.expect(/429 .*\/participate$/);
  const tooMany = { success: false, error: 'Too many requests', code: 'TOO_MANY_REQUESTS' };
  await page.route('**/participate', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '9' }, json: tooMany }),
  );
  await press(page, 'submit');
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Failed to submit quiz. Too many requests. Please try again in 9 seconds.',
  );
  await page.unroute('**/participate');
  await page.keyboard.press('Escape');
  await press(own, 'Start questionnaire');
  for (let question = 1; question < 5; question++) await press(page, 'Next');
  await page.getByRole('button', { name: 'submit', exact: true }).dblclick();
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
  await expect(dialog(page)).toContainText('See the pairing result in the conversation.');
  await press(page, 'Back to the conversation');
  for (const one of [page, tove.page]) {
    await expect(card(one, 'compatibility-quiz')).toContainText('Completed, 2 participants', live);
    await expect(result(one, 'compatibility-quiz')).toContainText(
      'Tove Inkwell and Mira Quill get on splendidly: 80% compatible',
      live,
    );
  }
  await tove.page.setViewportSize({ width: 360, height: 640 });
  // Two names are read in a line or two, and what can be pressed keeps its distance from the faces.
  const names = theirs.locator('.mini-apps-quiz-best b').first();
  expect((await names.boundingBox())!.height).toBeLessThan(48);
  const [faces, actions] = await boxesOf(
    theirs.locator('.mini-apps-faces'),
    theirs.locator('.mini-apps-actions'),
  );
  expect(actions.y).toBeGreaterThanOrEqual(faces.y + faces.height + 12);
  await expectFits(tove.page, 'the quiz and its result');

  // Ranking and comparison.
  await press(own, 'View results');
  await expect(dialog(page)).toContainText('2 participants, 1 pair, closest first');
  await dialog(page).getByRole('button', { name: 'Place 1: Tove Inkwell and Mira Quill, 80%' }).click();
  await expect(dialog(page)).toContainText('4 of 5 answers match');
  await expect(dialog(page).getByRole('img', { name: 'No match' })).toHaveCount(1);
  await expect(dialog(page).getByRole('img', { name: 'Match', exact: true })).toHaveCount(4);
  await expectNoViolationsInEitherTheme(page, 'the comparison');
  await saveScreen(page, 'quiz-comparison');
  await page.goBack();
  await expect(dialog(page)).toContainText('2 participants, 1 pair, closest first');
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await press(result(page, 'compatibility-quiz'), 'View results');
  await dialog(page)
    .getByRole('button', { name: /^Place 1/ })
    .click();
  await expect(dialog(page)).toContainText('4 of 5 answers match');
  await press(dialog(page), 'Close');
  await expect(dialog(page)).toBeHidden();
  await nothingOver(page);
  await expect(page).toHaveURL(new RegExp(chat.conversationId));

  // By keyboard: Escape leads back step by step, and each time to what was pressed; closing ends both.
  for (const within of [own, result(page, 'compatibility-quiz')]) {
    const opener = within.getByRole('button', { name: 'View results' });
    const pair = dialog(page).getByRole('button', { name: /^Place 1/ });
    for (const goBack of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
      await opener.press('Enter');
      await pair.press('Enter');
      await expect(dialog(page)).toContainText('4 of 5 answers match');
      await expect.poll(() => page.evaluate(() => history.state.usr.over)).toMatch(/\/pair$/);
      // The dialog below learns a moment after it is shown that another one is on top.
      await framesDrawn(page);
      await goBack();
      await expect(pair).toBeFocused();
      await expect.poll(() => page.evaluate(() => history.state.usr.over)).not.toMatch(/\/pair$/);
      await goBack();
      await expect(opener).toBeFocused();
      await nothingOver(page);
    }
    await opener.press('Enter');
    await pair.press('Enter');
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).press('Enter');
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
    await nothingOver(page);
  }

  // Closed before the history has followed what opened last.
  for (const wait_ms of [0, 2, 5, 10, 20]) {
    await press(result(page, 'compatibility-quiz'), 'View results');
    await dialog(page)
      .getByRole('button', { name: /^Place 1/ })
      .evaluate(async (place: HTMLElement, wait: number) => {
        place.click();
        await new Promise((resolve) => setTimeout(resolve, wait));
        document
          .querySelector<HTMLElement>('[role=dialog]:has(.mini-apps-quiz-compared) > header > :last-child')
          ?.click();
      }, wait_ms);
    await expect(dialog(page)).toBeHidden();
    await nothingOver(page);
    await expect(page).toHaveURL(new RegExp(chat.conversationId));
  }

  // Loaded anew with two dialogs over each other, the conversation is there without them, and without their entries.
  await press(theirs, 'View results');
  await dialog(tove.page)
    .getByRole('button', { name: /^Place 1/ })
    .click();
  await expect(dialog(tove.page)).toContainText('4 of 5 answers match');
  await tove.page.reload();
  await expect(card(tove.page, 'compatibility-quiz')).toContainText('Completed, 2 participants');
  await nothingOver(tove.page);
  await expect(dialog(tove.page)).toBeHidden();
  await expect(tove.page).toHaveURL(new RegExp(chat.conversationId));
  await expect(result(tove.page, 'compatibility-quiz')).toContainText('80% compatible');
});

test('MINI-019 to MINI-038 a poll counts live and after a break, one card is open at a time, and what breaks breaks alone', async ({
  server,
  signIn,
  personOf,
  guard,
}) => {
  const ada = await signIn({ name: 'Ada Ballot', device: desktop });
  const ben = await signIn({
    name: 'Ben Tally',
    device: phoneDevice,
    options: { viewport: { width: 320, height: 640 } },
  });
  const me = await personOf(ada);
  const chat = await openRoom([me, await personOf(ben)], 'Where to');
  await openChat(ada.page, chat);
  await openChat(ben.page, chat);
  const { page } = ada;
  await press(page, 'Add mini app');
  await dialog(page)
    .getByRole('button', { name: /^Quick Poll/ })
    .click();
  const submit = page.getByRole('button', { name: 'Add to conversation' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('Question').fill('Where do we meet?');
  await page.getByLabel('Option 1').fill('Palms');
  await page.getByLabel('Option 2').fill('palms ');
  await expect(page.getByText('Two options are the same.')).toBeVisible();
  await page.getByLabel('Option 2').fill('Water tower');
  await expectNoViolationsInEitherTheme(page, 'the poll');
  const [added] = await Promise.all([
    page.waitForResponse((response) => /\/mini-apps$/.test(response.url())),
    submit.click(),
  ]);
  const pollId: string = (await added.json()).data.id;
  const own = card(page, 'poll');
  await own.getByRole('radio', { name: 'Palms' }).check();
  await press(own, 'Vote');
  await expect(own).toContainText('1 of 2 voted');

  const theirs = card(ben.page, 'poll');
  await expect(theirs).toContainText('1 of 2 voted', live);
  await press(theirs, 'Vote');
  await theirs.getByRole('radio', { name: 'Water tower' }).check();
  await press(theirs, 'Vote');
  await expectFits(ben.page, 'the poll');
  await expect(own.getByRole('listitem')).toHaveText([/Palms.*50%/s, /Water tower.*50%/s], live);
  await press(theirs, 'Change vote');
  await theirs.getByRole('radio', { name: 'Palms' }).check();
  await press(theirs, 'Vote');
  await expect(own.getByRole('listitem')).toHaveText([/Palms.*100%/s, /Water tower.*0%/s], live);
  // The bar fills its track from top to bottom.
  await own.locator('.mini-apps-poll-meter').first().scrollIntoViewIfNeeded();
  const [track] = await boxesOf(own.locator('.mini-apps-poll-meter').first());
  const brand = await ada.page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--brand)';
    const parts = getComputedStyle(probe).color.match(/\d+/g)!.map(Number);
    probe.remove();
    return parts as [number, number, number];
  });
  // Where it begins and ends within a pixel that one is of both.
  const [top, bottom] = [Math.ceil(track.y) + 1, Math.floor(track.y + track.height) - 1];
  const clip = { x: Math.round(track.x + track.width / 3), y: top, width: 20, height: bottom - top };
  await expect.poll(() => shareOfColour(ada.page, brand, clip)).toBeGreaterThan(0.9);

  // Who voted, a page at a time.
  await page.route('**/participations*', (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    return route.continue({ url: url.href });
  });
  await page.reload();
  await press(own, 'Open Where do we meet?');
  await own.getByText('Who voted').click();
  const voters = own.getByRole('list', { name: 'Who voted' }).getByRole('listitem');
  await expect(voters).toHaveText([/Ada Ballot.*Palms/]);
  await press(own, 'Load more');
  await expect(voters).toHaveText([/Ada Ballot.*Palms/, /Ben Tally.*Palms/]);
  await expect(own.getByRole('button', { name: 'Load more' })).toBeHidden();

  // The connection breaks; what she votes meanwhile, elsewhere, is there when they are back, without a reload.
  guard.expect(/net::ERR_/, /503 .*\/api\//);
  const first = (poll: Locator) => poll.getByRole('listitem').first();
  const votes = (place: number) =>
    me.get(participate, { params: { miniAppId: pollId }, body: { data: { answers: [place] } } });
  await ben.page.route('**/api/conversations/events', (route) => route.abort());
  await server.stop();
  await server.start();
  await votes(1);
  await expect(first(theirs)).toHaveText(/Palms.*100%/s);
  await ben.page.unroute('**/api/conversations/events');
  for (const poll of [theirs, own]) await expect(first(poll)).toHaveText(/Palms.*50%/s);
  await votes(0);
  for (const poll of [theirs, own]) await expect(first(poll)).toHaveText(/Palms.*100%/s, live);

  // Only one card is expanded.
  await press(page, 'Add mini app');
  await dialog(page)
    .getByRole('button', { name: /^Ice Breaker/ })
    .click();
  await submit.click();
  const ice = card(page, 'ice-breaker');
  await ice.getByLabel('Your answer').fill('The bus driver sang.');
  await expect(own).toHaveAttribute('data-expanded', 'false');
  await press(ice, 'Answer');
  await expect(ice).toContainText('The bus driver sang.');
  await press(own, 'Open Where do we meet?');
  await expect(ice).toHaveAttribute('data-expanded', 'false');

  await press(own, 'Close it');
  await press(dialog(page), 'Close it');
  await expect(result(ben.page, 'poll')).toContainText('Where do we meet?: Palms with 2 of 2', live);
  await expect(theirs).toContainText('Closed, 2 participants', live);
  await expect(theirs.getByRole('button', { name: 'Change vote' })).toBeHidden();

  // Nothing comes: that is said beside what can be done. Then what is wrong in each message.
  guard.expect(/500 .*\/api\/mini-apps\//);
  await ben.page.route('**/api/mini-apps/*', (route) => route.fulfill({ status: 500, json: {} }));
  await ben.page.reload();
  const failed = ben.page.getByRole('alert').filter({ hasText: 'Error: Failed to load participation data' });
  await expect(failed).toHaveCount(2);
  await ben.page.unroute('**/api/mini-apps/*');
  await press(failed.first(), 'Retry');
  await expect(theirs).toContainText('Closed, 2 participants');

  await ben.page.route(`**/api/conversations/${chat.conversationId}?*`, async (route) => {
    const answered = await route.fetch();
    const json = await answered.json();
    const said = json.data.messages as { type: string; content: string }[];
    const apps = said.filter(({ type }) => type === 'MINI_APP');
    apps[0]!.content = apps[0]!.content.replace('"poll"', '"karaoke"');
    apps[1]!.content = '{broken';
    said.find(({ type }) => type === 'MINI_APP_RESULT')!.content = '{}';
    await route.fulfill({ response: answered, json });
  });
  await ben.page.reload();
  for (const text of [
    'Unknown mini app type: karaoke',
    'Mini app rendering error',
    'Results rendering error',
  ]) {
    await expect(ben.page.getByText(text)).toBeVisible();
  }
  await write(ben.page, 'Still here');
  await expect(
    ben.page.locator('.conversations-log .conversations-bubble', { hasText: 'Still here' }),
  ).toBeVisible();
});

test('MINI-021 QUIZ-037 in a larger group: faces and how many more, a full quiz, a secret poll, an own question', async ({
  signIn,
  personOf,
  somebody,
}) => {
  const ada = await signIn({ name: 'Ada Ballot', device: desktop });
  const names = ['Bo', 'Cleo', 'Dov', 'Eli', 'Fay', 'Gus', 'Hal', 'Ivy', 'Jon', 'Kit'];
  const others = await Promise.all(names.map(somebody));
  const me = await personOf(ada);
  const chat = await openRoom([me, ...others], 'Eleven of us');
  await openChat(ada.page, chat);
  const { page } = ada;
  const submit = page.getByRole('button', { name: 'Add to conversation' });
  const pick = async (name: RegExp) => {
    await press(page, 'Add mini app');
    await dialog(page).getByRole('button', { name }).click();
  };
  const added = async (): Promise<string> => {
    const [answered] = await Promise.all([
      page.waitForResponse((response) => /\/mini-apps$/.test(response.url())),
      submit.click(),
    ]);
    return (await answered.json()).data.id;
  };
  const answers = (from: typeof others, miniAppId: string, of: (index: number) => unknown[]) =>
    Promise.all(
      from.map((person, index) =>
        person.get(participate, { params: { miniAppId }, body: { data: { answers: of(index) } } }),
      ),
    );

  await test.step('a poll with several choices that tells nobody who voted, and nothing before it is closed', async () => {
    await pick(/^Quick Poll/);
    await page.getByLabel('Question').fill('What do we bring?');
    await page.getByLabel('Option 1').fill('Bread');
    await page.getByLabel('Option 2').fill('Cheese');
    await press(page, 'Add option');
    await page.getByLabel('Option 3', { exact: true }).fill('A kite');
    await page.getByRole('switch', { name: 'Several options may be chosen' }).click();
    await page.getByRole('switch', { name: /^Anonymous/ }).click();
    await page.getByRole('radio', { name: 'when closed' }).click();
    const pollId = await added();
    const poll = card(page, 'poll');
    await expect(poll).toContainText('Anonymous');
    await poll.getByRole('checkbox', { name: 'Bread' }).check();
    await poll.getByRole('checkbox', { name: 'A kite' }).check();
    await press(poll, 'Vote');
    await expect(poll).toContainText('Bread, A kite');
    await answers(others.slice(0, 5), pollId, (index) => (index === 0 ? [1, 2] : [2]));
    await expect(poll).toContainText('6 of 11 voted', live);
    await expect(poll).toContainText('The counts appear once the poll is closed.');
    await expect(poll.getByRole('listitem')).toHaveCount(0);
    const [bo] = others;
    const { data: seen } = await bo!.get(listParticipations, { params: { miniAppId: pollId } });
    expect(seen.participations.filter(({ userId, data }) => data !== null && userId !== bo!.id)).toEqual([]);
    await press(poll, 'Close it');
    await press(dialog(page), 'Close it');
    await expect(poll.getByRole('listitem')).toHaveText(
      [/Bread.*17%/s, /Cheese.*17%/s, /A kite.*100%/s],
      live,
    );
    await expect(result(page, 'poll')).toContainText('What do we bring?: A kite with 6 of 6', live);
    await expect(poll).not.toContainText('Bo');
  });

  await test.step('an own question, answered by more than have a face on the card', async () => {
    await pick(/^Ice Breaker/);
    await page.getByRole('radio', { name: 'A question of your own' }).check();
    await expect(submit).toBeDisabled();
    await page.getByLabel('Your question').fill('Which smell takes you home?');
    const iceId = await added();
    const ice = card(page, 'ice-breaker');
    await expect(ice).toContainText('Which smell takes you home?');
    await answers(others.slice(0, 5), iceId, (index) => [`Pine, say ${index} of us`]);
    await expect(ice).toContainText('5 of 11', live);
    await expect(ice).not.toContainText('Pine');
    await ice.getByLabel('Your answer').fill('Wet wool');
    await press(ice, 'Answer');
    await expect(ice).toContainText('Pine, say 4 of us');
    await ice
      .getByRole('button', { name: /^Close Which smell|^Fold/ })
      .or(ice.locator('[aria-expanded=true]'))
      .first()
      .click();
    await expect(ice).toContainText('+3 more');
  });

  await test.step('a quiz takes ten of the eleven', async () => {
    await press(page, 'Add mini app');
    await dialog(page)
      .getByRole('button', { name: /^Compatibility Quiz/ })
      .click();
    const [answered] = await Promise.all([
      page.waitForResponse((response) => /\/mini-apps$/.test(response.url())),
      press(page, 'Add to conversation'),
    ]);
    const quizId: string = (await answered.json()).data.id;
    const { data: quiz } = await me.get(getMiniApp, { params: { miniAppId: quizId } });
    const count = (quiz.details as { questions: unknown[] }).questions.length;
    const places = Array.from({ length: count }, () => 0);
    await answers(others.slice(0, 4), quizId, () => places);
    const own = card(page, 'compatibility-quiz');
    await expect(own).toContainText('+1 more', live);
    await answers(others.slice(4), quizId, () => places);
    await expect(own).toContainText('Completed, 10 participants', live);
    await expect(own.getByRole('button', { name: 'Start questionnaire' })).toBeHidden();
    await expect(own).toContainText('It is full: all 10 places are taken.');
    await press(own, 'View results');
    await expect(dialog(page)).toContainText('10 participants, 45 pairs, closest first');
    await page.keyboard.press('Escape');
  });

  await test.step('a quiz that ended without anybody says so, and offers nothing', async () => {
    const body = { appType: 'compatibility-quiz', title: 'Nobody came' };
    const params = { conversationId: chat.conversationId };
    const { id: miniAppId } = (await me.get(addMiniApp, { params, body })).data;
    const lonely = page.getByRole('article', { name: 'Nobody came' });
    await expect(lonely).toContainText('1 minute', live);
    await me.get(completeMiniApp, { params: { miniAppId } });
    await expect(lonely).toContainText('Closed, nobody took part', live);
    await expect(lonely).not.toContainText(/minute|Completed/);
    await expect(lonely.getByRole('button')).toHaveCount(0);
  });

  await test.step('many open ones: it opens at the end, on a tablet too nothing lies over the picker', async () => {
    const config = { options: ['Tea', 'Coffee'] };
    for (let number = 1; number <= 14; number++) {
      const body = { appType: 'poll', title: `Round ${number}`, config };
      await me.get(addMiniApp, { params: { conversationId: chat.conversationId }, body });
    }
    await page.setViewportSize({ width: 768, height: 1024 });
    await page.reload();
    const newest = page.getByRole('article', { name: 'Round 14' });
    await expect(newest.getByRole('button', { name: 'Vote' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('article', { name: 'Round 5' }).getByRole('button')).not.toHaveCount(0);
    await expect(newest.getByRole('button', { name: 'Vote' })).toBeInViewport({ ratio: 1 });
    await press(page, 'Add mini app');
    await expect(dialog(page)).toContainText('Compatibility Quiz');
  });
});

test('QUIZ-001 to QUIZ-050 the administrator alone manages the questions', async ({
  signIn,
  personOf,
  guard,
}) => {
  const admin = await signIn({ name: 'Justine', email: administratorEmail, device: desktop });
  const other = await signIn({ name: 'Omar Reader', device: desktop });
  const justine = await personOf(admin);
  const chat = await openRoom([justine, await personOf(other)], 'Questions');
  await openChat(admin.page, chat);
  await openChat(other.page, chat);
  const { page } = admin;
  await press(page, 'Add mini app');
  // Pressed twice it is added once.
  const adding = page.waitForResponse((response) => /\/mini-apps$/.test(response.url()));
  await dialog(page)
    .getByRole('button', { name: /^Compatibility Quiz/ })
    .click();
  await page.getByLabel('How many questions').fill('7');
  await page.getByText('Wait for everybody').click();
  await page.getByRole('button', { name: 'Add to conversation' }).dblclick();
  const added = (await (await adding).json()).data;
  expect(added.config).toMatchObject({ maxQuestions: 7, requireAllParticipants: true });
  expect(added.details.questions).toHaveLength(7);
  const miniAppId: string = added.id;
  await expect(dialog(page)).toBeHidden();
  await expect(card(page, 'compatibility-quiz')).toHaveCount(1);
  await expect(card(other.page, 'compatibility-quiz')).toBeVisible(live);
  await expect(other.page.getByRole('button', { name: 'Manage questions' })).toBeHidden();

  const gear = card(page, 'compatibility-quiz').getByRole('button', { name: 'Manage questions' });
  guard.expect(/500 .*\/api\/questionnaire/, /409 .*\/participate$/);
  await page.route('**/api/questionnaire*', (route) => route.fulfill({ status: 500, json: {} }));
  await gear.click();
  await expect(page.getByText('Failed to load questions')).toBeVisible();
  await page.unroute('**/api/questionnaire*');
  await press(page, 'Try Again');
  const questions = page.locator('.mini-apps-quiz-questions > li');
  await expect(questions).toHaveCount(10);
  await expect(page.getByText('Questions 1 and 5 have a meaning of their own')).toBeVisible();
  const firstWords = await questions.nth(0).locator('b').textContent();
  await press(page, 'Move question 1 down');
  await expect(questions.nth(1).locator('b')).toHaveText(firstWords!);
  await expect(questions.nth(0).getByText('opposite', { exact: false })).toHaveCount(1);
  await press(page, 'Move question 2 up');
  await expect(page.getByRole('button', { name: 'Move question 1 up' })).toBeDisabled();
  await press(page, 'Delete question 10');
  await expect(page.getByText('Delete this question?')).toBeVisible();
  await press(page, 'Delete');
  await expect(questions).toHaveCount(9);
  await press(page, 'Add question');
  await press(page, 'Done');
  await expect(dialog(page).getByRole('alert')).toHaveText('Please fill in the question and both options');
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Rain or snow?');
  await page.getByLabel('Option 1').fill('Rain');
  await page.getByLabel('Option 2').fill('Snow');
  await press(page, 'Done');
  await press(page, 'Import');
  await page.getByLabel('One question a line').fill('# mine\n1. Cats or dogs?：Cats／Dogs\nnothing');
  await press(page, 'Take over');
  await expect(page.getByText('1 question taken over. 1 line was ignored.')).toBeVisible();
  await expect(questions).toHaveCount(11);
  await expectNoViolationsInEitherTheme(page, 'the questions');

  // What is not saved is asked about, however it is left.
  const leaving = page.getByRole('dialog', { name: 'Discard your changes?' });
  for (const leave of [() => page.keyboard.press('Escape'), () => page.goBack()]) {
    await leave();
    await expect(leaving).toBeVisible();
    await page.goBack();
    await expect(leaving).toBeHidden();
    await expect(questions).toHaveCount(11);
  }
  await page.route('**/api/questionnaire', (route) => route.abort());
  guard.expect(/ERR_FAILED.*\/api\/questionnaire/);
  await press(page, 'Save');
  await expect(dialog(page).getByRole('alert')).toContainText('Save failed: ');
  await page.unroute('**/api/questionnaire');
  await press(page, 'Save');
  await expect(dialog(page)).toBeHidden();
  const { content } = (await justine.get(getQuestionnaire, { query: {} })).data;
  expect(content.split('\n').slice(-2)).toEqual([
    '10. Rain or snow?：Rain/Snow',
    '11. Cats or dogs?：Cats/Dogs',
  ]);

  await gear.click();
  await press(page, 'Delete question 10');
  await press(page, 'Delete');
  await expect(questions).toHaveCount(10);
  await press(page, 'Cancel');
  await press(leaving, 'Discard');
  await expect(dialog(page)).toBeHidden();
  await nothingOver(page);
  await expect(page).toHaveURL(new RegExp(chat.conversationId));

  // And back to those that every server begins with.
  await gear.click();
  await expect(questions).toHaveCount(11);
  await press(page, 'Default questions');
  await expect(page.getByText('Bring the default questions back?')).toBeVisible();
  await dialog(page).last().getByRole('button', { name: 'Default questions' }).click();
  await expect(dialog(page)).toBeHidden();
  expect((await justine.get(getQuestionnaire, { query: {} })).data.source).toBe('default');

  // What was handed in on another device meanwhile is what counts.
  await press(card(other.page, 'compatibility-quiz'), 'Start questionnaire');
  const { data: quiz } = await justine.get(getMiniApp, { params: { miniAppId } });
  const { questions: asked } = quiz.details as { questions: { options: string[] }[] };
  const data = { answers: asked.map(({ options }) => options[1]) };
  await (await personOf(other)).get(participate, { params: { miniAppId }, body: { data } });
  await answer(
    other.page,
    asked.map(() => 0),
  );
  await expect(dialog(other.page)).toContainText('Your saved answers. They cannot be changed any more.');
  await expect(other.page.getByRole('radio').nth(1)).toBeChecked();
  await other.page.keyboard.press('Escape');

  // Questions that do not come are said so, with a way out.
  const broken = '**/api/mini-apps/*';
  await other.page.route(broken, async (route) => {
    const answered = await route.fetch();
    const json = await answered.json();
    await route.fulfill({ response: answered, json: { ...json, data: { ...json.data, details: {} } } });
  });
  await other.page.reload();
  await press(card(other.page, 'compatibility-quiz'), 'View questionnaire');
  await expect(other.page.getByText('The questionnaire could not be loaded, please try again')).toBeVisible();
  await dialog(other.page).getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog(other.page)).toBeHidden();
  await other.page.unroute(broken);
});

test('MINI-021 a quiz that is closed, or taken back, while somebody answers says so', async ({
  signIn,
  personOf,
  somebody,
  guard,
}) => {
  const nora = await signIn({ name: 'Nora Slow', device: desktop });
  const [owner, other] = await Promise.all(['Otis Quick', 'Pia Quick'].map(somebody));
  const chat = await openRoom([owner!, other!, await personOf(nora)], 'Too late');
  await openChat(nora.page, chat);
  const { page } = nora;
  const added = async (title: string) => {
    const body = { appType: 'compatibility-quiz', title };
    const { data } = await owner!.get(addMiniApp, {
      params: { conversationId: chat.conversationId },
      body,
    });
    const { questions } = data.details as { questions: { options: string[] }[] };
    return { ...data, first: questions.map(({ options }) => options[0]) };
  };
  const cardOf = (title: string) => page.getByRole('article', { name: title });
  const close = (miniAppId: string) => owner!.get(completeMiniApp, { params: { miniAppId } });

  await test.step('closed in the moment in which the answers are sent: what came of it is a press away', async () => {
    const { id, first } = await added('Tea time');
    for (const person of [owner!, other!]) {
      await person.get(participate, { params: { miniAppId: id }, body: { data: { answers: first } } });
    }
    await press(cardOf('Tea time'), 'Start questionnaire');
    guard.expect(/409 .*\/participate$/);
    await page.route('**/participate', async (route) => {
      await close(id);
      await route.continue();
    });
    await answer(
      page,
      first.map(() => 0),
    );
    await expect(dialog(page).getByRole('heading', { name: 'The quiz was closed meanwhile' })).toBeFocused();
    await expect(dialog(page).getByRole('alert')).toHaveCount(0);
    await expect(dialog(page).getByRole('button', { name: 'submit' })).toHaveCount(0);
    await expectNoViolationsInEitherTheme(page, 'a quiz that was closed meanwhile');
    await saveScreen(page, 'quiz-closed');
    await press(dialog(page), 'View results');
    await expect(dialog(page)).toContainText('2 participants, 1 pair, closest first');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await page.unroute('**/participate');
  });

  await test.step('closed before that: it is said beside the question', async () => {
    const { id } = await added('Cake time');
    await press(cardOf('Cake time'), 'Start questionnaire');
    await page.getByRole('radio').first().check();
    await press(dialog(page), 'Next');
    await close(id);
    const note = dialog(page).getByRole('status');
    await expect(note).toContainText('your answers can no longer be sent', live);
    await expect(page.getByText('Question 2 of')).toBeVisible();
    await expectNoViolationsInEitherTheme(page, 'a question of a quiz that was closed');
    await saveScreen(page, 'quiz-closed-live');
    await press(note, 'Close');
    await expect(dialog(page)).toBeHidden();
    await expect(cardOf('Cake time')).toContainText('Closed, nobody took part');
  });

  await test.step('taken back: the dialog closes, says why, and leaves nothing in the history', async () => {
    const { message } = await added('Bun time');
    await nothingOver(page);
    await press(cardOf('Bun time'), 'Start questionnaire');
    await expect(dialog(page)).toContainText('Question 1 of');
    const params = { conversationId: chat.conversationId, messageId: message.id };
    await owner!.get(removeMessage, { params, body: {} });
    await expect(page.getByText('“Bun time” was deleted from the conversation')).toBeVisible(live);
    await expect(dialog(page)).toBeHidden();
    await expect(page.locator('.conversations-bubble-gone')).toHaveCount(1);
    await saveScreen(page, 'quiz-taken-back');
    await nothingOver(page);
    await expect(page).toHaveURL(new RegExp(chat.conversationId));
  });
});

test('MINI-030 two people find out where to meet, and see it on the map', async ({ signIn, personOf }) => {
  const here = { latitude: 59.3312, longitude: 18.0511 };
  const there = { latitude: 59.3288, longitude: 18.0877 };
  const ada = await signIn({ name: 'Ada Near', device: desktop, at: here });
  const ben = await signIn({ name: 'Ben Far', device: phoneDevice, at: there });
  const chat = await openRoom([await personOf(ada), await personOf(ben)], 'Halfway');
  await openChat(ada.page, chat);
  await openChat(ben.page, chat);
  await press(ada.page, 'Add mini app');
  await dialog(ada.page)
    .getByRole('button', { name: /^Meeting Point/ })
    .click();
  await press(card(ada.page, 'meeting-point'), 'Add roughly where I am');
  const theirs = card(ben.page, 'meeting-point');
  await expect(theirs).toContainText('1 of 2 added where they are', live);
  await press(theirs, 'Take part');
  await press(theirs, 'Add roughly where I am');

  const seen = [
    { page: ada.page, viewport: { width: 1440, height: 900 } },
    { page: ben.page, viewport: { width: 390, height: 844 } },
    { page: ben.page, viewport: { width: 360, height: 640 } },
  ];
  for (const { page, viewport } of seen) {
    await page.setViewportSize(viewport);
    const found = result(page, 'meeting-point');
    await expect(found).toContainText('Near Stockholm', live);
    await found.getByRole('link', { name: 'Open on the map' }).click();
    // About a kilometre is all that the address says, and all that is shown.
    await expect(page).toHaveURL(/\/\?meet=59\.\d\d\/18\.\d\d$/);
    await expectMeetingPoint(page);
    await saveScreen(page, `meeting-point-${viewport.width}`);
    await page.reload();
    await expectMeetingPoint(page);
    await expectFits(page, 'the meeting point on the map');
    const bar = page.getByRole('region', { name: 'Meeting point' });
    await press(page, 'Find a place');
    await page.getByRole('combobox', { name: 'Find a place' }).fill('Uppsala');
    await expect(page.getByRole('option').first()).toBeVisible();
    await expect(bar).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(bar).toBeVisible();
    await press(page, 'Take the meeting point off the map');
    await expect(page.getByRole('img', { name: 'Meeting point' })).toBeHidden();
    await expect(page.locator('.map-radius')).toBeHidden();
    await expect(page).not.toHaveURL(/meet=/);
    await page.goBack();
    await expect(found).toBeVisible();
  }
});

/** Marker and circle are where nothing lies over them, and it is said what they are. */
async function expectMeetingPoint(page: Page): Promise<void> {
  await mapReady(page);
  await expect(page.getByRole('img', { name: 'Meeting point' })).toBeInViewport({ ratio: 1 });
  const bar = page.getByRole('region', { name: 'Meeting point' });
  await expect(bar).toContainText('The circle is about a kilometre wide.');
  // The map may still be on its way there.
  await expect(async () => {
    const [around, above, list] = await boxesOf(
      page.locator('.map-radius path'),
      bar,
      page.locator('.map-page-panel, .sheet-bottom'),
    );
    const { width, height } = page.viewportSize()!;
    const isBeside = list.width < width / 2;
    expect(around.x).toBeGreaterThanOrEqual(isBeside ? list.x + list.width : 0);
    expect(around.x + around.width).toBeLessThanOrEqual(width);
    expect(around.y).toBeGreaterThanOrEqual(above.y + above.height);
    expect(around.y + around.height).toBeLessThanOrEqual(isBeside ? height : list.y);
  }).toPass();
}
