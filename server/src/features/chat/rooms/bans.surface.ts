import { listMembers } from '@dazi/contract/chat/conversations';
import {
  banParticipant,
  joinRoom,
  liftRoomBan,
  listJoinRequests,
  listRoomBans,
  type RoomBan,
  removeParticipant,
} from '@dazi/contract/chat/rooms';
import type { Endpoint } from '@dazi/contract/kernel/endpoint';
import { addMember } from '#features/chat/conversations/conversations.service.ts';
import { decade } from '../../../testing/bad-input-scene.ts';
import { forAll, hiddenOnes } from '../../../testing/blocks-looks.ts';
import { ask, type Case, type Outcome } from '../../../testing/may.ts';
import { forTheOwner, inRoom } from '../../../testing/may-conversations.ts';
import { atMost, expectSame, manyOf } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { farAway } from '../../../testing/test-person.ts';
import { aRoom, aRoomWithGuests, banned, joined } from './rooms.builder.ts';

const mayPutOut = (endpoint: Endpoint, ofWhoAsked: Outcome): Case[] => [
  ...inRoom('the host in the room of the owner', forTheOwner('200'), ({ roomId }, as, scene) =>
    ask(as, endpoint, { params: { roomId }, body: { targetUserId: scene.host.id } }),
  ),
  ...inRoom('somebody who has only asked to join', forTheOwner(ofWhoAsked), ({ roomId }, as, scene) =>
    ask(as, endpoint, { params: { roomId }, body: { targetUserId: scene.asker.id } }),
  ),
];

