import { sendMessage } from '@dazi/contract/chat/conversations';
import { createRoom, joinRoom } from '@dazi/contract/chat/rooms';
import { expect, type Locator, type Page } from '@playwright/test';
import type { TestPerson } from '../server/src/testing/test-person.ts';

/** Where no other journey is. */
const place = { latitude: 59.3293, longitude: 18.0686 };

export interface Chat {
  roomId: string;
  conversationId: string;
}

/** A room in which everybody given is a member, the first its owner. */
export async function openRoom(
  [owner, ...others]: [TestPerson, ...TestPerson[]],
  name: string,
  description: string | null = null,
): Promise<Chat> {
  const body = { name, description, ...place, joinRadius: 5 };
  const { id: roomId, conversationId } = (await owner.get(createRoom, { body })).data;
  await comeIn({ roomId }, ...others);
  return { roomId, conversationId };
}

/** From where the rooms of `openRoom` are, so that they are let in at once. */
export async function comeIn({ roomId }: Pick<Chat, 'roomId'>, ...people: TestPerson[]): Promise<void> {
  for (const person of people) await person.get(joinRoom, { params: { roomId }, body: place });
}

/** Asks from too far away to be let in at once. */
export const askToJoin = (person: TestPerson, { roomId }: Chat, message: string) =>
  person.get(joinRoom, { params: { roomId }, body: { latitude: 48.2, longitude: 16.37, message } });

export async function say(
  person: TestPerson,
  { conversationId }: Chat,
  ...contents: string[]
): Promise<void> {
  for (const content of contents) {
    await person.get(sendMessage, { params: { conversationId }, body: { content, type: 'TEXT' } });
  }
}

export const field = (page: Page): Locator => page.getByLabel('Your message');
export const bubbles = (page: Page): Locator => page.locator('.conversations-log .conversations-bubble');
export const bubble = (page: Page, text: string): Locator => bubbles(page).filter({ hasText: text });
export const row = (page: Page, name: string): Locator =>
  page.locator('a.conversations-row').filter({ hasText: name });

/** The conversation with one person; others may quote them. */
export const rowOf = (page: Page, name: string): Locator =>
  page.locator('a.conversations-row').filter({ has: page.getByText(name, { exact: true }) });

export async function openChat(page: Page, { conversationId }: Chat): Promise<void> {
  await page.goto(`/messages/${conversationId}`);
  await expect(field(page)).toBeVisible();
  await expect(page.locator('.conversations-log-waiting')).toHaveCount(0);
}

/** On a phone it stands in the menu. */
export async function openSearch(page: Page): Promise<void> {
  if (page.viewportSize()!.width < 768)
    await page
      .getByRole('button', { name: / menu$/ })
      .last()
      .click();
  await page.getByRole('button', { name: 'Search in this conversation' }).click();
  await expect(page.getByLabel('Search messages')).toBeFocused();
}

export async function write(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
}

/** Pictures as people choose them, each in a colour of its own. */
export async function pictureFiles(page: Page, sizes: readonly (readonly [number, number])[]) {
  const pictures = await page.evaluate(
    (all) =>
      Promise.all(
        all.map(async ([width, height], index) => {
          const canvas = new OffscreenCanvas(width, height);
          const context = canvas.getContext('2d')!;
          context.fillStyle = `hsl(${index * 70} 60% 60%)`;
          context.fillRect(0, 0, width, height);
          const bytes = new Uint8Array(
            await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer(),
          );
          return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
        }),
      ),
    sizes.map(([width, height]) => [width, height] as [number, number]),
  );
  return pictures.map((base64, index) => ({
    name: `picture-${index + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(base64, 'base64'),
  }));
}

export const chooseFiles = (page: Page): Locator => page.locator('.conversations-composer input[type=file]');
