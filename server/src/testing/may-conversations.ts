import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { ask, type Case, everyone, hidden, type Outcome, ownerOnly } from './may.ts';
import type { Role } from './may-cast.ts';
import type { MayScene } from './may-scene.ts';
import { type Company, makeRoom, ownersWords, type RoomScene, type Talk } from './may-talks.ts';
import { perScene, remembered } from './once.ts';
import type { TestPerson } from './test-person.ts';

/** Who may do what in conversations of the owner. */

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
