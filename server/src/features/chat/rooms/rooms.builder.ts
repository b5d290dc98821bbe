import { getConversation } from '@dazi/contract/chat/conversation-views';
import { createRoom, joinRoom, type Room } from '@dazi/contract/chat/rooms';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { Deps } from '#platform/deps.ts';
import { haight, type TestPerson } from '../../../testing/test-person.ts';
import { insertBan } from './bans.store.ts';

export async function aRoom(
  owner: TestPerson,
  input: Partial<BodyOf<typeof createRoom>> = {},
): Promise<Room> {
  const body = { authorId: owner.id, name: 'Chess in the park', ...haight, ...input };
  return (await owner.get(createRoom, { body })).data;
}

export async function joined(room: Room, ...people: TestPerson[]): Promise<void> {
  for (const person of people) {
    await person.get(joinRoom, { params: { roomId: room.id }, body: { userId: person.id, ...haight } });
  }
}

export async function conversationOf(room: Room, person: TestPerson) {
  return (await person.get(getConversation, { params: { conversationId: room.conversationId } })).data;
}

/** Keeps somebody out of a room, whether they were ever in it or not. */
export async function banned(deps: Deps, roomId: string, userId: string): Promise<void> {
  await insertBan(deps.db, { roomId, userId, bannedBy: null, reason: null, createdAt: deps.clock() });
}
