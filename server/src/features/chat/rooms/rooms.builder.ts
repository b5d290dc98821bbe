import { getConversation } from '@dazi/contract/chat/conversation-views';
import { createRoom, joinRoom, type Room, voteForLeader } from '@dazi/contract/chat/rooms';
import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import type { Deps } from '#platform/deps.ts';
import { perScene } from '../../../testing/once.ts';
import type { StatementsScene } from '../../../testing/statements-scene.ts';
import { farAway, haight, type TestPerson } from '../../../testing/test-person.ts';
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

export const guests = perScene(async ({ app }: StatementsScene) => ({
  dan: await app.person('Dan'),
  eve: await app.person('Eve'),
  far: await app.person('Far'),
}));
let owners = 0;

/** A room of somebody who has no other one, with Ann and Dan in it. */
export async function aRoomWithGuests(scene: StatementsScene) {
  const owner = await scene.app.person(`Owner ${owners++}`);
  const room = await aRoom(owner, { placed: true });
  const { dan, eve, far } = await guests(scene);
  await joined(room, scene.ann, dan);
  return { room, owner, dan, eve, far, params: { roomId: room.id } };
}

/** The same where Far, from far away, asks to be let in. */
export async function aRoomWithARequest(scene: StatementsScene) {
  const made = await aRoomWithGuests(scene);
  const asked = await made.far.get(joinRoom, { params: made.params, body: farAway });
  return { ...made, requestId: asked.data.requestId! };
}

/** These vote for Ann; the second of three elects her. */
export async function voted(scene: StatementsScene, room: Room, voters: readonly TestPerson[]) {
  const params = { conversationId: room.conversationId };
  for (const voter of voters) await voter.get(voteForLeader, { params, body: { candidateId: scene.ann.id } });
}
