import { expect } from '@playwright/test';
import { fillSignIn } from '../server.fixture.ts';
import { openHome, openMenu, openPlain, openPost, openSettings, openTab, type Screen } from './screen.ts';

const other = (who: Screen['who'], name: string): Screen => ({
  name,
  who,
  open: async (page, _words, { friendId }) => openPlain(page, `/profile/${friendId}`),
});

/** Profiles, the account and what was reported. */
export const peopleScreens: readonly Screen[] = [
  other('visitor', 'profile-as-visitor'),
  { name: 'profile-signed-out', who: 'visitor', open: (page) => openPlain(page, '/profile') },
  other('person', 'profile-of-other'),
  {
    name: 'profile-with-nothing',
    who: 'person',
    open: (page, _words, { newcomerId }) => openPlain(page, `/profile/${newcomerId}`),
  },
  {
    name: 'profile-blocked',
    who: 'person',
    open: (page, _words, { blockedId }) => openPlain(page, `/profile/${blockedId}`),
  },
  {
    name: 'block-dialog',
    who: 'person',
    open: async (page, words, { friendId }) => {
      await openPlain(page, `/profile/${friendId}`);
      await page.getByRole('button', { name: words.blocks.block, exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'profile-gone', who: 'person', open: (page) => openPlain(page, '/profile/nobody-there') },
  { name: 'profile-own', who: 'person', open: (page) => openPlain(page, '/profile') },
  { name: 'devices', who: 'person', open: (page) => openPlain(page, '/settings/devices') },
  { name: 'moderation-in-numbers', who: 'visitor', open: (page) => openPlain(page, '/transparency') },
  { name: 'invitations', who: 'person', open: (page) => openPlain(page, '/settings/invitations') },
  { name: 'plan-settings', who: 'person', open: (page) => openPlain(page, '/settings/plans') },
  { name: 'invitation-gone', who: 'visitor', open: (page) => openPlain(page, '/invitation/unknown') },
  { name: 'devices-as-visitor', who: 'visitor', open: (page) => openPlain(page, '/settings/devices') },
  { name: 'bookmarks-none', who: 'person', open: (page) => openTab(page, 'bookmarks') },
  {
    name: 'people-near-you',
    who: 'person',
    open: async (page, words) => {
      await openPlain(page, '/profile');
      const stop = page.getByRole('button', { name: words.profiles.near.stop });
      const share = page.getByRole('button', { name: words.profiles.near.share });
      await expect(stop.or(share)).toBeVisible();
      if (await share.isVisible()) await share.click();
      await stop.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'people-online',
    who: 'person',
    open: async (page, words) => {
      await openPlain(page, '/profile');
      const online = page.getByRole('region', { name: words.presence.near.title });
      await expect(online).toBeVisible();
      await expect(online.getByRole('status')).toHaveCount(0);
      await online.scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'people-found',
    who: 'person',
    open: async (page, words) => {
      await openPlain(page, '/profile');
      await page.getByLabel(words.profiles.search.title).fill('小野');
      const found = page.getByRole('search').getByRole('link').first();
      await expect(found).toBeVisible();
      await found.scrollIntoViewIfNeeded();
    },
  },
  { name: 'profile-edit', who: 'person', open: (page) => openPlain(page, '/profile?edit') },
  {
    name: 'profile-edit-end',
    who: 'person',
    open: async (page, words) => {
      await openPlain(page, '/profile?edit');
      await page.getByLabel(words.profiles.directMessages).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'avatar-cropper',
    who: 'person',
    open: async (page, words, { picture }) => {
      await openPlain(page, '/profile?edit');
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: picture });
      const dialog = page.getByRole('dialog', { name: words.profiles.avatar.crop });
      await expect(dialog.locator('img')).toBeVisible();
    },
  },
  {
    name: 'settings-account',
    who: 'person',
    open: async (page, words) => {
      await openSettings(page, words);
      await page.locator('.dialog > .body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    },
  },
  {
    name: 'blocked-people',
    who: 'person',
    open: async (page, words) => {
      await openSettings(page, words);
      await page.getByRole('button', { name: words.blocks.showAll }).click();
      await expect(page.locator('.blocks-row').first()).toBeVisible();
    },
  },
  {
    name: 'blocked-nobody',
    who: 'administrator',
    open: async (page, words) => {
      await openSettings(page, words);
      await page.getByRole('button', { name: words.blocks.showAll }).click();
      await expect(page.locator('.blocks-list-dialog .empty')).toBeVisible();
    },
  },
  {
    name: 'delete-account',
    who: 'person',
    open: async (page, words) => {
      await openSettings(page, words);
      await page.getByRole('button', { name: words.account.deletion.title }).click();
      await expect(page.getByRole('dialog', { name: words.account.deletion.question })).toBeVisible();
    },
  },
  {
    name: 'report',
    who: 'person',
    open: async (page, words, { videoPostId }) => {
      await openPost(page, videoPostId);
      await page
        .locator('.post-detail')
        .getByRole('button', { name: words.moderation.report, exact: true })
        .click();
      const dialog = page.getByRole('dialog', { name: words.moderation.title.post });
      await dialog.getByLabel(words.moderation.reasons.spam).check();
    },
  },
  { name: 'moderation-not-allowed', who: 'person', open: (page) => openPlain(page, '/moderation') },
  {
    name: 'moderation',
    who: 'administrator',
    open: async (page) => {
      await openPlain(page, '/moderation');
      await expect(page.locator('.moderation-queue-row').first()).toBeVisible();
    },
  },
  {
    name: 'moderation-case',
    who: 'administrator',
    open: async (page, words) => {
      await openPlain(page, '/moderation');
      await page.locator('.moderation-queue-row').first().click();
      await page.getByRole('radio', { name: words.moderation.decision.actions.suspend }).check();
      await expect(page.getByLabel(words.moderation.decision.until, { exact: true })).toBeVisible();
    },
  },
  {
    name: 'moderated-person',
    who: 'administrator',
    open: async (page, _words, { friendId }) => {
      await openPlain(page, `/moderation/people/${friendId}`);
      await expect(page.locator('.moderation-person')).toBeVisible();
    },
  },
  {
    name: 'moderation-log',
    who: 'administrator',
    open: (page) => openPlain(page, '/moderation/log'),
  },
  {
    name: 'own-reports',
    who: 'person',
    open: async (page) => {
      await openPlain(page, '/settings/reports');
      await expect(page.locator('.moderation-standing-row').first()).toBeVisible();
    },
  },
  { name: 'own-decisions', who: 'person', open: (page) => openPlain(page, '/account/decisions') },
  {
    name: 'notifications',
    who: 'person',
    open: async (page, words) => {
      await openHome(page);
      await page.locator('.notifications-bell').click();
      const panel = page.getByRole('dialog', { name: words.notifications.title });
      await expect(panel.getByRole('listitem').first()).toBeVisible();
    },
  },
  {
    name: 'notifications-none',
    who: 'newcomer',
    open: async (page, words) => {
      await openPlain(page, '/terms-policy');
      await page.locator('.notifications-bell').click();
      await expect(page.getByText(words.notifications.empty)).toBeVisible();
    },
  },
  {
    name: 'notification-settings',
    who: 'person',
    open: async (page, words) => {
      await openSettings(page, words);
      await page.getByLabel(words.notifications.settings.quietHours).check();
      await page.getByLabel(words.notifications.settings.previews).scrollIntoViewIfNeeded();
    },
  },
  { name: 'menu-of-administrator', who: 'administrator', open: openMenu },
  {
    name: 'farewell',
    who: 'leaver',
    open: async (page, words) => {
      await openSettings(page, words);
      await page.getByRole('button', { name: words.account.deletion.title }).click();
      const dialog = page.getByRole('dialog', { name: words.account.deletion.question });
      await dialog.getByRole('textbox').fill(words.account.deletion.word);
      await dialog.getByRole('button', { name: words.account.deletion.title }).click();
      await expect(page.getByRole('dialog', { name: words.account.farewell.title })).toBeVisible();
    },
  },
  {
    name: 'restoration',
    who: 'leaver',
    open: async (page, words, { leaverEmail }) => {
      await page.goto('/api/auth/sign-in?returnTo=/');
      await fillSignIn(page, 'Lea', leaverEmail);
      await expect(page.getByRole('dialog', { name: words.account.restore.title })).toBeVisible();
    },
  },
];
