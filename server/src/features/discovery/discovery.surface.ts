import { listOnlineUsers, sharePresence } from '@dazi/contract/chat/presence';
import {
  findMatches,
  getProfile,
  listProfiles,
  listUsers,
  searchProfiles,
} from '@dazi/contract/discovery/people';
import { expect } from 'vitest';
import { ask, everyone, seenByAllBut } from '../../testing/may.ts';
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
          expected: { ...seenByAllBut('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 without' },
          async request(scene, as, role) {
            await scene.people.owner.get(sharePresence, { body: haight });
            if (role !== 'visitor') await as.get(sharePresence, { body: haight });
            return ask(as, findMatches, {}, (data: { profile: { id: string } }[]) =>
              data.some(({ profile }) => profile.id === scene.people.owner.id),
            );
          },
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
    },
    {
      endpoint: getProfile,
      // With what is counted of the person.
      statements: atMost(3, ({ ann, bob }) => ({ as: ann, params: { userId: bob.id } })),
      sample: ({ userId }) => ({ params: { userId } }),
      may: [
        {
          of: "the owner's profile: no more than name and picture for who has blocked them",
          expected: { ...everyone('200 sees'), blocker: '200 without', blocked: '404 PROFILE_NOT_FOUND' },
          request: (scene, as) =>
            ask(
              as,
              getProfile,
              { params: { userId: scene.people.owner.id } },
              (data: { age: number | null }) => data.age !== null,
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
