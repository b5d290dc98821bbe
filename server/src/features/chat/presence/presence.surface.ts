import { clearPresence, listOnlineUsers, sharePresence } from '@dazi/contract/chat/presence';
import { heard, hiddenOnes, noSession } from '../../../testing/blocks-looks.ts';
import { ask, everyone, limited, seenByAllBut, unconfirmed } from '../../../testing/may.ts';
import { atMost } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { haight } from '../../../testing/test-person.ts';
import { TestStream } from '../../../testing/test-stream.ts';

export const presenceSurface: Surface = {
  of: 'chat/presence',
  calls: [
    {
      endpoint: sharePresence,
      // The places somebody was shown at before are looked through.
      statements: atMost(7, ({ ann, bob }) => [bob, ann].map((as) => ({ as, body: haight }))),
      sample: ({ userId }) => ({ body: { userId, ...haight, locationDisplay: 'approximate' } }),
      may: [
        {
          of: 'the own position',
          expected: {
            ...everyone('200'),
            ...limited,
            ...unconfirmed,
            visitor: '401 SIGN_IN_REQUIRED',
          },
          request: (_scene, as) => ask(as, sharePresence, { body: haight }),
        },
      ],
      acrossBlocks: 'the own position; who sees it stands under the people near by',
    },
    {
      endpoint: clearPresence,
      statements: atMost(2, async ({ ann }) => {
        await ann.get(sharePresence, { body: haight });
        return { as: ann, body: {} };
      }),
      sample: ({ userId }) => ({ body: { userId } }),
      may: [
        {
          of: 'the own position',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, clearPresence, { body: {} }),
        },
      ],
      acrossBlocks: 'the own position',
    },
    {
      endpoint: listOnlineUsers,
      statements: atMost(3, async ({ ann, bob }) => {
        for (const person of [bob, ann]) await person.get(sharePresence, { body: haight });
        return { as: ann };
      }),
      sample: ({ userId }) => ({ query: { userId, radius: '5' } }),
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
            return ask(as, listOnlineUsers, { query: { radius: 50 } }, (data: { userId: string }[]) =>
              data.some(({ userId }) => userId === scene.people.owner.id),
            );
          },
        },
      ],
      acrossBlocks: [
        {
          of: 'people near by',
          expected: hiddenOnes('200 without', '200 sees', noSession),
          look: (scene, as) => ask(as, listOnlineUsers, {}, scene.mentionsSol),
        },
      ],
    },
  ],
  events: [
    {
      type: 'presence',
      acrossBlocks: [
        heard(
          'whether Sol is there',
          '"presence"',
          hiddenOnes('silence', 'heard', 'silence'),
          async ({ sol }) => {
            for (const showOnlineStatus of [false, true])
              await sol.saveProfile({ privacy: { showOnlineStatus } });
          },
        ),
      ],
    },
  ],
  keeps: [
    { table: 'presence', leave: ({ ann }) => ann.get(sharePresence, { body: haight }) },
    { table: 'open_streams', leave: async ({ ann }) => (await TestStream.open(ann)).close() },
  ],
};
