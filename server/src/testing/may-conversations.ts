import { sendMessage } from '@dazi/contract/chat/conversations';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { inviteToRoom, joinRoom, removeRoom } from '@dazi/contract/chat/rooms';
import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { addMember } from '#features/chat/conversations/membership-changes.service.ts';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import {
  ask,
  type Case,
  everyone,
  hidden,
  type Outcome,
  ownerOnly,
  type Role,
  remembered,
  roles,
} from './may.ts';
import type { Cast, MayScene } from './may-scene.ts';
import { perScene } from './surface.ts';
import { farAway, type TestPerson } from './test-person.ts';

/** Conversations of the owner, and who may do what in them. */

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

const companies = ['outsiders', 'members'] as const;

/** A case of the room for each of the two: who may, when the others are outside and when they are in it. */
export const inRoom = (
  of: string,
  expected: Record<Company, Record<Role, Outcome>>,
  request: (room: RoomScene, as: TestPerson, scene: MayScene) => Promise<Outcome>,
): Case[] =>
  companies.map((who) => ({
    of: `${of}, to ${who}`,
    expected: expected[who],
    request: async (scene, as) => request(await scene.room(who), as, scene),
  }));

/** For what is looked at after something was changed in the room: nobody else looks at that one. */
export const inOwnRoom: typeof inRoom = (of, expected, request) => {
  const roomsOf = perScene(async (scene: MayScene) => remembered((who: Company) => makeRoom(scene, who)));
  return inRoom(of, expected, request).map((each, index) => ({
    ...each,
    async request(scene, as) {
      const roomOf = await roomsOf(scene);
      return request(await roomOf(companies[index]!), as, scene);
    },
  }));
};

/** What only members get; of a room whose owner is hidden nobody outside hears. */
export const forMembers = (
  owner: Outcome,
  members: Outcome = owner,
  visitor: Outcome = '401 SIGN_IN_REQUIRED',
) => ({
  outsiders: {
    ...everyone('403 NOT_A_MEMBER'),
    ...hidden('404 CONVERSATION_NOT_FOUND'),
    visitor,
    owner,
  },
  members: { ...everyone(members), visitor, owner },
});

export const forTheOwner = (owner: Outcome, others: Partial<Record<Role, Outcome>> = {}) => {
  const outsiders = {
    ...ownerOnly('401 MANAGE_SIGN_IN_REQUIRED', '403 NOT_THE_ROOM_AUTHOR', '404 ROOM_NOT_FOUND'),
    ...others,
    owner,
  };
  return { outsiders, members: { ...outsiders, ...hidden('403 NOT_THE_ROOM_AUTHOR') } };
};

/** To the one who has blocked the owner their words are folded, nobody else notices. */
export const foldedForBlocker = () => {
  const expected = forMembers('200 sees');
  return { ...expected, members: { ...expected.members, blocker: '200 without' } };
};

export const holdsWords = (data: { content: string }[]) =>
  data.some(({ content }) => content === ownersWords);
/** What is between two people exists for nobody else. */
export const ownersAlone = (
  of: string,
  request: (talk: Talk, as: TestPerson) => Promise<Outcome>,
  code = 'CONVERSATION_NOT_FOUND',
): Case => ({
  of,
  expected: { ...everyone(`404 ${code}`), visitor: '401 SIGN_IN_REQUIRED', owner: '200' },
  request: async (scene, as) => request(await scene.talk(), as),
});
export const inTalk = (of: string, endpoint: Endpoint, body?: object): Case =>
  ownersAlone(of, ({ conversationId, messageId }, as) =>
    ask(as, endpoint, { params: { conversationId, messageId }, ...(body ? { body } : {}) }),
  );
