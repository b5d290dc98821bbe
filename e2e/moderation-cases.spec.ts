import { removeMessage } from '@dazi/contract/chat/conversations';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { exportAccount } from '@dazi/contract/identity/identity';
import { listOwnDecisions } from '@dazi/contract/moderation/decisions';
import { blockPerson } from '@dazi/contract/people/blocks';
import { addComment } from '@dazi/contract/posts/comments';
import { createPost } from '@dazi/contract/posts/posts';
import { addReaction } from '@dazi/contract/posts/reactions';
import { filesOfArchive } from '../server/src/testing/test-archive.ts';
import type { TestPerson } from '../server/src/testing/test-person.ts';
import { TestStream } from '../server/src/testing/test-stream.ts';
import { atSea } from './at-sea.ts';
import { expectNoViolations, expectNoViolationsInEitherTheme } from './axe.ts';
import { openRoom } from './chatting.ts';
import { administratorEmail, secondAdministratorEmail } from './dazi-server.ts';
import { desktop, phoneDevice } from './devices.ts';
import { live } from './live-news.ts';
import { caseRow, decide, openCase, putOut } from './moderating.ts';
import { card } from './posting.ts';
import { nothingOver, openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';
import { holdFinger } from './touch.ts';

/** Far from every other journey. */
const place = atSea('cases');

const post = async (person: TestPerson, content: string) =>
  (await person.get(createPost, { body: { content, location: place } })).data;

for (const device of [desktop, phoneDevice]) {
  test(`a comment is reported, its author is warned and reads it first, the reporter is told: ${device.name}`, async ({
    signIn,
    personOf,
    guard,
  }) => {
    guard.expect(/404 .*\/api\/(profiles|messages|comments)/);
    const name = (of: string) => `${of} ${device.name}`;
    const words = `素敵な足ですね、どこを走っているの？ ${device.name}`;
    const ines = await signIn({ name: name('Ines'), device, at: place, options: { locale: 'ja-JP' } });
    const bernd = await signIn({ name: name('Bernd'), device, options: { locale: 'zh-CN' } });
    const run = await post(await personOf(ines), `日曜に走りませんか ${device.name}`);
    await (await personOf(bernd)).get(addComment, { body: { messageId: run.id, content: words } });
    await bernd.page.goto('/my-posts');
    await expect(bernd.page.getByRole('heading', { level: 1 })).toBeVisible();
    const heardByBernd = await TestStream.open(await personOf(bernd));

    await ines.page.goto(`/post/${run.id}`);
    await ines.page.getByRole('button', { name: 'このコメントを報告' }).click();
    const dialog = ines.page.getByRole('dialog', { name: 'このコメントを報告' });
    await expect(dialog).toContainText(`誰が報告したかは${bernd.name}さんに伝わりません`);
    await dialog.getByLabel('望まない口説きや誘い').check();
    await expectNoViolations(ines.page, 'reporting a comment');
    await dialog.getByRole('button', { name: '報告を送信' }).click();
    const thanks = ines.page.getByRole('dialog', { name: 'ありがとうございます' });
    await expect(thanks).toContainText('今日中に確認し、結果をお知らせします。');
    await expect(thanks.getByLabel(`${bernd.name}さんをブロック`)).toBeChecked();
    // Hers is the post it stands below.
    await expect(thanks.getByLabel('自分の投稿からコメントを削除')).not.toBeChecked();
    await saveScreen(ines.page, `report-sent-ja-${device.name}`);
    await thanks.getByRole('button', { name: '実行' }).click();
    await expect(ines.page.locator('.toast', { hasText: bernd.name })).toBeVisible();

    const walt = await signIn({ name: 'Walt', email: administratorEmail, device });
    await openCase(walt.page, words);
    await expectNoViolations(walt.page, 'a case about a comment');
    await decide(walt.page, {
      action: 'Warn',
      rule: '4. No means no',
      reason: 'Nobody asked for that. Please stop.',
    });
    await expect(caseRow(walt.page, words)).toHaveCount(0);

    // It comes before whatever he was at, and stays until it was read.
    const warning = bernd.page.getByRole('dialog', { name: '来自审核员的警告' });
    await expect(warning).toBeVisible();
    await expect(warning).toContainText('公约第4条');
    await expect(warning).toContainText('Nobody asked for that. Please stop.');
    await expect(warning).toContainText(words);
    await expect(warning).not.toContainText(ines.name);
    await expectNoViolationsInEitherTheme(bernd.page, 'a warning');
    await saveScreen(bernd.page, `warning-zh-${device.name}`);
    await bernd.page.keyboard.press('Escape');
    await bernd.page.reload();
    await expect(warning).toBeVisible();
    await warning.getByRole('button', { name: '我已阅读' }).click();
    await expect(warning).toBeHidden();
    await bernd.page.reload();
    await expect(bernd.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(warning).toHaveCount(0);
    const { data: decisions } = await (await personOf(bernd)).get(listOwnDecisions);
    expect(decisions).toHaveLength(1);

    // Neither what he hears, nor what he may take along, nor his page of it says by whom.
    const taken = await (await personOf(bernd)).fetch(exportAccount.path);
    const files = filesOfArchive(Buffer.from(await taken.arrayBuffer()));
    const kept = [...files.values()].map(String).join('\n');
    expect(kept).toContain(words);
    expect(kept).toContain('Nobody asked for that. Please stop.');
    await heardByBernd.until(({ type }) => type === 'notification');
    heardByBernd.close();
    await bernd.page.goto(`/account/decisions/${decisions[0]!.id}`);
    await expect(bernd.page.locator('main')).toContainText('Nobody asked for that. Please stop.');
    const shown = await bernd.page.content();
    for (const told of [decisions, kept, heardByBernd.frames, shown].map((all) => JSON.stringify(all))) {
      for (const naming of [ines.id, ines.name]) expect(told).not.toContain(naming);
    }

    // She is told what was decided, not what he was told.
    await ines.page.goto('/settings/reports');
    await expect(ines.page.locator('.moderation-standing-row').first()).toContainText(
      '認められました（約束4）',
    );
    await expectNoViolationsInEitherTheme(ines.page, 'own reports');
    await ines.page.getByRole('button', { name: /^お知らせ/ }).click();
    await ines.page.getByRole('link', { name: /報告が認められました/ }).click();
    await expect(ines.page).toHaveURL(/\/settings\/reports$/);
  });
}

test('a threat that was taken back is read all the same, and its author sees nothing but why', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  guard.expect(putOut);
  const threat = 'I know where you get off the bus';
  const ines = await signIn({ name: 'Ines Tal', device: phoneDevice });
  const dario = await signIn({ name: 'Dario Tal', device: phoneDevice });
  const [byInes, byDario] = [await personOf(ines), await personOf(dario)];
  // Who shares a room knows each other.
  await openRoom([byInes, byDario], 'Boulderers of the bay');
  await post(byDario, 'Night walks, who joins?');
  const body = { receiverId: ines.id, content: threat, type: 'TEXT' } as const;
  const { data: message } = await byDario.get(sendPrivateMessage, { body });
  const { conversationId, id: messageId } = message;
  await byDario.get(removeMessage, { params: { conversationId, messageId }, body: {} });
  await byDario.get(blockPerson, { body: { blockedId: ines.id } });

  await ines.page.goto(`/messages/${conversationId}`);
  const gone = ines.page.locator('.conversations-bubble').filter({ hasText: 'This message was deleted' });
  await holdFinger(ines.page, gone);
  await ines.page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = ines.page.getByRole('dialog', { name: 'Report this message' });
  await dialog.getByLabel('Harassment or threats').check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await ines.page.getByRole('dialog', { name: 'Thank you' }).getByRole('button', { name: 'Not now' }).click();

  await nothingOver(ines.page);
  await ines.page.goto(`/profile/${dario.id}`);
  await expect(ines.page.getByText('It may be deleted, or not shown to you.')).toBeVisible();
  await expectNoViolations(ines.page, 'a profile that is not there');
  await saveScreen(ines.page, 'profile-not-there');
  await ines.page.getByRole('button', { name: 'Report it all the same' }).click();
  const person = ines.page.getByRole('dialog', { name: 'Report this person' });
  await person.getByLabel('We met, and it was not safe').check();
  await person.getByRole('button', { name: 'Send report' }).click();
  const thanks = ines.page.getByRole('dialog', { name: 'Thank you' });
  await expect(thanks).toContainText('We look at it within the hour');
  await expect(thanks.getByRole('heading', { name: 'Are you safe now?' })).toBeVisible();
  await expect(thanks.getByRole('link', { name: /^Call \d+$/ })).toBeVisible();
  await thanks.getByRole('button', { name: 'Other numbers' }).click();
  await expectNoViolations(ines.page, 'are you safe');
  await saveScreen(ines.page, 'safe-now');

  const watcher = await signIn({ name: 'Watcher Tal', device: desktop, at: place });
  await openMap(watcher.page);
  await expect(card(watcher.page, 'Night walks, who joins?')).toBeVisible();
  await dario.page.goto('/my-posts');
  await expect(dario.page.getByText('Night walks, who joins?')).toBeVisible();
  const secondTab = await dario.context.newPage();
  await secondTab.goto('/terms-policy');
  await expect(secondTab.getByRole('button', { name: 'Your menu' })).toBeVisible();

  const walt = await signIn({ name: 'Walt', email: administratorEmail, device: desktop });
  const opened = await openCase(walt.page, threat);
  await expect(opened).toContainText('Message in a private conversation, as it was when it was reported');
  await expect(opened).toContainText('Taken back by its author at');
  await opened.getByLabel('Person, We met, and it was not safe').check();
  await saveScreen(walt.page, 'case-of-a-threat');
  await decide(walt.page, {
    action: 'Suspend',
    button: /^Suspend until/,
    rule: '1. Be kind',
    reason: 'You threatened somebody and took it back.',
  });
  for (const page of [dario.page, secondTab]) {
    await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible(live);
  }
  await expect(card(watcher.page, 'Night walks, who joins?')).toHaveCount(0);
  await expect(dario.page.locator('main')).toContainText(threat);
  await expect(dario.page.locator('main')).toContainText('You threatened somebody and took it back.');
  await expect(dario.page.locator('main')).not.toContainText(ines.name);
  await expectNoViolationsInEitherTheme(dario.page, 'a suspended account');
  await saveScreen(dario.page, 'suspended');
  // Nothing else is there, whatever the address; what is one's own can still be taken along.
  await dario.page.goto('/messages');
  await expect(dario.page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
  await dario.page.getByRole('button', { name: 'All rules' }).click();
  await expect(dario.page.getByRole('dialog', { name: 'Community Rules' })).toContainText('Be kind.');
  await dario.page.keyboard.press('Escape');
  const download = dario.page.waitForEvent('download');
  await dario.page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe('dazi-data.zip');
  // Both cases were settled with it.
  await walt.page.goto('/moderation');
  await expect(caseRow(walt.page, 'Dario Tal')).toHaveCount(0);
  const third = await somebody('Third Tal');
  await expect(third.get(sendPrivateMessage, { body: { ...body, receiverId: dario.id } })).rejects.toThrow();
});

test('an appeal is looked at by somebody else, who takes the decision back', async ({
  signIn,
  somebody,
  personOf,
  guard,
}) => {
  // A page that is out asks every 15 s whether it is in again.
  guard.expect(putOut);
  const words = 'Free firewood at the old pier';
  const dario = await signIn({ name: 'Dario Pier', device: phoneDevice });
  const fan = await somebody('Fan Pier');
  const wood = await post(await personOf(dario), words);
  await fan.get(addComment, { body: { messageId: wood.id, content: 'Is there any left?' } });
  await fan.get(addReaction, { body: { messageId: wood.id, reactionType: 'HEART' } });
  const watcher = await signIn({ name: 'Watcher Pier', device: desktop, at: place });
  const answer = await watcher.context.request.post('/api/reports', {
    data: { targetType: 'post', targetId: wood.id, reason: 'spam', details: null },
  });
  expect(answer.ok()).toBe(true);
  await openMap(watcher.page);
  await expect(card(watcher.page, words)).toBeVisible();
  await dario.page.goto('/my-posts');
  await expect(dario.page.getByText(words)).toBeVisible();
  const rosa = await signIn({ name: 'Rosa', email: secondAdministratorEmail, device: phoneDevice });

  const nadia = await signIn({ name: 'Nadia', email: administratorEmail, device: desktop });
  await openCase(nadia.page, words);
  await decide(nadia.page, {
    action: 'Suspend',
    button: /^Suspend until/,
    rule: '9. Do not sell, beg, cheat or flood',
    reason: 'No advertising.',
    removesToo: true,
  });
  await expect(card(watcher.page, words)).toHaveCount(0);

  const out = dario.page;
  await expect(out.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible(live);
  await expect(out.getByText('Somebody else looks at it, usually within 7 days.')).toBeVisible();
  await out.getByRole('button', { name: 'Appeal' }).click();
  await out.getByLabel('Your appeal (once only)').fill('I give it away, I sell nothing.');
  await saveScreen(out, 'appealing');
  await out.getByRole('button', { name: 'Send' }).click();
  await expect(out.getByText(/^You appealed on .*It is being looked at\.$/)).toBeVisible();
  await expect(out.getByRole('button', { name: 'Appeal' })).toHaveCount(0);

  await nadia.page.goto('/moderation/appeals');
  const appeal = (page: typeof out) => page.getByRole('article', { name: 'Dario Pier' });
  await expect(appeal(nadia.page)).toContainText('You made this decision. Somebody else looks at it.');
  await expect(appeal(nadia.page).getByRole('button', { name: 'Decide the appeal' })).toHaveCount(0);

  await rosa.page.goto('/');
  await rosa.page.getByRole('button', { name: /^Notifications/ }).click();
  await rosa.page.getByRole('link', { name: /An appeal waits/ }).click();
  await expect(rosa.page).toHaveURL(/\/moderation\/appeals$/);
  await expect(appeal(rosa.page)).toContainText('I give it away, I sell nothing.');
  await appeal(rosa.page).getByLabel('Take it back').check();
  await appeal(rosa.page).getByLabel('Answer, as they will read it').fill('You are right. I am sorry.');
  await expectNoViolationsInEitherTheme(rosa.page, 'an appeal');
  await saveScreen(rosa.page, 'appeal-phone');
  await appeal(rosa.page).getByRole('button', { name: 'Decide the appeal' }).click();
  await expect(rosa.page.locator('.toast', { hasText: 'Decided. Dario Pier has been told.' })).toBeVisible();

  // A page that is out asks again by itself.
  await expect(out.getByRole('button', { name: 'Your menu' })).toBeVisible({ timeout: 30_000 });
  await expect(out.getByText(words)).toBeVisible();
  await expect(card(watcher.page, words)).toBeVisible();
  await watcher.page.goto(`/post/${wood.id}`);
  await expect(watcher.page.getByText('Is there any left?')).toBeVisible();
  await expect(watcher.page.getByRole('button', { name: 'Love: 1' })).toBeVisible();
  await out.goto('/account/decisions');
  await out.locator('.moderation-standing-row').click();
  await expect(out.getByText('the decision was taken back')).toBeVisible();
  await expect(out.getByText('You are right. I am sorry.')).toBeVisible();
  await expectNoViolations(out, 'a decision that was taken back');

  await nadia.page.goto('/moderation/log');
  await nadia.page.getByRole('button', { name: 'Verify' }).click();
  await expect(nadia.page.getByText(/^The log fits: \d+ entries$/)).toBeVisible();
});
