import { sharePresence } from '@dazi/contract/chat/presence';
import type { Endpoint } from '@dazi/contract/kernel/endpoint';
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
import { addReaction } from '@dazi/contract/posts/reactions';
import { expect } from 'vitest';
import { decade, type SampleScene } from '../../testing/bad-input-scene.ts';
import { hiddenOnes } from '../../testing/blocks-looks.ts';
import type { BlockCase } from '../../testing/blocks-scene.ts';
import { ask, type Case, everyone } from '../../testing/may.ts';
import { perScene } from '../../testing/once.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { haight, type TestPerson } from '../../testing/test-person.ts';
import { allNotified } from './notifications.builder.ts';

const toldToBob = perScene(async ({ app, bob }: StatementsScene) => {
  await allNotified(app.deps);
  const told = (await bob.get(listNotifications)).data as Notification[];
  // Of all that the few who are there did, as much as one person's may hold.
  expect(told.length).toBeGreaterThan(25);
  return told;
});

async function aSubscription(person: TestPerson, endpoint: string) {
  const { publicKey } = (await person.get(getPushKey)).data;
  const keys = { p256dh: publicKey, auth: Buffer.alloc(16).toString('base64url') };
  return { endpoint, keys, language: 'en', publicKey };
}

const keyForPush = perScene(async ({ ann }: SampleScene) => (await ann.get(getPushKey)).data);

const maySeeTheOwn = (endpoint: Endpoint): Case[] => [
  {
    of: 'the own ones',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_scene, as) => ask(as, endpoint, {}),
  },
];

const mayChangeTheOwn = (endpoint: Endpoint): Case[] => [
  {
    of: 'the own ones',
    expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
    request: (_scene, as) => ask(as, endpoint, { body: {} }),
  },
];

const whatOneWasTold: BlockCase = {
  of: 'what one was told of Sol',
  expected: hiddenOnes('200 without', '200 sees', '401 SIGN_IN_REQUIRED'),
  look: async (_scene, as) => {
    const listed = await ask(as, listNotifications, {}, (data: Notification[]) =>
      data.some(({ type, params }) => type !== 'USER_BLOCKED' && JSON.stringify(params).includes('Sol')),
    );
    if (!listed.startsWith('200')) return listed;
    const { data } = await as.get(listNotifications, {});
    const count = await as.get(countNotifications, {});
    expect(count.data).toMatchObject({
      count: (data as Notification[]).filter(({ read }) => !read).length,
    });
    return listed;
  },
};

