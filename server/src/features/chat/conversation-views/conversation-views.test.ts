import { getConversation, listConversations } from '@dazi/contract/chat/conversation-views';
import { leaveRoom, removeParticipant } from '@dazi/contract/chat/rooms';
import { roomLimits } from '@dazi/contract/chat/rooms.rules';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { startTestApp } from '../../../testing/test-app.ts';
import { block } from '../../../testing/test-block.ts';
import { openTestDatabase } from '../../../testing/test-database.ts';
import { haight } from '../../../testing/test-person.ts';

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

test('where most rooms near by are not seen, those further away are found', async () => {
  const app = await startTestApp();
  const { db } = app.deps;
  const [ann, bob, cat] = [await app.person('Ann'), await app.person('Bob'), await app.person('Cat')];
  // A tenth of a degree is some seven miles, half a degree 35, and two are 138.
  const far = await aRoom(cat, { placed: true, latitude: haight.latitude + 2, longitude: haight.longitude });
  const seen = await aRoom(cat, {
    placed: true,
    latitude: haight.latitude + 0.5,
    longitude: haight.longitude,
  });
  const found = async () => {
    const { data } = await ann.get(listConversations, { query: { includeNearby: 'true', ...haight } });
    return (data as { id: string }[]).map(({ id }) => id);
  };
  expect(await found()).toEqual([seen.conversationId, far.conversationId]);
  await db.execute(sql`INSERT INTO conversations (id, kind, title, is_active, member_count, last_sequence, last_counted, last_change, created_at, updated_at)
    SELECT 'crowd-' || n, 'group', 'Crowd', true, 1, 0, 0, 0, now(), now() FROM generate_series(1, ${roomLimits.nearby}::int) n`);
  await db.execute(sql`INSERT INTO conversation_members (conversation_id, user_id, role, join_type, joined_at, joined_sequence, name_key, read_sequence, read_counted, hidden_up_to, is_muted, is_pinned, is_archived)
    SELECT 'crowd-' || n, ${bob.id}, 'OWNER', 'AUTO', now(), 0, 'bob', 0, 0, 0, false, false, false FROM generate_series(1, ${roomLimits.nearby}::int) n`);
  await db.execute(sql`INSERT INTO rooms (id, conversation_id, creator_id, latitude, longitude, display, join_radius_miles, is_active, created_at, updated_at)
    SELECT 'crowd-' || n, 'crowd-' || n, ${bob.id}, ${haight.latitude}, ${haight.longitude}, 'placed', 10, true, now(), now() FROM generate_series(1, ${roomLimits.nearby}::int) n`);
  expect(await found()).toHaveLength(roomLimits.nearby);
  await block(app.deps, ann, bob);
  expect(await found()).toEqual([seen.conversationId, far.conversationId]);
  await app.close();
});
