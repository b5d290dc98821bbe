import { clearPresence, listOnlineUsers, sharePresence } from '@dazi/contract/chat/presence';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { haight } from '../../../testing/test-person.ts';

export const presenceSurface: Surface = {
  of: 'chat/presence',
  calls: [
    {
      endpoint: sharePresence,
      // The places somebody was shown at before are looked through.
      statements: atMost(7, ({ ann, bob }) => [bob, ann].map((as) => ({ as, body: haight }))),
      sample: ({ userId }) => ({ body: { userId, ...haight, locationDisplay: 'approximate' } }),
    },
    {
      endpoint: clearPresence,
      statements: atMost(2, async ({ ann }) => {
        await ann.get(sharePresence, { body: haight });
        return { as: ann, body: {} };
      }),
      sample: ({ userId }) => ({ body: { userId } }),
    },
    {
      endpoint: listOnlineUsers,
      statements: atMost(3, async ({ ann, bob }) => {
        for (const person of [bob, ann]) await person.get(sharePresence, { body: haight });
        return { as: ann };
      }),
      sample: ({ userId }) => ({ query: { userId, radius: '5' } }),
    },
  ],
};
