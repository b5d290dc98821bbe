import { expect, type Page } from '@playwright/test';
import { openHome, openPlain, openTab, type Screen, type Words } from './screen.ts';

/** Switches the list beside or under the map to groups. */
async function openGroups(page: Page, words: Words): Promise<void> {
  await openHome(page);
  await page.locator('.map-page-tabs, .map-page-switch').getByText(words.rooms.groups).click();
  await expect(page.locator('.rooms-card').first()).toBeVisible();
}

async function openCreation(page: Page, words: Words): Promise<void> {
  await openHome(page);
  await page.locator('.shell-header').getByRole('button', { name: words.app.createGroup }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openOwnRoom(page: Page, roomId: string): Promise<void> {
  await page.goto(`/my-chatrooms/${roomId}`);
  await expect(page.locator('.rooms-management .rooms-row').first()).toBeVisible();
}

async function openParticipants(page: Page, roomId: string): Promise<void> {
  await openOwnRoom(page, roomId);
  await page.getByRole('tab').nth(1).click();
  await expect(page.locator('.rooms-invite')).toBeVisible();
  await expect(page.locator('.spin')).toHaveCount(0);
}

/** Rooms: on the map, joining, making and managing. */
export const roomScreens: readonly Screen[] = [
  { name: 'rooms', who: 'person', open: openGroups },
  {
    name: 'rooms-none',
    who: 'newcomer',
    open: async (page, words) => {
      await page.goto('/?map=5/-45/-120');
      await page.keyboard.press('Escape');
      await page.locator('.map-page-tabs, .map-page-switch').getByText(words.rooms.groups).click();
    },
  },
  {
    name: 'room-popover',
    who: 'person',
    open: async (page, _words, { ownRoomPlace: { latitude, longitude } }) => {
      await page.goto(`/?map=17/${latitude}/${longitude}`);
      await page.locator('.marker.room').first().press('Enter');
      await expect(page.locator('.map-popover')).toBeVisible();
    },
  },
  {
    name: 'room-own',
    who: 'person',
    open: async (page, _words, { ownRoomId }) => {
      await page.goto(`/chat-rooms/${ownRoomId}`);
      await expect(page.locator('.rooms-detail .rooms-answer')).toBeVisible();
    },
  },
  {
    name: 'room-from-afar',
    who: 'person',
    open: async (page, _words, { farRoomId }) => {
      await page.goto(`/my-chatrooms/${farRoomId}`);
      await expect(page.locator('.rooms-detail textarea')).toBeVisible();
    },
  },
  {
    name: 'room-as-visitor',
    who: 'visitor',
    open: async (page, _words, { farRoomId }) => {
      await page.goto(`/my-chatrooms/${farRoomId}`);
      await expect(page.locator('.rooms-detail .rooms-answer')).toBeVisible();
    },
  },
  { name: 'room-gone', who: 'person', open: (page) => openPlain(page, '/my-chatrooms/no-such-room') },
  { name: 'create-group', who: 'person', open: openCreation },
  {
    name: 'create-group-refusing',
    who: 'person',
    open: async (page, words) => {
      await openCreation(page, words);
      await page.getByRole('spinbutton').fill('501');
      await page.getByRole('dialog').locator('footer button').last().click();
      await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible();
    },
  },
  {
    name: 'create-group-placing',
    who: 'person',
    open: async (page, words) => {
      await openCreation(page, words);
      await page.getByRole('button', { name: words.rooms.create.choosePlace }).click();
      await expect(page.locator('.map-place-bar')).toBeVisible();
    },
  },
  {
    name: 'room-requests',
    who: 'person',
    open: (page, _words, { ownRoomId }) => openOwnRoom(page, ownRoomId),
  },
  {
    name: 'room-participants',
    who: 'person',
    open: async (page, words, { ownRoomId }) => {
      await openParticipants(page, ownRoomId);
      await page.getByRole('button', { name: words.rooms.manage.invite.make }).click();
      await expect(page.getByRole('textbox', { name: words.rooms.manage.invite.link })).toBeVisible();
    },
  },
  {
    name: 'room-ban',
    who: 'person',
    open: async (page, _words, { ownRoomId }) => {
      await openParticipants(page, ownRoomId);
      await page.locator('.rooms-row .iconbtn.danger').first().click();
      await expect(page.locator('.dialog.confirm')).toBeVisible();
    },
  },
  {
    name: 'room-deletion',
    who: 'person',
    open: async (page, words, { ownRoomId }) => {
      await openOwnRoom(page, ownRoomId);
      await page.getByRole('button', { name: words.rooms.manage.remove.action }).click();
      await expect(page.locator('.dialog.confirm')).toBeVisible();
    },
  },
  {
    name: 'room-not-ones-own',
    who: 'person',
    open: async (page, words, { farRoomId }) => {
      await page.goto(`/chat-rooms/${farRoomId}/manage`);
      await expect(page.getByText(words.rooms.manage.accessDenied)).toBeVisible();
    },
  },
  { name: 'profile-groups', who: 'person', open: (page) => openTab(page, 'groups') },
];
