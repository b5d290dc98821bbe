import { getConversation } from '@dazi/contract/chat/conversation-views';
import { leaveRoom, removeParticipant } from '@dazi/contract/chat/rooms';
import { expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';

test('whoever leaves, or is taken out, while their conversation is being read is told so', async () => {
  let meanwhile: (() => Promise<unknown>) | null = null;
  const app = await startTestApp({}, {}, async () => {
    const database = await openTestDatabase();
    return {
      ...database,
      async query(...asked) {
        const happens = meanwhile;
        if (!happens || !asked[0].includes('"mentionsMe"')) return database.query(...asked);
        meanwhile = null;
        await happens();
        return database.query(...asked);
      },
    };
  });
  const [ann, bob, cat] = [await app.person('Ann'), await app.person('Bob'), await app.person('Cat')];
  const room = await aRoom(ann);
  await joined(room, bob, cat);
  const read = { params: { conversationId: room.conversationId }, query: {} };
  const params = { roomId: room.id };

  meanwhile = () => bob.get(leaveRoom, { params, body: {} });
  expect(await bob.call(getConversation, read)).toMatchObject({ status: 403, code: 'NOT_A_MEMBER' });
  meanwhile = () => ann.get(removeParticipant, { params, body: { targetUserId: cat.id } });
  expect(await cat.call(getConversation, read)).toMatchObject({ status: 403, code: 'REMOVED_FROM_ROOM' });
  expect(meanwhile).toBeNull();
  await app.close();
});
