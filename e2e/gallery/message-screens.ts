import { expect, type Page } from '@playwright/test';
import { openPlain, type Screen, type Words } from './screen.ts';

async function openConversation(page: Page, conversationId: string): Promise<void> {
  await page.goto(`/messages/${conversationId}`);
  await expect(page.locator('.conversations-log .conversations-bubble').first()).toBeVisible();
  await expect(page.locator('.spin')).toHaveCount(0);
}

const inConversation = (
  name: string,
  open: (page: Page, words: Words['conversations']) => Promise<void>,
): Screen => ({
  name,
  who: 'person',
  open: async (page, words, { conversationId }) => {
    await openConversation(page, conversationId);
    await open(page, words.conversations);
  },
});

async function openGroupMenu(page: Page, words: Words['conversations']): Promise<void> {
  await page.getByRole('button', { name: words.groupMenu.title }).click();
  await expect(page.locator('.conversations-group-menu')).toBeVisible();
}

/** Conversations. */
export const messageScreens: readonly Screen[] = [
  { name: 'messages-as-visitor', who: 'visitor', open: (page) => openPlain(page, '/messages') },
  {
    name: 'messages-none',
    who: 'newcomer',
    open: async (page) => {
      await page.goto('/messages');
      await expect(page.locator('.conversations-list .empty')).toBeVisible();
    },
  },
  inConversation('conversation', async () => {}),
  {
    name: 'messages',
    who: 'person',
    open: async (page, words, { conversationId }) => {
      await openConversation(page, conversationId);
      await page.getByRole('button', { name: words.conversations.close }).click();
      await expect(page.locator('a.conversations-row').first()).toBeVisible();
    },
  },
  {
    name: 'private-conversation',
    who: 'person',
    open: (page, _words, { privateId }) => openConversation(page, privateId),
  },
  {
    name: 'private-deleting',
    who: 'person',
    open: async (page, words, { privateId }) => {
      await openConversation(page, privateId);
      await page.getByRole('button', { name: words.conversations.menu }).click();
      await page.getByRole('button', { name: words.conversations.groupMenu.delete }).click();
      await expect(page.getByText(words.conversations.groupMenu.deleteText)).toBeVisible();
    },
  },
  {
    name: 'message-requests',
    who: 'person',
    open: async (page) => {
      await page.goto('/messages?requests');
      await expect(page.locator('a.conversations-row').first()).toBeVisible();
    },
  },
  {
    name: 'message-requests-none',
    who: 'administrator',
    open: async (page) => {
      await page.goto('/messages?requests');
      await expect(page.locator('.conversations-list .empty')).toBeVisible();
    },
  },
  {
    name: 'row-menu',
    who: 'person',
    open: async (page, words) => {
      await page.goto('/messages?archived');
      await page.getByRole('link', { name: words.conversations.toList }).click();
      await page.locator('.conversations-row-item').first().hover();
      await page.locator('.conversations-row-menu').first().click();
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'archived',
    who: 'person',
    open: async (page) => {
      // Put away in this answer alone: other screens show the list as it is.
      await page.route(/archived=true/, async (route) => {
        const url = route.request().url().replace('archived=true', 'archived=false');
        const answer = await (await route.fetch({ url })).json();
        for (const { settings } of answer.data) settings.isArchived = true;
        await route.fulfill({ json: answer });
      });
      await page.goto('/messages?archived');
      await expect(page.locator('a.conversations-row').first()).toBeVisible();
    },
  },
  {
    name: 'archived-none',
    who: 'administrator',
    open: async (page) => {
      await page.goto('/messages?archived');
      await expect(page.locator('.conversations-list .empty')).toBeVisible();
    },
  },
  {
    name: 'message-request',
    who: 'person',
    open: async (page, _words, { requestId }) => {
      await openConversation(page, `${requestId}?requests`);
      await expect(page.locator('.conversations-answer')).toBeVisible();
    },
  },
  {
    name: 'private-blocked',
    who: 'person',
    open: async (page, _words, { blockedConversationId }) => {
      await openConversation(page, blockedConversationId);
      await expect(page.locator('.conversations-blocked')).toBeVisible();
    },
  },
  {
    name: 'private-kept',
    who: 'person',
    open: async (page, _words, { privateId }) => {
      await openConversation(page, privateId);
      // What is shown is written down a moment later.
      await page.waitForTimeout(1200);
      await page.route(/\/api\/(conversations|live)/, (route) => route.abort('failed'));
      await page.goto('/messages');
      await expect(page.locator('.conversations-log .conversations-bubble').first()).toBeVisible({
        timeout: 30_000,
      });
    },
  },
  inConversation('message-actions', async (page, words) => {
    await page.getByRole('button', { name: words.actions.menu }).last().click();
    await expect(page.locator('.conversations-menu-reactions')).toBeVisible();
  }),
  inConversation('group-menu', openGroupMenu),
  inConversation('group-menu-editing', async (page, words) => {
    await openGroupMenu(page, words);
    await page
      .getByRole('button', { name: words.groupMenu.editOf.replace('{what}', words.groupMenu.radius) })
      .click();
    await page.getByLabel(words.groupMenu.radius, { exact: true }).fill('900');
  }),
  inConversation('group-leaving', async (page, words) => {
    await openGroupMenu(page, words);
    await page.getByRole('button', { name: words.groupMenu.leave }).click();
    await expect(page.getByText(words.groupMenu.leaveOwner)).toBeVisible();
  }),
  inConversation('members', async (page, words) => {
    await openGroupMenu(page, words);
    await page.getByRole('button', { name: words.groupMenu.viewAll.replace('{n}', '2') }).click();
    await expect(
      page.locator('.conversations-member-dialog .conversations-member-line').first(),
    ).toBeVisible();
  }),
  inConversation('emoji', async (page, words) => {
    await page.getByRole('button', { name: words.composer.emoji }).click();
    await expect(page.getByRole('gridcell').first()).toBeVisible();
  }),
  inConversation('mentions', async (page) => {
    await page.locator('.conversations-composer-field').fill('@');
    await expect(page.getByRole('listbox')).toBeVisible();
  }),
  {
    name: 'message-files',
    who: 'person',
    open: async (page, words, { conversationId, picture }) => {
      await openConversation(page, conversationId);
      await page.locator('.conversations-composer-field').fill('');
      await page
        .locator('.conversations-composer input[type=file]')
        .setInputFiles({ name: 'conservatory.jpg', mimeType: 'image/jpeg', buffer: picture });
      const send = words.conversations.files.send.replace('{n}', '1');
      await expect(page.getByRole('button', { name: send })).toBeEnabled();
    },
  },
  inConversation('message-search', async (page, words) => {
    const find = page.getByRole('button', { name: words.find.open });
    if (!(await find.isVisible())) await page.locator('[data-leads-to=search]').click();
    await find.click();
    await page.getByLabel(words.find.label).fill('palms');
    await expect(page.locator('.conversations-find-result').first()).toBeVisible();
  }),
  {
    name: 'conversation-gone',
    who: 'person',
    open: async (page) => {
      await page.goto('/messages/01a1ff5b-0000-7000-8000-000000000000');
      await expect(page.locator('.conversations-failed')).toBeVisible();
    },
  },
  inConversation('conversation-waiting', async (page) => {
    await page.route('**/api/conversations/*', (route) =>
      route.request().method() === 'POST' ? route.abort('failed') : route.fallback(),
    );
    await page.locator('.conversations-composer-field').fill('Saved you the seat by the window');
    await page.locator('.conversations-composer-field').press('Enter');
    await expect(page.locator('[data-outgoing=waiting]').last()).toBeVisible();
  }),
];