export const notificationsSurface: Surface = {
  of: 'notifications',
  calls: [
    {
      endpoint: listNotifications,
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
      may: [
        {
          of: "of the host's reaction to the own post",
          expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
          request: async (scene, as) => {
            await scene.host.get(addReaction, { body: { messageId: scene.postId, reactionType: 'HEART' } });
            await allNotified(scene.app.deps);
            // Who is near may be told of the post itself.
            return ask(as, listNotifications, {}, (list: { type: string; data: { messageId: string } }[]) =>
              list.some(({ type, data }) => type === 'MESSAGE_REACTION' && data.messageId === scene.postId),
            );
          },
        },
      ],
      acrossBlocks: [whatOneWasTold],
    },
    {
      endpoint: countNotifications,
      statements: atMost(2, async (scene) => {
        await toldToBob(scene);
        return { as: scene.bob };
      }),
      sample: ({ userId }) => ({ query: { userId } }),
      may: maySeeTheOwn(countNotifications),
      acrossBlocks: [whatOneWasTold],
    },
    {
      endpoint: readNotifications,
      // What is marked, the other devices told, and the badge.
      statements: atMost(4, async (scene) => {
        const told = await toldToBob(scene);
        return { as: scene.bob, body: { ids: told.slice(0, 9).map(({ id }) => id) } };
      }),
      sample: ({ userId }) => ({ body: { userId, ids: ['event-1'], upTo: 7 } }),
      may: mayChangeTheOwn(readNotifications),
      acrossBlocks: 'the own list',
    },
    {
      endpoint: removeNotification,
      statements: atMost(4, async (scene) => {
        const [told] = await toldToBob(scene);
        return { as: scene.bob, params: { notificationId: told!.id }, body: {} };
      }),
      sample: ({ userId }) => ({ params: { notificationId: 'event-1' }, body: { userId, upTo: 7 } }),
      may: [
        {
          of: "the owner's, which stays whoever else says so",
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: async (scene, as, role) => {
            await scene.host.get(addReaction, { body: { messageId: scene.postId, reactionType: 'HEART' } });
            await allNotified(scene.app.deps);
            const told = (await scene.people.owner.get(listNotifications)).data as Notification[];
            const notificationId = told.find(({ code }) => code === 'post_reacted')!.id;
            const answer = await ask(as, removeNotification, { params: { notificationId }, body: {} });
            const { data } = await scene.people.owner.get(listNotifications);
            const isThere = (data as { id: string }[]).some(({ id }) => id === notificationId);
            expect([role, isThere]).toEqual([role, role !== 'owner']);
            return answer;
          },
        },
      ],
      acrossBlocks: 'the own list',
    },
    {
      endpoint: clearNotifications,
      statements: atMost(4, async (scene) => {
        await toldToBob(scene);
        return { as: scene.bob, body: {} };
      }),
      sample: ({ userId }) => ({ body: { userId, upTo: 7 } }),
      may: mayChangeTheOwn(clearNotifications),
      acrossBlocks: 'the own list',
    },
    {
      endpoint: getNotificationSettings,
      statements: atMost(2, ({ bob }) => ({ as: bob })),
      sample: ({ userId }) => ({ query: { userId } }),
      may: maySeeTheOwn(getNotificationSettings),
      acrossBlocks: 'the own settings',
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
      may: mayChangeTheOwn(saveNotificationSettings),
      acrossBlocks: 'the own settings',
    },
    {
      endpoint: getPushKey,
      statements: atMost(1, ({ bob }) => ({ as: bob })),
      sample: {},
      may: [
        {
          of: 'what everybody may know',
          expected: everyone('200'),
          request: (_scene, as) => ask(as, getPushKey, {}),
        },
      ],
      acrossBlocks: 'the service alone',
    },
    {
      endpoint: addPushSubscription,
      // Whoever had the browser before goes, and the oldest beyond the most.
      statements: atMost(4, async ({ bob }) => ({
        as: bob,
        body: await aSubscription(bob, 'https://push.example/bob'),
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
      may: [
        {
          of: 'the own browser: nobody pushes into this network',
          expected: { ...everyone('400 PUSH_ADDRESS_REFUSED'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) =>
            ask(as, addPushSubscription, {
              body: {
                endpoint: 'https://127.0.0.1/push',
                keys: { p256dh: 'x', auth: 'x' },
                language: 'en',
                publicKey: 'x',
              },
            }),
        },
      ],
      acrossBlocks: 'the own device',
    },
    {
      endpoint: removePushSubscription,
      statements: atMost(2, async (scene) => {
        const endpoint = 'https://push.example/bob-before';
        await scene.bob.get(addPushSubscription, { body: await aSubscription(scene.bob, endpoint) });
        return { as: scene.bob, body: { endpoint } };
      }),
      sample: ({ userId }) => ({ body: { userId, endpoint: 'https://push.example/1' } }),
      may: [
        {
          of: 'the own browser',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) =>
            ask(as, removePushSubscription, { body: { endpoint: 'https://push.example/1' } }),
        },
      ],
      acrossBlocks: 'the own device',
    },
    {
      endpoint: listUnnotified,
      statements: atMost(3, async ({ ann }) => {
        await ann.get(sharePresence, { body: haight });
        return { as: ann };
      }),
      sample: ({ userId }) => ({ query: { userId } }),
      may: maySeeTheOwn(listUnnotified),
      acrossBlocks: [
        {
          of: "Sol's posts that one was not told of yet",
          expected: hiddenOnes('200 without', '200 sees', '401 SIGN_IN_REQUIRED'),
          look: (scene, as) =>
            ask(as, listUnnotified, {}, (data: { id: string }[]) =>
              data.some(({ id }) => id === scene.post.id),
            ),
        },
      ],
    },
    {
      endpoint: markNotified,
      statements: atMost(4, ({ ann, posts }) => ({
        as: ann,
        body: { messageIds: posts.map(({ id }) => id) },
      })),
      sample: ({ userId, messageId }) => ({ body: { userId, messageIds: [messageId] } }),
      may: [
        {
          of: 'a post, for oneself',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (scene, as) => ask(as, markNotified, { body: { messageIds: [scene.postId] } }),
        },
      ],
      acrossBlocks: 'ids of posts one was told of',
    },
  ],
  events: [
    { type: 'notification', acrossBlocks: 'the own list' },
    { type: 'notifications_changed', acrossBlocks: 'the own list' },
    { type: 'notification_settings_changed', acrossBlocks: 'the own settings' },
  ],
  keeps: [
    {
      table: 'notifications',
      async leave({ app, ann, bob }) {
        const messageId = (await ann.post()).id;
        await bob.get(addReaction, { body: { messageId, reactionType: 'LAUGH' } });
        await allNotified(app.deps);
        expect((await ann.get(listNotifications)).data).not.toEqual([]);
      },
    },
    {
      table: 'notification_settings',
      leave: ({ ann }) => ann.get(saveNotificationSettings, { body: { pushPreviews: true } }),
    },
    {
      table: 'push_subscriptions',
      leave: async ({ ann }) =>
        ann.get(addPushSubscription, { body: await aSubscription(ann, 'https://push.example/ann') }),
    },
    {
      table: 'notified_posts',
      leave: async ({ ann, bob }) => ann.get(markNotified, { body: { messageIds: [(await bob.post()).id] } }),
    },
  ],
};
