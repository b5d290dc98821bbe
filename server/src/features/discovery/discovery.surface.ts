import { listOnlineUsers, sharePresence } from '@dazi/contract/chat/presence';
import {
  findMatches,
  getProfile,
  listProfiles,
  listUsers,
  searchProfiles,
} from '@dazi/contract/discovery/people';
import { expect } from 'vitest';
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
    },
    {
      endpoint: searchProfiles,
      statements: atMost(3, async ({ ann, bob }) => {
        for (const person of [bob, ann]) await person.get(sharePresence, { body: haight });
        return { as: ann, query: { name: 'Bob' } };
      }),
      sample: { query: { name: 'Bob' } },
    },
    {
      endpoint: listUsers,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: ({ userId, page }) => ({ query: { userId, messageCount: 'false', ...page } }),
    },
    {
      endpoint: getProfile,
      // With what is counted of the person.
      statements: atMost(3, ({ ann, bob }) => ({ as: ann, params: { userId: bob.id } })),
      sample: ({ userId }) => ({ params: { userId } }),
    },
    {
      endpoint: listProfiles,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: ({ page }) => ({ query: page }),
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
