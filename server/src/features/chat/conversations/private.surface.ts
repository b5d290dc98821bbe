import { countUnread, listConversations } from '@dazi/contract/chat/conversation-views';
import { markRead, sendMessage } from '@dazi/contract/chat/conversations';
import {
  answerMessageRequest,
  markPrivateMessageRead,
  openRequestPart,
  sendPrivateMessage,
  startConversation,
} from '@dazi/contract/chat/private-conversations';
import { blockPerson, listBlocks } from '@dazi/contract/people/blocks';
import { expect } from 'vitest';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import type { SampleScene } from '../../../testing/bad-input-scene.ts';
import { blockedSides, forAll, inPrivate } from '../../../testing/blocks-looks.ts';
import { ask, everyone, limited, type Outcome } from '../../../testing/may.ts';
import { inTalk, ownersAlone } from '../../../testing/may-conversations.ts';
import { perScene } from '../../../testing/once.ts';
import { atMost, expectSame, manyOf, type StatementsScene } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import { uploaded } from '../../../testing/test-uploads.ts';
import { aPrivateConversation } from './conversations.builder.ts';

let writers = 0;

/** Somebody who has written to Ann, who has not accepted them yet. */
async function aStranger({ app, ann }: StatementsScene) {
  const stranger = await app.person(`Fay ${writers++}`);
  const body = { receiverId: ann.id, content: 'Hello', clientId: 'the-first-one' };
  const { conversationId } = (await stranger.get(sendPrivateMessage, { body })).data;
  return { stranger, params: { conversationId } };
}

const receivedByAnn = perScene(async ({ ann, far }: SampleScene) => {
  const body = { receiverId: ann.id, content: 'Hello' };
  return (await far.get(sendPrivateMessage, { body })).data;
});

/** To somebody who knows nobody: what reaches them is bounded for who is limited or new. */
const writingToNewFace = (newcomer: Outcome) => ({
  ...everyone('200'),
  ...limited,
  newcomer,
  visitor: '401 PRIVATE_SIGN_IN_REQUIRED',
});

/** To whom the owner may not be written: only who blocked is told why. */
const writingToOwner = (own: Outcome) => ({
  ...everyone('200'),
  visitor: '401 PRIVATE_SIGN_IN_REQUIRED',
  blocker: own,
  blocked: '403 CANNOT_START_CONVERSATION',
  owner: '400 RECEIVER_YOURSELF',
});

