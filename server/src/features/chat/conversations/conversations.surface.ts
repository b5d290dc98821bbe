import {
  changeConversationSettings,
  listMembers,
  markRead,
  removeConversation,
  tellTyping,
} from '@dazi/contract/chat/conversations';
import { getLinkPreview } from '@dazi/contract/chat/link-previews';
import { markPrivateMessageRead } from '@dazi/contract/chat/private-conversations';
import { leaveRoom } from '@dazi/contract/chat/rooms';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import {
  forAll,
  heard,
  heardInPrivate,
  hiddenOnes,
  inPrivate,
  noSession,
} from '../../../testing/blocks-looks.ts';
import { ask, everyone } from '../../../testing/may.ts';
import { forMembers, inRoom, inTalk } from '../../../testing/may-conversations.ts';
import { atMost } from '../../../testing/statements-scene.ts';
import { aTalk, said } from '../../../testing/statements-talk.ts';
import type { Surface } from '../../../testing/surface.ts';
import { aPrivateConversation } from './conversations.builder.ts';

export const conversationsSurface: Surface = {
  of: 'chat/conversations',
  calls: [
    {
      endpoint: markRead,
      statements: atMost(6, async (scene) => {
        const { params } = await aTalk(scene);
        await said(scene, params.conversationId, {});
        return { as: scene.ann, params, body: {} };
      }),
      sample: ({ userId, inRoom }) => ({ params: inRoom, body: { userId, sequence: 1 } }),
      may: [
        inTalk('how far the owner has read', markRead, {}),
        ...inRoom('how far one has read', forMembers('200'), ({ conversationId }, as) =>
          ask(as, markRead, { params: { conversationId }, body: {} }),
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
      endpoint: tellTyping,
      statements: atMost(2, async (scene) => ({
        as: scene.ann,
        params: (await aTalk(scene)).params,
        body: {},
      })),
      sample: ({ userId, inRoom }) => ({ params: inRoom, body: { userId } }),
      may: [
        inTalk('that one is writing to the owner', tellTyping, {}),
        ...inRoom('that one is writing', forMembers('200'), ({ conversationId }, as) =>
          ask(as, tellTyping, { params: { conversationId }, body: {} }),
        ),
      ],
      acrossBlocks: 'that one is writing oneself; who hears of it stands with its event',
    },
    {
      endpoint: changeConversationSettings,
      statements: atMost(4, async (scene) => ({
        as: scene.ann,
        params: (await aTalk(scene)).params,
        body: { isMuted: true },
      })),
      sample: ({ userId, inRoom }) => ({
        params: inRoom,
        body: { userId, isMuted: true, isPinned: true, isArchived: false },
      }),
      may: [
        inTalk('the conversation of two', changeConversationSettings, { isMuted: true }),
        ...inRoom("the owner's room", forMembers('200'), ({ conversationId }, as) =>
          ask(as, changeConversationSettings, { params: { conversationId }, body: { isMuted: true } }),
        ),
      ],
      acrossBlocks: [
        inPrivate('muting it', forAll('200'), (as, own) =>
          ask(as, changeConversationSettings, {
            params: { conversationId: own.conversationId },
            body: { isMuted: true },
          }),
        ),
      ],
    },
    {
      endpoint: listMembers,
      // The owner stands first, whatever the name.
      statements: atMost(5, async (scene) => ({ as: scene.ann, params: (await aTalk(scene)).params })),
      sample: ({ userId, inRoom, bob }) => ({
        params: inRoom,
        query: { userId, query: 'b', limit: '5', cursor: bob.id },
      }),
      may: [
        inTalk('the two', listMembers),
        ...inRoom('the owner among the members', forMembers('200 sees'), ({ conversationId }, as, scene) =>
          ask(as, listMembers, { params: { conversationId } }, (data: { userId: string }[]) =>
            data.some(({ userId }) => userId === scene.people.owner.id),
          ),
        ),
      ],
      acrossBlocks: [
        {
          of: 'all members of a shared room',
          expected: forAll('200 sees', noSession),
          look: (scene, as) => ask(as, listMembers, { params: scene.inTogether() }, scene.mentionsSol),
        },
      ],
    },
    {
      endpoint: removeConversation,
      statements: atMost(4, async ({ app, ann }) => {
        const conversationId = await aPrivateConversation(ann, await app.person('Ivy'));
        return { as: ann, params: { conversationId }, body: {} };
      }),
      sample: ({ userId, inRoom }) => ({ params: inRoom, body: { userId } }),
      may: [
        inTalk('the conversation of two', removeConversation, {}),
        ...inRoom("the owner's room", forMembers('400 PRIVATE_ONLY_DELETE'), ({ conversationId }, as) =>
          ask(as, removeConversation, { params: { conversationId }, body: {} }),
        ),
      ],
      acrossBlocks: [
        {
          ...inPrivate('taking it out of the list', forAll('200'), (as, own) =>
            ask(as, removeConversation, { params: { conversationId: own.conversationId }, body: {} }),
          ),
          last: true,
        },
      ],
    },
    {
      endpoint: getLinkPreview,
      statements: atMost(1, ({ ann }) => ({ as: ann, query: { url: 'http://127.0.0.1/' } })),
      // Of this network, so that nothing outside is asked.
      sample: { query: { url: 'http://127.0.0.1/' } },
      may: [
        {
          of: 'an address inside of this network: nobody hears what is there',
          expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) =>
            ask(
              as,
              getLinkPreview,
              { query: { url: 'http://127.0.0.1/' } },
              (data: object | null) => data !== null,
            ),
        },
      ],
      acrossBlocks: 'pages elsewhere',
    },
  ],
  events: [
    {
      type: 'conversation_update',
      acrossBlocks: [
        heardInPrivate('that Sol has read', 'readers', ({ sol }, conversationId) =>
          sol.get(markRead, { params: { conversationId }, body: {} }),
        ),
      ],
    },
    {
      type: 'typing',
      acrossBlocks: [
        heard(
          'that Sol is writing in a shared room',
          'typing',
          hiddenOnes('silence', 'heard', 'silence'),
          (scene) => scene.sol.get(tellTyping, { params: scene.inTogether(), body: {} }),
        ),
        heardInPrivate('that Sol is writing', 'typing', ({ sol }, conversationId) =>
          sol.get(tellTyping, { params: { conversationId }, body: {} }),
        ),
      ],
    },
    { type: 'member_join', acrossBlocks: 'members of one room see each other, as in the list of members' },
    { type: 'member_leave', acrossBlocks: 'members of one room see each other, as in the list of members' },
  ],
  keeps: [
    { table: 'conversation_members', leave: ({ ann }) => aRoom(ann) },
    {
      table: 'former_members',
      async leave({ ann, bob }) {
        const room = await aRoom(bob);
        await joined(room, ann);
        await ann.get(leaveRoom, { params: { roomId: room.id }, body: {} });
      },
    },
  ],
};