export const bansSurface: Surface = {
  of: 'chat/rooms',
  calls: [
    {
      endpoint: removeParticipant,
      // Who left is noted.
      statements: atMost(12, async (scene) => {
        const { owner, dan, params } = await aRoomWithGuests(scene);
        return { as: owner, params, body: { targetUserId: dan.id } };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId, targetUserId: 'nobody' } }),
      may: mayPutOut(removeParticipant, '404 PARTICIPANT_NOT_FOUND'),
      acrossBlocks: "the owner's moderation",
    },
    {
      endpoint: banParticipant,
      // Who left is noted.
      statements: atMost(13, async (scene) => {
        const { room, owner, dan, eve, params } = await aRoomWithGuests(scene);
        await joined(room, eve);
        await owner.get(removeParticipant, { params, body: { targetUserId: eve.id } });
        // Who is out already: what their part was is asked instead of taking them out.
        return [dan, eve].map(({ id }) => ({ as: owner, params, body: { targetUserId: id } }));
      }),
      sample: ({ userId, ofRoom }) => ({
        ...ofRoom,
        body: { userId, targetUserId: 'nobody', reason: 'Rude' },
      }),
      may: mayPutOut(banParticipant, '200'),
      acrossBlocks: [
        {
          of: 'banning Sol, who has only asked to be let in, as the owner may',
          expected: hiddenOnes('404 PARTICIPANT_NOT_FOUND', '200', 'no room'),
          look: async (scene, as, viewer) =>
            viewer === 'visitor'
              ? 'no room'
              : ask(as, banParticipant, {
                  params: { roomId: scene.asked[viewer]!.room.id },
                  body: { targetUserId: scene.sol.id },
                }),
        },
        {
          of: 'banning Sol out of the own room',
          expected: forAll('200', 'no room'),
          look: async (scene, as, viewer) => {
            if (viewer === 'visitor') return 'no room';
            // Among the members the owner meets them, whatever is between the two.
            const room = await aRoom(as, { placed: true, name: 'With Sol' });
            const { id, name } = scene.sol.user!;
            await scene.app.deps.transact((inner) =>
              addMember(inner, room.conversationId, { id, name }, 'AUTO'),
            );
            return ask(as, banParticipant, {
              params: { roomId: room.id },
              body: { targetUserId: scene.sol.id },
            });
          },
        },
      ],
    },
    {
      endpoint: listRoomBans,
      statements: atMost(4, async (scene) => {
        const { room, owner, eve, params } = await aRoomWithGuests(scene);
        await banned(scene.app.deps, room.id, eve.id);
        return { as: owner, params };
      }),
      sample: ({ userId, ofRoom }) => ({
        ...ofRoom,
        query: { userId, limit: '5', cursor: Buffer.from(`${decade} 7`).toString('base64url') },
      }),
      may: [
        ...inRoom('who is banned', forTheOwner('200 sees'), async ({ roomId }, as, scene) => {
          await banned(scene.app.deps, roomId, scene.asker.id);
          return ask(as, listRoomBans, { params: { roomId } }, (data: RoomBan[]) =>
            data.some(({ user }) => user.id === scene.asker.id),
          );
        }),
      ],
      acrossBlocks: [
        {
          of: 'Sol among those who are banned',
          expected: hiddenOnes('200 without', '200 sees', 'no room'),
          look: async (scene, as, viewer) => {
            if (viewer === 'visitor') return 'no room';
            const roomId = scene.asked[viewer]!.room.id;
            await banned(scene.app.deps, roomId, scene.sol.id);
            return ask(as, listRoomBans, { params: { roomId } }, scene.mentionsSol);
          },
        },
      ],
    },
    {
      endpoint: liftRoomBan,
      // The room is kept as it is meanwhile; who is banned, their request, and who hears of it.
      statements: atMost(8, async (scene) => {
        const { room, owner, eve, params } = await aRoomWithGuests(scene);
        await banned(scene.app.deps, room.id, eve.id);
        return { as: owner, params, body: { targetUserId: eve.id } };
      }),
      sample: ({ userId, ofRoom }) => ({ ...ofRoom, body: { userId, targetUserId: 'nobody' } }),
      may: [
        ...inRoom('somebody who is banned', forTheOwner('200'), async ({ roomId }, as, scene) => {
          await banned(scene.app.deps, roomId, scene.asker.id);
          return ask(as, liftRoomBan, { params: { roomId }, body: { targetUserId: scene.asker.id } });
        }),
      ],
      acrossBlocks: [
        {
          of: 'letting Sol join again, as the owner may',
          expected: hiddenOnes('404 BAN_NOT_FOUND', '200', 'no room'),
          look: async (scene, as, viewer) => {
            if (viewer === 'visitor') return 'no room';
            const roomId = scene.asked[viewer]!.room.id;
            await banned(scene.app.deps, roomId, scene.sol.id);
            return ask(as, liftRoomBan, { params: { roomId }, body: { targetUserId: scene.sol.id } });
          },
        },
      ],
    },
  ],
  sizes: [
    {
      of: 'members, join requests and bans',
      async holds(scene) {
        const { app, bob, countOf } = scene;
        const room = await aRoom(bob, { placed: true });
        const params = { roomId: room.id };
        const of = { conversationId: room.conversationId };
        const requests = { params, query: { limit: 50 } };
        const comeAndAsk = async (index: number) => {
          await joined(room, await app.person(`Guest ${index}`));
          const other = await app.person(`Asker ${index}`);
          await other.get(joinRoom, { params, body: farAway });
          await banned(app.deps, room.id, other.id);
        };
        await comeAndAsk(manyOf);
        await expectSame(
          async () => [
            await countOf(bob, listMembers, { params: of }),
            await countOf(bob, listJoinRequests, requests),
            await countOf(bob, listRoomBans, { params }),
          ],
          comeAndAsk,
          async () => [
            (await bob.get(listMembers, { params: of })).data.length,
            (await bob.get(listJoinRequests, requests)).data.length,
            (await bob.get(listRoomBans, { params })).data.length,
          ],
        );
      },
    },
  ],
  keeps: [
    {
      table: 'room_bans',
      async leave({ ann, bob }) {
        const room = await aRoom(bob);
        await joined(room, ann);
        const body = { targetUserId: ann.id, reason: 'Enough' };
        await bob.get(banParticipant, { params: { roomId: room.id }, body });
      },
    },
  ],
};
