import { sendMessage } from '@dazi/contract/chat/conversations';
import { listPinnedMessages, pinMessage, unpinMessage } from '@dazi/contract/chat/pinned-messages';
import { sendPrivateMessage } from '@dazi/contract/chat/private-conversations';
import { eq } from 'drizzle-orm';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import {
  blockedSides,
  foldedWords,
  forAll,
  heardInPrivate,
  inPrivate,
  says,
} from '../../../testing/blocks-looks.ts';
import { type BlocksScene, wordsInPrivate, wordsInRoom } from '../../../testing/blocks-scene.ts';
import { ask, type Outcome } from '../../../testing/may.ts';
import { foldedForBlocker, forMembers, inOwnRoom, inTalk } from '../../../testing/may-conversations.ts';
import { ownersWords } from '../../../testing/may-talks.ts';
import { perScene } from '../../../testing/once.ts';
import { atMost, type StatementsScene } from '../../../testing/statements-scene.ts';
import type { Surface } from '../../../testing/surface.ts';
import type { TestPerson } from '../../../testing/test-person.ts';
import { messages } from './conversations.tables.ts';
import { insertPin } from './pinned-messages.store.ts';

/** A room of Ann's that Bob is in, with what he said there. */
const aPinning = perScene(async ({ ann, bob }: StatementsScene) => {
  const room = await aRoom(ann);
  await joined(room, bob);
  const params = { conversationId: room.conversationId };
  const { data } = await bob.get(sendMessage, { params, body: { content: 'At seven by the gate' } });
  return { ...params, messageId: data.id };
});

const pin = (as: TestPerson, conversationId: string, messageId: string) =>
  as.get(pinMessage, { params: { conversationId, messageId }, body: {} });

/** As it was pinned before the block came, without a line in the log. */
async function pinnedBefore({ app, sol }: BlocksScene, conversationId: string, messageId: string) {
  const { db } = app.deps;
  const [said] = await db.select().from(messages).where(eq(messages.id, messageId));
  const { sequence } = said!;
  await insertPin(db, { conversationId, sequence, pinnedBy: sol.id, pinnedAt: new Date(0) });
}

/** Of a room: what only its owner does, and what the others in it are told. */
const forItsOwner = () => {
  const expected = forMembers('200');
  const others = Object.fromEntries(
    Object.entries(expected.members).map(([role, outcome]): [string, Outcome] => [
      role,
      role === 'owner' || role === 'visitor' ? outcome : '403 NOT_THE_OWNER',
    ]),
  );
  return { ...expected, members: { ...expected.members, ...others } };
};

export const pinnedMessagesSurface: Surface = {
  of: 'chat/conversations',
  calls: [
    {
      endpoint: listPinnedMessages,
      // The session, the membership, what is pinned, who has read how far, and the messages.
      statements: atMost(5, async (scene) => {
        const { conversationId, messageId } = await aPinning(scene);
        await pin(scene.ann, conversationId, messageId);
        return { as: scene.bob, params: { conversationId } };
      }),
      sample: ({ userId, inRoom }) => ({ params: inRoom, query: { userId } }),
      may: [
        inTalk('what is pinned between two', listPinnedMessages),
        ...inOwnRoom(
          "the owner's words when they are pinned",
          foldedForBlocker(),
          async ({ conversationId, messageId }, as, { people }) => {
            await pin(people.owner, conversationId, messageId);
            return ask(as, listPinnedMessages, { params: { conversationId } }, says(ownersWords));
          },
        ),
      ],
      acrossBlocks: [
        {
          of: "Sol's words that are pinned",
          expected: foldedWords,
          async look(scene, as) {
            const params = scene.inTogether();
            await pinnedBefore(scene, params.conversationId, scene.saidId);
            return ask(as, listPinnedMessages, { params }, says(wordsInRoom));
          },
        },
        inPrivate(
          'what is pinned of them',
          { ...forAll('200 sees'), blocker: '200 without' },
          async (as, own, scene) => {
            const { conversationId } = own;
            await pinnedBefore(scene, conversationId, own.fromSol);
            return ask(as, listPinnedMessages, { params: { conversationId } }, says(wordsInPrivate));
          },
        ),
      ],
    },
    {
      endpoint: pinMessage,
      // The pin, the line with its number, what is told of it, the count, and then the list.
      statements: atMost(15, async (scene) => {
        const { conversationId, messageId } = await aPinning(scene);
        return { as: scene.ann, params: { conversationId, messageId }, body: {} };
      }),
      sample: ({ userId, inRoom, saidId }) => ({
        params: { ...inRoom, messageId: saidId },
        body: { userId },
      }),
      may: [
        inTalk('what was written to the owner', pinMessage, {}),
        ...inOwnRoom("the host's message", forItsOwner(), ({ conversationId, hostMessageId }, as) =>
          ask(as, pinMessage, { params: { conversationId, messageId: hostMessageId }, body: {} }),
        ),
      ],
      acrossBlocks: [
        inPrivate(
          "pinning Sol's words",
          blockedSides('403 BLOCKED_CONVERSATION'),
          (as, { conversationId, fromSol }) =>
            ask(as, pinMessage, { params: { conversationId, messageId: fromSol }, body: {} }),
        ),
        heardInPrivate('that something was pinned', '"pinned"', async ({ sol }, conversationId) => {
          const body = { conversationId, content: 'Something to pin' };
          const said = await sol.call(sendPrivateMessage, { body });
          const messageId = said.success ? said.data.id : 'none';
          await sol.call(pinMessage, { params: { conversationId, messageId }, body: {} });
        }),
      ],
    },
    {
      endpoint: unpinMessage,
      statements: atMost(10, async (scene) => {
        const { conversationId, messageId } = await aPinning(scene);
        await pin(scene.ann, conversationId, messageId);
        return { as: scene.ann, params: { conversationId, messageId }, body: {} };
      }),
      sample: ({ userId, inRoom, saidId }) => ({
        params: { ...inRoom, messageId: saidId },
        body: { userId },
      }),
      may: [
        inTalk('what was written to the owner', unpinMessage, {}),
        ...inOwnRoom("the host's message", forItsOwner(), ({ conversationId, hostMessageId }, as) =>
          ask(as, unpinMessage, { params: { conversationId, messageId: hostMessageId }, body: {} }),
        ),
      ],
      acrossBlocks: [
        inPrivate(
          "taking Sol's words down",
          blockedSides('403 BLOCKED_CONVERSATION'),
          (as, { conversationId, fromSol }) =>
            ask(as, unpinMessage, { params: { conversationId, messageId: fromSol }, body: {} }),
        ),
      ],
    },
  ],
  keeps: [
    {
      table: 'pinned_messages',
      async leave({ ann }) {
        const room = await aRoom(ann);
        const { conversationId } = room;
        const said = await ann.get(sendMessage, { params: { conversationId }, body: { content: 'Hello' } });
        await pin(ann, conversationId, said.data.id);
      },
    },
  ],
};
