import { sharePresence } from '@dazi/contract/chat/presence';
import {
  addPushSubscription,
  clearNotifications,
  countNotifications,
  getNotificationSettings,
  getPushKey,
  listNotifications,
  listUnnotified,
  markNotified,
  type Notification,
  readNotifications,
  removeNotification,
  removePushSubscription,
  saveNotificationSettings,
} from '@dazi/contract/notifications/notifications';
import { expect } from 'vitest';
import { decade, type SampleScene } from '../../testing/bad-input-scene.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import { perScene, type Surface } from '../../testing/surface.ts';
import { haight } from '../../testing/test-person.ts';
import { allNotified } from './notifications.builder.ts';

/** What Bob was told of: the reactions and comments to his posts. */
const toldToBob = perScene(async ({ app, bob }: StatementsScene) => {
  await allNotified(app.deps);
  const told = (await bob.get(listNotifications)).data as Notification[];
  expect(told.length).toBeGreaterThan(40);
  return told;
});

async function aSubscription({ bob }: StatementsScene, endpoint: string) {
  const { publicKey } = (await bob.get(getPushKey)).data;
  const keys = { p256dh: publicKey, auth: Buffer.alloc(16).toString('base64url') };
  return { endpoint, keys, language: 'en', publicKey };
}

const keyForPush = perScene(async ({ ann }: SampleScene) => (await ann.get(getPushKey)).data);

export const notificationsSurface: Surface = {
  of: 'notifications',
  calls: [
    {
      endpoint: listNotifications,
      // The session, the badge, and the list.
      statements: atMost(3, async (scene) => {
        await toldToBob(scene);
        return { as: scene.bob };
      }),
      sample: ({ userId }) => ({
        query: {
          userId,
          unread: 'true',
          limit: '5',
          cursor: Buffer.from(`${decade} 7`).toString('base64url'),
        },
      }),
    },
    {
      endpoint: countNotifications,
      statements: atMost(2, async (scene) => {
        await toldToBob(scene);
        return { as: scene.bob };
      }),
      sample: ({ userId }) => ({ query: { userId } }),
    },
    {
      endpoint: readNotifications,
      // What is marked, the other devices told, and the badge.
      statements: atMost(4, async (scene) => {
        const told = await toldToBob(scene);
        return { as: scene.bob, body: { ids: told.slice(0, 9).map(({ id }) => id) } };
      }),
      sample: ({ userId }) => ({ body: { userId, ids: ['event-1'], upTo: 7 } }),
    },
    {
      endpoint: removeNotification,
      statements: atMost(4, async (scene) => {
        const [told] = await toldToBob(scene);
        return { as: scene.bob, params: { notificationId: told!.id }, body: {} };
      }),
      sample: ({ userId }) => ({ params: { notificationId: 'event-1' }, body: { userId, upTo: 7 } }),
    },
    {
      endpoint: clearNotifications,
      statements: atMost(4, async (scene) => {
        await toldToBob(scene);
        return { as: scene.bob, body: {} };
      }),
      sample: ({ userId }) => ({ body: { userId, upTo: 7 } }),
    },
    {
      endpoint: getNotificationSettings,
      statements: atMost(2, ({ bob }) => ({ as: bob })),
      sample: ({ userId }) => ({ query: { userId } }),
    },
    {
      endpoint: saveNotificationSettings,
      statements: atMost(4, ({ bob }) => ({ as: bob, body: { pushPreviews: true } })),
      sample: ({ userId }) => ({
        body: {
          userId,
          quietHours: { from: '22:00', to: '07:00', timeZone: 'Asia/Tokyo' },
          pushPreviews: true,
        },
      }),
    },
    {
      endpoint: getPushKey,
      statements: atMost(1, ({ bob }) => ({ as: bob })),
      sample: {},
    },
    {
      endpoint: addPushSubscription,
      // Whoever had the browser before goes, and the oldest beyond the most.
      statements: atMost(4, async (scene) => ({
        as: scene.bob,
        body: await aSubscription(scene, 'https://push.example/bob'),
      })),
      sample: async (scene) => {
        const { userId } = scene;
        const pushKey = await keyForPush(scene);
        return {
          body: {
            userId,
            endpoint: 'https://push.example/1',
            keys: { p256dh: pushKey.publicKey, auth: Buffer.alloc(16).toString('base64url') },
            language: 'en',
            publicKey: pushKey.publicKey,
          },
        };
      },
    },
    {
      endpoint: removePushSubscription,
      statements: atMost(2, async (scene) => {
        const endpoint = 'https://push.example/bob-before';
        await scene.bob.get(addPushSubscription, { body: await aSubscription(scene, endpoint) });
        return { as: scene.bob, body: { endpoint } };
      }),
      sample: ({ userId }) => ({ body: { userId, endpoint: 'https://push.example/1' } }),
    },
    {
      endpoint: listUnnotified,
      statements: atMost(3, async ({ ann }) => {
        await ann.get(sharePresence, { body: haight });
        return { as: ann };
      }),
      sample: ({ userId }) => ({ query: { userId } }),
    },
    {
      endpoint: markNotified,
      statements: atMost(4, ({ ann, posts }) => ({
        as: ann,
        body: { messageIds: posts.map(({ id }) => id) },
      })),
      sample: ({ userId, messageId }) => ({ body: { userId, messageIds: [messageId] } }),
    },
  ],
};
