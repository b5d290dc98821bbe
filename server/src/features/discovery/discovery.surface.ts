import { listOnlineUsers, sharePresence } from '@dazi/contract/chat/presence';
import {
  findMatches,
  getProfile,
  listProfiles,
  listUsers,
  searchProfiles,
} from '@dazi/contract/discovery/people';
import type { Profile } from '@dazi/contract/people/profiles';
import { expect } from 'vitest';
import { forAll, hiddenOnes, noSession } from '../../testing/blocks-looks.ts';
import { ask, everyone, seenByAllBut, unconfirmed } from '../../testing/may.ts';
import { atMost, sameForOneAndFifty } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { haight } from '../../testing/test-person.ts';

export const discoverySurface: Surface = {
  of: 'discovery',
  calls: [
    {
      endpoint: findMatches,
      statements: atMost(3, async ({ ann, bob }) => {
        for (const person of [bob, ann]) await person.get(sharePresence, { body: haight });
        return { as: ann };
      }),
      sample: {},
      may: [
        {
          of: 'the owner among the people nearby',
          expected: {
            ...seenByAllBut('200 without'),
            // Who shares no position sees nobody.
            limited: '200 without',
            ...unconfirmed,
            visitor: '401 SIGN_IN_REQUIRED',
            owner: '200 without',
          },
          async request(scene, as) {
            await scene.people.owner.get(sharePresence, { body: haight });
            await as.call(sharePresence, { body: haight });
            return ask(as, findMatches, {}, (data: { profile: { id: string } }[]) =>
              data.some(({ profile }) => profile.id === scene.people.owner.id),
            );
          },
        },
      ],
      acrossBlocks: [
        {
          of: 'matches',
          expected: hiddenOnes('200 without', '200 sees', noSession),
          look: (scene, as) => ask(as, findMatches, {}, scene.mentionsSol),
        },
      ],
    },
    {
      endpoint: searchProfiles,
      statements: atMost(3, async ({ ann, bob }) => {
        for (const person of [bob, ann]) await person.get(sharePresence, { body: haight });
        return { as: ann, query: { name: 'Bob' } };
      }),
      sample: { query: { name: 'Bob' } },
      may: [
        {
          of: 'the owner by name',
          expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 without' },
          request: (scene, as) =>
            ask(as, searchProfiles, { query: { name: 'owne' } }, (data: { id: string }[]) =>
              data.some(({ id }) => id === scene.people.owner.id),
            ),
        },
      ],
      acrossBlocks: [
        {
          of: 'a search by name',
          expected: hiddenOnes('200 without', '200 sees', noSession),
          look: (scene, as) => ask(as, searchProfiles, { query: { name: 'sol' } }, scene.mentionsSol),
        },
      ],
    },
    {
      endpoint: listUsers,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: ({ userId, page }) => ({ query: { userId, messageCount: 'false', ...page } }),
      may: [
        {
          of: 'the owner among the people',
          expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (scene, as) =>
            ask(as, listUsers, {}, (data: { id: string }[]) =>
              data.some(({ id }) => id === scene.people.owner.id),
            ),
        },
        {
          of: 'the owner by id',
          expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (scene, as) =>
            ask(
              as,
              listUsers,
              { query: { userId: scene.people.owner.id } },
              (data: { id: string }[]) => data[0]?.id === scene.people.owner.id,
            ),
        },
        {
          of: "how many posts the owner has: none for those who can't see them",
          expected: seenByAllBut('200 without'),
          request: (scene, as) =>
            ask(
              as,
              listUsers,
              { query: { userId: scene.people.owner.id, messageCount: 'true' } },
              (data: { messageCount: number }) => data.messageCount > 0,
            ),
        },
      ],
      acrossBlocks: [
        {
          of: 'people',
          expected: hiddenOnes('200 without', '200 sees', noSession),
          look: (scene, as) => ask(as, listUsers, {}, scene.mentionsSol),
        },
        {
          of: 'how many posts',
          expected: hiddenOnes('200 without', '200 sees'),
          look: (scene, as) =>
            ask(
              as,
              listUsers,
              { query: { userId: scene.sol.id, messageCount: 'true' } },
              (data: { messageCount: number }) => data.messageCount > 0,
            ),
        },
      ],
    },
    {
      endpoint: getProfile,
      // With what is counted of the person.
      statements: atMost(3, ({ ann, bob }) => ({ as: ann, params: { userId: bob.id } })),
      sample: ({ userId }) => ({ params: { userId } }),
      may: [
        {
          of: "the age in the owner's profile: not for visitors, who tells no own one, nor who has blocked them",
          expected: {
            ...everyone('200 sees'),
            visitor: '200 without',
            unconfirmed: '200 without',
            blocker: '200 without',
            blocked: '404 PROFILE_NOT_FOUND',
          },
          request: (scene, as) =>
            ask(
              as,
              getProfile,
              { params: { userId: scene.people.owner.id } },
              (data: { age: number | null }) => data.age !== null,
            ),
        },
      ],
      acrossBlocks: [
        {
          of: "Sol's profile: name and picture alone for who blocked",
          expected: {
            blocker: '200 closed',
            blocked: '404 PROFILE_NOT_FOUND',
            third: '200 open',
            visitor: '200 open',
          },
          look: (scene, as) =>
            ask(as, getProfile, { params: { userId: scene.sol.id } }, (profile: Profile) => {
              const isClosed =
                profile.age === null && profile.lastActive === null && !profile.stats && !profile.isOnline;
              return profile.blockedByMe === isClosed && `200 ${isClosed ? 'closed' : 'open'}`;
            }),
        },
        {
          of: 'whether Sol is online',
          expected: {
            ...forAll('200 sees', '200 without'),
            blocker: '200 without',
            blocked: '404 PROFILE_NOT_FOUND',
          },
          look: (scene, as) =>
            ask(
              as,
              getProfile,
              { params: { userId: scene.sol.id } },
              ({ isOnline }: Profile) => isOnline === true,
            ),
        },
      ],
    },
    {
      endpoint: listProfiles,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: ({ page }) => ({ query: page }),
      may: [
        {
          of: 'the owner among the profiles',
          expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (scene, as) => ask(as, listProfiles, {}, (data: object) => scene.people.owner.id in data),
        },
      ],
      acrossBlocks: [
        {
          of: 'profiles',
          expected: hiddenOnes('200 without', '200 sees', noSession),
          look: (scene, as) => ask(as, listProfiles, {}, scene.mentionsSol),
        },
      ],
    },
  ],
  sizes: [
    sameForOneAndFifty('people', listUsers, (limit) => ({ query: { limit } })),
    sameForOneAndFifty('profiles', listProfiles, (limit) => ({ query: { limit } })),
    {
      of: 'people nearby and people by name',
      async holds({ app, ann, bob, countOf }) {
        const countAll = async () => [
          await countOf(ann, findMatches),
          await countOf(ann, searchProfiles, { query: { name: 'o' } }),
          await countOf(ann, listOnlineUsers, { query: { radius: 50 } }),
        ];
        for (const person of [ann, bob]) await person.get(sharePresence, { body: haight });
        const before = await countAll();
        const found = (await ann.get(findMatches)).data.length;
        expect(found).toBeGreaterThan(0);
        for (let number = 0; number < 10; number++) {
          const person = await app.person(`Someone ${number}`);
          await person.get(sharePresence, { body: haight });
        }
        expect(await countAll()).toEqual(before);
        expect((await ann.get(findMatches)).data).toHaveLength(found + 10);
      },
    },
  ],
};