export const privateSurface: Surface = {
  of: 'chat/conversations',
  calls: [
    {
      endpoint: startConversation,
      // Kept apart, the two looked at, then the conversation, its members, the two, and the answer.
      statements: atMost(10, async ({ app, ann }) => ({
        as: ann,
        body: { otherUserId: (await app.person('Gus')).id },
      })),
      sample: ({ userId, bob }) => ({ body: { userId, otherUserId: bob.id } }),
      may: [
        {
          of: 'a conversation with the owner',
          expected: writingToOwner('403 BLOCKED_CANNOT_CREATE'),
          request: (scene, as) =>
            ask(as, startConversation, { body: { otherUserId: scene.people.owner.id } }),
        },
        {
          of: 'a conversation with somebody who knows nobody',
          expected: writingToNewFace('200'),
          request: async (scene, as) =>
            ask(as, startConversation, { body: { otherUserId: (await scene.newFace()).person.id } }),
        },
      ],
      acrossBlocks: [
        {
          of: 'starting',
          expected: { ...blockedSides('403 BLOCKED_CANNOT_CREATE'), visitor: '401 PRIVATE_SIGN_IN_REQUIRED' },
          look: (scene, as) => ask(as, startConversation, { body: { otherUserId: scene.sol.id } }),
        },
      ],
    },
    {
      endpoint: sendPrivateMessage,
      // With the conversation that it opens: who is written to, how many there were today, and the message.
      statements: atMost(22, async ({ app, ann }) => ({
        as: await app.person('Hal'),
        body: { receiverId: ann.id, content: 'Hello', clientId: 'the-first-one' },
      })),
      sample: async (scene) => {
        const { userId, far } = scene;
        const received = await receivedByAnn(scene);
        return {
          body: {
            userId,
            conversationId: received.conversationId,
            receiverId: far.id,
            content: 'Hello',
            type: 'TEXT',
            clientId: 'made-by-me',
            replyToId: received.id,
          },
        };
      },
      may: [
        {
          of: 'a message to the owner',
          expected: writingToOwner('403 BLOCKED_RECEIVER'),
          async request(scene, as) {
            // The owner has begun it too: nobody has to be accepted first.
            if (as.user) await scene.people.owner.call(startConversation, { body: { otherUserId: as.id } });
            return ask(as, sendPrivateMessage, {
              body: { receiverId: scene.people.owner.id, content: 'Hello' },
            });
          },
        },
        {
          of: 'words to somebody who knows nobody',
          expected: writingToNewFace('200'),
          request: async (scene, as) =>
            ask(as, sendPrivateMessage, {
              body: { receiverId: (await scene.newFace()).person.id, content: 'Hello' },
            }),
        },
        {
          of: 'a link to somebody who knows nobody',
          expected: writingToNewFace('403 NEWCOMER_LINKS'),
          request: async (scene, as) =>
            ask(as, sendPrivateMessage, {
              body: { receiverId: (await scene.newFace()).person.id, content: 'https://chess.example' },
            }),
        },
        {
          of: 'a picture to somebody who knows nobody',
          expected: writingToNewFace('429 NEWCOMER_LIMIT'),
          async request(scene, as) {
            const content = as.user ? await uploaded(as) : 'nothing';
            const receiverId = (await scene.newFace()).person.id;
            return ask(as, sendPrivateMessage, { body: { receiverId, content, type: 'IMAGE' } });
          },
        },
        {
          ...ownersAlone('an answer of the owner', ({ conversationId }, as) =>
            ask(as, sendPrivateMessage, { body: { conversationId, content: 'Hello' } }),
          ),
          expected: {
            ...everyone('404 CONVERSATION_NOT_FOUND'),
            visitor: '401 PRIVATE_SIGN_IN_REQUIRED',
            owner: '200',
          },
        },
      ],
      acrossBlocks: [
        {
          of: 'writing to Sol',
          expected: { ...blockedSides('403 BLOCKED_RECEIVER'), visitor: '401 PRIVATE_SIGN_IN_REQUIRED' },
          look: (scene, as) =>
            ask(as, sendPrivateMessage, { body: { receiverId: scene.sol.id, content: 'Hello' } }),
        },
        inPrivate('writing into it', blockedSides('403 BLOCKED_CONVERSATION'), (as, { conversationId }) =>
          ask(as, sendPrivateMessage, { body: { conversationId, content: 'Hello' } }),
        ),
      ],
      largestBody_megabytes: 3,
    },
    {
      endpoint: markPrivateMessageRead,
      // The message, then as reading; the two are kept as they are meanwhile.
      statements: atMost(10, async (scene) => {
        const { ann } = scene;
        const { stranger, params } = await aStranger(scene);
        await ann.get(answerMessageRequest, { params, body: { action: 'accept' } });
        const more = await stranger.get(sendPrivateMessage, { body: { receiverId: ann.id, content: 'So' } });
        return { as: ann, params: { messageId: more.data.id }, body: {} };
      }),
      sample: async (scene) => {
        const { userId } = scene;
        const received = await receivedByAnn(scene);
        return { params: { messageId: received.id }, body: { userId } };
      },
      may: [
        ownersAlone(
          'what was written to the owner',
          ({ messageId }, as) => ask(as, markPrivateMessageRead, { params: { messageId }, body: {} }),
          'MESSAGE_NOT_FOUND',
        ),
      ],
      acrossBlocks: [
        inPrivate('reading', forAll('200'), async (as, own) => {
          await as.get(markPrivateMessageRead, { params: { messageId: own.fromSol }, body: {} });
          return ask(as, markRead, { params: { conversationId: own.conversationId }, body: {} });
        }),
      ],
    },
    {
      endpoint: openRequestPart,
      // The membership, the message held, who reads, how it looks before and after, and that it is opened and told to the own devices.
      statements: atMost(8, async (scene) => {
        const { stranger, params } = await aStranger(scene);
        const body = { receiverId: scene.ann.id, content: 'https://dazi.example' };
        const messageId = (await stranger.get(sendPrivateMessage, { body })).data.id;
        return { as: scene.ann, params: { ...params, messageId }, body: {} };
      }),
      sample: async (scene) => {
        const { conversationId, id: messageId } = await receivedByAnn(scene);
        return { params: { conversationId, messageId }, body: { userId: scene.userId } };
      },
      may: [
        ownersAlone('what was written to the owner', ({ conversationId, messageId }, as) =>
          ask(as, openRequestPart, { params: { conversationId, messageId }, body: {} }),
        ),
      ],
      acrossBlocks: [
        inPrivate('opening what is not closed', forAll('200'), (as, { conversationId, fromSol }) =>
          ask(as, openRequestPart, { params: { conversationId, messageId: fromSol }, body: {} }),
        ),
      ],
    },
    {
      endpoint: answerMessageRequest,
      statements: atMost(8, async (scene) => ({
        as: scene.ann,
        params: (await aStranger(scene)).params,
        body: { action: 'accept' },
      })),
      sample: async (scene) => {
        const { userId } = scene;
        const received = await receivedByAnn(scene);
        return {
          params: { conversationId: received.conversationId },
          body: { userId, action: 'decline' },
        };
      },
      may: [inTalk('a request to the owner', answerMessageRequest, { action: 'accept' })],
      acrossBlocks: [
        inPrivate('answering a request where there is none', forAll('409 NO_MESSAGE_REQUEST'), (as, own) =>
          ask(as, answerMessageRequest, {
            params: { conversationId: own.conversationId },
            body: { action: 'accept' },
          }),
        ),
      ],
    },
  ],
  sizes: [
    {
      of: 'private conversations, message requests and blocks',
      async holds({ app, countOf }) {
        const dora = await app.person('Dora of many friends');
        const meet = async (index: number) => {
          const one = await app.person(`Friend ${index}`);
          await dora.get(sendPrivateMessage, { body: { receiverId: one.id, content: 'Hello' } });
          await one.get(sendPrivateMessage, { body: { receiverId: dora.id, content: 'Hello' } });
          const stranger = await app.person(`Stranger ${index}`);
          await stranger.get(sendPrivateMessage, { body: { receiverId: dora.id, content: 'May I?' } });
          const pest = await app.person(`Pest ${index}`);
          await dora.get(blockPerson, { body: { blockedId: pest.id } });
        };
        await meet(manyOf);
        const own = { query: { limit: 50, sort: 'unread_first' } };
        const lane = { query: { limit: 50, requests: 'true' } };
        await expectSame(
          async () => [
            await countOf(dora, listConversations, own),
            await countOf(dora, listConversations, lane),
            await countOf(dora, countUnread),
            await countOf(dora, listBlocks),
          ],
          meet,
          async () => [
            (await dora.get(listConversations, own)).data.length,
            (await dora.get(listConversations, lane)).data.length,
            (await dora.get(listBlocks, {})).data.length,
          ],
        );
      },
    },
    {
      of: 'words alone take one statement in a room besides the session, and five in private',
      async holds({ ann, bob, countOf }) {
        const room = await aRoom(ann);
        await joined(room, bob);
        const conversationId = await aPrivateConversation(ann, bob);
        const say = (id: string) =>
          countOf(bob, sendMessage, { params: { conversationId: id }, body: { content: 'Hello' } });
        for (const id of [room.conversationId, conversationId]) await say(id);
        expect([await say(room.conversationId), await say(conversationId)]).toEqual([2, 6]);
      },
    },
  ],
  keeps: [
    {
      table: 'private_conversations',
      async leave({ app, ann }) {
        const friend = await app.person('Friend');
        await ann.get(sendPrivateMessage, { body: { receiverId: friend.id, content: 'Hello' } });
        await friend.get(sendPrivateMessage, { body: { receiverId: ann.id, content: 'Hello to you' } });
      },
    },
  ],
};
