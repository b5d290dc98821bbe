import { reactToMessage, sendMessage } from '@dazi/contract/chat/conversations';
import { removeRoom } from '@dazi/contract/chat/rooms';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseEnded } from '#features/chat/conversations/conversations.service.ts';
import { aBob, annsWords, day_ms, mediaFiles, nextNumber } from '../../../testing/busy-person.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { everyRow } from '../../../testing/test-tables.ts';
import { uploaded } from '../../../testing/test-uploads.ts';
import { aRoom, joined } from './rooms.builder.ts';

let app: TestApp;
let bob: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  bob = await aBob(app);
});

describe('a deleted room', () => {
  test('is erased within 30 days, with what was said and shown in it, by whomever', async () => {
    const ann = await app.person(`Ann hosting ${nextNumber()}`);
    const [room, kept] = [await aRoom(ann, { name: `${annsWords} club` }), await aRoom(ann)];
    await joined(room, bob);
    const params = { conversationId: room.conversationId };
    const say = async (as: TestPerson, body: object) =>
      (await as.get(sendMessage, { params, body: { content: '', ...body } })).data;
    const { id: messageId } = await say(ann, { content: 'Hello @Bob' });
    await bob.get(reactToMessage, { params: { ...params, messageId }, body: { reactionType: 'HEART' } });
    const shown = await say(bob, { type: 'IMAGE', content: await uploaded(bob) });
    const mediaId = shown.media!.id;
    await ann.get(removeRoom, { body: { chatRoomId: room.id } });
    const stored = async (id: string) =>
      (await everyRow(app.deps.db)).filter((row) => !row.startsWith('outbox ') && row.includes(id));

    app.clock.advance(29 * day_ms);
    await eraseEnded(app.deps);
    expect(await stored(room.conversationId)).not.toEqual([]);
    expect(mediaFiles(app)).toContain(mediaId);
    app.clock.advance(1);
    await eraseEnded(app.deps);
    for (const id of [room.id, room.conversationId, messageId, mediaId]) expect(await stored(id)).toEqual([]);
    await expect.poll(() => mediaFiles(app)).not.toContain(mediaId);
    expect(await stored(kept.conversationId)).not.toEqual([]);
  });
});
