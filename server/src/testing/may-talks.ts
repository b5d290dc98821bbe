import { sendMessage } from '@dazi/contract/chat/conversations';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { inviteToRoom, joinRoom, removeRoom } from '@dazi/contract/chat/rooms';
import { addMember } from '#features/chat/conversations/membership-changes.service.ts';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { type Cast, roles } from './may-cast.ts';
import { farAway, type TestPerson } from './test-person.ts';

/** Conversations of the owner. */

/** The others are outside of the room, or members of it: then a block does not put them out. */
export type Company = 'outsiders' | 'members';

export interface RoomScene {
  roomId: string;
  conversationId: string;
  /** The owner's words, and the host's. */
  messageId: string;
  hostMessageId: string;
  /** Of somebody far away. */
  requestId: string;
  invite: string;
}

export interface Talk {
  conversationId: string;
  messageId: string;
}

/** In what the owner said in the room. */
export const ownersWords = 'Shall we play a quiet game';

export async function talkTo({ app, people }: Cast, key: string): Promise<Talk> {
  const writer = await app.person(`Writer ${key}`);
  const body = { receiverId: people.owner.id, content: ownersWords };
  const { data } = await writer.get(sendPrivateMessage, { body });
  return { conversationId: data.conversationId, messageId: data.id };
}

/** Nobody may own many: the last room of each owner goes before the next is made. */
const lastRooms = new WeakMap<TestPerson, string>();

export async function makeRoom(
  { app, people, host, asker }: Cast,
  who: Company,
  isKept = false,
): Promise<RoomScene> {
  const { owner } = people;
  const last = lastRooms.get(owner);
  if (last) await owner.call(removeRoom, { body: { chatRoomId: last } });
  const room = await aRoom(owner, { placed: true });
  if (isKept) lastRooms.delete(owner);
  else lastRooms.set(owner, room.id);
  await joined(room, host);
  const { conversationId } = room;
  if (who === 'members') {
    for (const role of roles) {
      if (role === 'visitor' || role === 'owner') continue;
      const { id, name } = people[role].user!;
      await app.deps.transact((inner) => addMember(inner, conversationId, { id, name }, 'AUTO'));
    }
  }
  const say = async (as: TestPerson, content: string) =>
    (await as.get(sendMessage, { params: { conversationId }, body: { content } })).data.id;
  const params = { roomId: room.id };
  return {
    roomId: room.id,
    conversationId,
    messageId: await say(owner, ownersWords),
    hostMessageId: await say(host, 'Gladly'),
    requestId: (await asker.get(joinRoom, { params, body: farAway })).data.requestId!,
    invite: (await owner.get(inviteToRoom, { params, body: {} })).data.invite,
  };
}
