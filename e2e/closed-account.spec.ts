import { join } from 'node:path';
import { getRoom, listConversations } from '@dazi/contract/chat/conversation-views';
import { listMessages, sendMessage } from '@dazi/contract/chat/conversations';
import { getProfile } from '@dazi/contract/discovery/people';
import { getSession } from '@dazi/contract/identity/identity';
import { keepSignedIn } from '@dazi/contract/identity/sessions';
import { decide, decideAppeal, listOwnDecisions } from '@dazi/contract/moderation/decisions';
import { appealLimits } from '@dazi/contract/moderation/moderation.rules';
import { addComment, listComments } from '@dazi/contract/posts/comments';
import { getPost, listPosts } from '@dazi/contract/posts/post-views';
import { postLimits } from '@dazi/contract/posts/posts.rules';
import { addReaction, listReactions } from '@dazi/contract/posts/reactions';
import { accountParts, reportTargets } from '../server/src/areas.ts';
import { runIdentityJobs } from '../server/src/features/identity/registration.builder.ts';
import { reasonGiven } from '../server/src/features/moderation/moderation.builder.ts';
import { moderationJobs } from '../server/src/features/moderation/moderation.jobs.ts';
import { startTestApp, type TestApp } from '../server/src/testing/test-app.ts';
import { emailOf } from '../server/src/testing/test-person.ts';
import { atSea, mapAtSea } from './at-sea.ts';
import { expectNoViolationsInEitherTheme } from './axe.ts';
import { openRoom } from './chatting.ts';
import { desktop, phoneDevice } from './devices.ts';
import { putOut } from './moderating.ts';
import { card } from './posting.ts';
import { mapReady, saveScreen } from './screens.ts';
import { expect, fillSignIn, giveSession, test } from './server.fixture.ts';

const day_ms = 24 * 60 * 60 * 1000;

/** Weeks and a year pass: these journeys have a server of their own, whose clock they move. */
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

test('a suspension of thirty days passes, and everything is as it was', async ({ openBrowser, guard }) => {
  guard.allow(town.url);
  guard.expect(putOut);
  const [dario, wanda, judge] = [
    await town.person('Dario Bank'),
    await town.person('Wanda Bank'),
    await town.person('Judge'),
  ];
  // Both are still signed in a month later.
  for (const person of [dario, wanda]) await person.get(keepSignedIn, { body: { keep: true } });
  const words = 'Who joins me at the bank of the river?';
  const post = await dario.post({ content: words, location: atSea('cases') });
  const comment = { messageId: post.id, content: 'So do I' };
  await wanda.get(addComment, { body: comment });
  await wanda.get(addReaction, { body: { messageId: post.id, reactionType: 'HEART' } });
  const { roomId, conversationId } = await openRoom([dario, wanda], 'People of the river');
  for (const person of [dario, wanda]) {
    await person.get(sendMessage, { params: { conversationId }, body: { content: 'Here' } });
  }
  // What may be edited for a while is past that.
  town.clock.advance(postLimits.editable_ms);
  const [postQuery, params] = [{ messageId: post.id }, { conversationId }];
  /** What is answered to each of them and to a visitor, byte for byte but times. */
  const looks = async () => {
    const answers = [dario, wanda, town.visitor()].map(async (viewer) => [
      await viewer.call(getPost, { params: postQuery }),
      await viewer.call(listPosts, { query: { ids: post.id } }),
      await viewer.call(listComments, { query: postQuery }),
      await viewer.call(listReactions, { query: postQuery }),
      await viewer.call(getProfile, { params: { userId: dario.id } }),
      await viewer.call(getRoom, { params: { roomId } }),
      await viewer.call(listConversations, {}),
      await viewer.call(listMessages, { params }),
      await viewer.call(getSession, {}),
    ]);
    return JSON.stringify(await Promise.all(answers), null, 1).replaceAll(
      /"\d{4}-\d\d-\d\dT[^"]*"/g,
      '"a time"',
    );
  };

  const options = { baseURL: town.url };
  const [tab, map] = [
    await openBrowser({ device: phoneDevice, options }),
    await openBrowser({ device: desktop, options }),
  ];
  await giveSession(tab.context(), dario);
  await giveSession(map.context(), wanda);
  await tab.goto('/my-posts');
  await expect(tab.getByText(words)).toBeVisible();
  const secondTab = await tab.context().newPage();
  await secondTab.goto('/terms-policy');
  await expect(secondTab.getByRole('button', { name: 'Your menu' })).toBeVisible();
  await map.goto(mapAtSea('cases', 12));
  await mapReady(map);
  await expect(card(map, words)).toBeVisible();
  const before = await looks();

  const until = new Date(town.clock.read().getTime() + 30 * day_ms).toISOString();
  await judge.get(decide, { body: { personId: dario.id, action: 'suspend', until, ...reasonGiven } });
  for (const page of [tab, secondTab]) {
    await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
  }
  await expect(card(map, words)).toHaveCount(0);
  expect(await looks()).not.toBe(before);

  for (const days of [15, 15]) {
    await expect(tab.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
    await passes(days * day_ms);
    for (const person of [dario, wanda]) await person.get(getSession, {});
  }
  // A page that is out asks again by itself.
  for (const page of [tab, secondTab]) {
    await expect(page.getByRole('button', { name: 'Your menu' })).toBeVisible({ timeout: 30_000 });
  }
  await expect(tab.getByText(words)).toBeVisible();
  await expect(card(map, words)).toBeVisible();
  await expect.poll(looks).toBe(before);
});

test('a closed account is read, taken along and appealed, erased, and kept out for a year', async ({
  openBrowser,
  guard,
}) => {
  guard.allow(town.url);
  guard.expect(putOut);
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
  const minute_ms = 60_000;
  await passes(365 * day_ms - appealLimits.within_ms - minute_ms);
  await signIn();
  await expect(refusal).toHaveText(/^An account with this sign-in was closed\./);
  await passes(minute_ms);
  await signIn();
  await expect(page.getByRole('dialog', { name: 'This is you' })).toBeVisible();
  const { data: found } = await (await town.person(name, { profile: false })).get(listOwnDecisions);
  expect(found).toEqual([]);
});
