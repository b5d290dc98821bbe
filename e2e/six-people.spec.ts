import { listOwnDecisions } from '@dazi/contract/moderation/decisions';
import { report } from '@dazi/contract/moderation/moderation';
import { addComment } from '@dazi/contract/posts/comments';
import { createPost } from '@dazi/contract/posts/posts';
import type { Page } from '@playwright/test';
import { en } from '../web/src/app/texts/en.ts';
import { ja } from '../web/src/app/texts/ja.ts';
import { zh } from '../web/src/app/texts/zh.ts';
import { atSea } from './at-sea.ts';
import { expectNoViolations } from './axe.ts';
import { administratorEmail, secondAdministratorEmail } from './dazi-server.ts';
import { laptop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { live } from './live-news.ts';
import { caseRow, putOut } from './moderating.ts';
import { expectNoKeys } from './no-keys.ts';
import { saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** As the designs of a desktop are drawn. */
const drawn = { name: 'desktop', options: { ...laptop.options, viewport: { width: 1280, height: 860 } } };
const languages = [
  { language: 'en', locale: 'en-US', words: en, insult: 'Nobody wants you here, crawl back home' },
  { language: 'ja', locale: 'ja-JP', words: ja, insult: 'おまえなんか誰も望んでいない、帰れ' },
  { language: 'zh', locale: 'zh-CN', words: zh, insult: '这里没人欢迎你，滚回去' },
] as const;

const filled = (text: string, values: Record<string, string | number>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

for (const { language, locale, words, insult } of languages) {
  for (const device of [drawn, phoneDevice]) {
    test(`six people from the first insult to the appeal: ${language}, ${device.name}`, async ({
      signIn,
      somebody,
      personOf,
      guard,
    }) => {
      guard.expect(putOut);
      const { moderation, standing } = words;
      const of = `${language} ${device.name}`;
      const options = { locale };
      const look = async (page: Page, screen: string) => {
        await expectNoKeys(page);
        await expectFits(page, `${screen}, ${of}`);
        await saveScreen(page, `six-${screen}-${language}-${device.name}`);
      };

      // Ines posts, Dario insults her below it, and Kaito and a visitor read it.
      const ines = await signIn({ name: `Ines ${of}`, device, options });
      const dario = await signIn({ name: `Dario ${of}`, device, options });
      const kaito = await somebody(`Kaito ${of}`);
      const body = { content: `Chess at the pier, ${of}`, location: atSea('sixPeople') };
      const { data: post } = await (await personOf(ines)).get(createPost, { body });
      const said = `${insult} (${of})`;
      const byDario = await personOf(dario);
      const { data: comment } = await byDario.get(addComment, {
        body: { messageId: post.id, content: said },
      });
      const watcher = await signIn({ name: `Wanda ${of}`, device, options });
      await watcher.page.goto(`/post/${post.id}`);
      await expect(watcher.page.getByText(said)).toBeVisible();

      // Ines reports it and blocks him; Kaito reports it as well.
      await ines.page.goto(`/post/${post.id}`);
      await ines.page.getByRole('button', { name: moderation.title.comment }).click();
      const dialog = ines.page.getByRole('dialog', { name: moderation.title.comment });
      await dialog.getByLabel(moderation.reasons.harassment).check();
      await expect(dialog).toContainText(filled(moderation.privacy, { name: dario.name }));
      await look(ines.page, 'reporting');
      await dialog.getByRole('button', { name: moderation.send }).click();
      const thanks = ines.page.getByRole('dialog', { name: moderation.thanks });
      await expect(thanks).toContainText(moderation.lookedAt.day);
      await expect(thanks.getByLabel(filled(moderation.nowBlock, { name: dario.name }))).toBeChecked();
      await look(ines.page, 'reported');
      await thanks.getByRole('button', { name: moderation.nowDo }).click();
      await expect(ines.page.getByText(said)).toHaveCount(0);
      const reason = 'harassment';
      await kaito.get(report, { body: { targetType: 'comment', targetId: comment.id, reason } });
      await dario.page.goto('/my-posts');
      await expect(dario.page.getByRole('heading', { level: 1 })).toBeVisible();

      // Nadia suspends him and takes the comment away.
      const nadia = await signIn({ name: 'Nadia', email: administratorEmail, device, options });
      const rosa = await signIn({ name: 'Rosa', email: secondAdministratorEmail, device, options });
      await nadia.page.goto('/moderation');
      await expect(caseRow(nadia.page, said)).toBeVisible();
      await look(nadia.page, 'queue');
      await caseRow(nadia.page, said).click();
      const opened = nadia.page.locator('.moderation-queue-case');
      await expect(opened).toContainText(filled(moderation.queue.neverLearns, { name: dario.name }));
      for (const name of [ines.name, kaito.user!.name]) await expect(opened).toContainText(name);
      const form = nadia.page.locator('.moderation-queue-form');
      await form.getByRole('radio', { name: moderation.decision.actions.suspend }).check();
      await form.getByRole('switch', { name: moderation.decision.removeToo }).check();
      await form.getByLabel(moderation.decision.rule, { exact: true }).selectOption('1');
      const why = 'Be kind, or be quiet.';
      await form.getByLabel(moderation.decision.reason).fill(why);
      await look(nadia.page, 'case');
      await form.locator('button[type=submit]').click();
      const done = filled(moderation.decision.done, { name: dario.name });
      await expect(nadia.page.locator('.toast', { hasText: done })).toBeVisible();

      // He reads why, and not who; for the others it is gone, and Ines is told.
      const out = dario.page;
      await expect(out.getByRole('heading', { name: standing.suspended.title })).toBeVisible(live);
      const main = out.locator('main');
      for (const text of [said, why, filled(standing.rule, { n: 1 })]) await expect(main).toContainText(text);
      await expect(watcher.page.getByText(said)).toHaveCount(0);
      await ines.page.goto('/settings/reports');
      await expect(ines.page.locator('.moderation-standing-row').first()).toContainText(
        filled(moderation.own.upheld, { n: 1 }),
      );
      const { data: decisions } = await byDario.get(listOwnDecisions);
      for (const name of [ines.name, kaito.user!.name, 'Nadia']) {
        expect(JSON.stringify(decisions)).not.toContain(name);
        await expect(main).not.toContainText(name);
      }
      await look(out, 'suspended');
      await expectNoViolations(out, `a suspended account, ${of}`);

      // He appeals. Nadia cannot decide that; Rosa takes the decision back.
      const plea = `It was a joke among friends (${of})`;
      await out.getByRole('button', { name: standing.appeal.action }).click();
      await out.getByLabel(standing.appeal.label).fill(plea);
      await out.getByRole('button', { name: standing.appeal.send }).click();
      await expect(out.getByRole('region', { name: standing.appeal.yours })).toContainText(plea);
      await nadia.page.goto('/moderation/appeals');
      const own = nadia.page.getByRole('article', { name: dario.name });
      await expect(own).toContainText(moderation.appeals.own);
      await expect(own.getByRole('button', { name: moderation.appeals.decide })).toHaveCount(0);
      await rosa.page.goto('/moderation/appeals');
      const appeal = rosa.page.getByRole('article', { name: dario.name });
      await expect(appeal).toContainText(plea);
      await appeal.getByLabel(moderation.appeals.lift).check();
      await appeal.getByLabel(moderation.appeals.reason).fill('So it was.');
      await look(rosa.page, 'appeal');
      await appeal.getByRole('button', { name: moderation.appeals.decide }).click();
      const answered = filled(moderation.appeals.done, { name: dario.name });
      await expect(rosa.page.locator('.toast', { hasText: answered })).toBeVisible();

      // What was said stands again where it stood, and the log fits.
      await expect(watcher.page.getByText(said)).toBeVisible();
      await out.goto('/account/decisions');
      await out.locator('.moderation-standing-row').click();
      await expect(out.getByText(standing.appeal.lifted)).toBeVisible();
      await look(out, 'lifted');
      await rosa.page.goto('/moderation/log');
      await rosa.page.getByRole('button', { name: moderation.log.verify }).click();
      const fits = new RegExp(filled(moderation.office.verified, { n: '\\d+' }));
      await expect(rosa.page.getByText(fits)).toBeVisible();
      await look(rosa.page, 'log');
    });
  }
}
