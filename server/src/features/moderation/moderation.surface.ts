import { sendMessage } from '@dazi/contract/chat/conversations';
import {
  listReports,
  type ReportTargetType,
  report,
  resolveReports,
} from '@dazi/contract/moderation/moderation';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { forAll, hiddenOnes } from '../../testing/blocks-looks.ts';
import { ask, everyone, hidden, type Outcome } from '../../testing/may.ts';
import { inOwnRoom } from '../../testing/may-conversations.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import type { TestPerson } from '../../testing/test-person.ts';

let owners = 0;

/** One of each kind: a post, and a person who has a room and has spoken in it. */
async function targetsOfReports({ app, ann, bob }: StatementsScene) {
  const owner = await app.person(`Owner of a room ${owners++}`);
  const room = await aRoom(owner);
  await joined(room, ann);
  const params = { conversationId: room.conversationId };
  const said = await owner.get(sendMessage, { params, body: { content: 'Look here' } });
  const of = (targetType: ReportTargetType, targetId: string) => ({ targetType, targetId, reason: 'spam' });
  return [
    of('post', (await bob.post()).id),
    of('person', owner.id),
    of('room', room.id),
    of('message', said.data.id),
  ];
}

/** Asks for page after page: what other rows have reported stands there as well. */
async function askForReportsOf(as: TestPerson, id: string): Promise<Outcome> {
  for (let cursor: string | undefined; ; ) {
    const answer = await as.call(listReports, { query: { cursor } });
    if (!answer.success) return `${answer.status} ${answer.code}`;
    if (answer.data.some(({ targetId }) => targetId === id)) return '200 sees';
    if (!answer.nextCursor) return '200 without';
    cursor = answer.nextCursor;
  }
}

export const moderationSurface: Surface = {
  of: 'moderation',
  calls: [
    {
      endpoint: report,
      // A message, and how one stands in its conversation.
      statements: atMost(4, async (scene) =>
        (await targetsOfReports(scene)).map((body) => ({ as: scene.ann, body })),
      ),
      sample: ({ userId, messageId }) => ({
        body: { userId, targetType: 'post', targetId: messageId, reason: 'other', details: 'x' },
      }),
      may: [
        {
          of: "the owner's post",
          expected: {
            ...everyone('200'),
            ...hidden('404 POST_NOT_FOUND'),
            visitor: '401 REPORT_SIGN_IN_REQUIRED',
            owner: '400 OWN_REPORT',
          },
          request: (scene, as) =>
            ask(as, report, { body: { targetType: 'post', targetId: scene.postId, reason: 'spam' } }),
        },
        {
          of: 'the owner',
          expected: {
            ...everyone('200'),
            ...hidden('404 PERSON_NOT_FOUND'),
            visitor: '401 REPORT_SIGN_IN_REQUIRED',
            owner: '400 OWN_REPORT',
          },
          request: (scene, as) =>
            ask(as, report, {
              body: { targetType: 'person', targetId: scene.people.owner.id, reason: 'spam' },
            }),
        },
        ...inOwnRoom(
          "the owner's message in a room",
          {
            outsiders: {
              ...everyone('404 MESSAGE_NOT_FOUND'),
              visitor: '401 REPORT_SIGN_IN_REQUIRED',
              owner: '400 OWN_REPORT',
            },
            members: { ...everyone('200'), visitor: '401 REPORT_SIGN_IN_REQUIRED', owner: '400 OWN_REPORT' },
          },
          ({ messageId: targetId }, as) =>
            ask(as, report, { body: { targetType: 'message', targetId, reason: 'spam' } }),
        ),
        {
          of: 'what was written to the owner in private',
          expected: {
            ...everyone('404 MESSAGE_NOT_FOUND'),
            visitor: '401 REPORT_SIGN_IN_REQUIRED',
            owner: '200',
          },
          request: async (scene, as) => {
            const { messageId: targetId } = await scene.talk();
            return ask(as, report, { body: { targetType: 'message', targetId, reason: 'spam' } });
          },
        },
        ...inOwnRoom(
          "the owner's room",
          {
            outsiders: {
              ...everyone('200'),
              ...hidden('404 ROOM_NOT_FOUND'),
              visitor: '401 REPORT_SIGN_IN_REQUIRED',
              owner: '400 OWN_REPORT',
            },
            members: { ...everyone('200'), visitor: '401 REPORT_SIGN_IN_REQUIRED', owner: '400 OWN_REPORT' },
          },
          ({ roomId: targetId }, as) =>
            ask(as, report, { body: { targetType: 'room', targetId, reason: 'spam' } }),
        ),
      ],
      acrossBlocks: [
        {
          of: 'reports of a post',
          expected: hiddenOnes('404 POST_NOT_FOUND', '200', '401 REPORT_SIGN_IN_REQUIRED'),
          look: (scene, as) =>
            ask(as, report, { body: { targetType: 'post', targetId: scene.post.id, reason: 'spam' } }),
        },
        {
          of: 'reports of a person',
          expected: hiddenOnes('404 PERSON_NOT_FOUND', '200', '401 REPORT_SIGN_IN_REQUIRED'),
          look: (scene, as) =>
            ask(as, report, { body: { targetType: 'person', targetId: scene.sol.id, reason: 'spam' } }),
        },
        {
          of: "reports of Sol's room",
          expected: hiddenOnes('404 ROOM_NOT_FOUND', '200', '401 REPORT_SIGN_IN_REQUIRED'),
          look: (scene, as) =>
            ask(as, report, { body: { targetType: 'room', targetId: scene.outside.id, reason: 'spam' } }),
        },
        {
          of: "reports of Sol's words in a shared room",
          expected: forAll('200', '401 REPORT_SIGN_IN_REQUIRED'),
          look: (scene, as) =>
            ask(as, report, { body: { targetType: 'message', targetId: scene.saidId, reason: 'spam' } }),
        },
      ],
    },
    {
      endpoint: listReports,
      // Targets, their reports, the posts, the messages, the rooms and the people.
      statements: atMost(7, async (scene) => {
        for (const body of await targetsOfReports(scene)) await scene.ann.get(report, { body });
        return { as: scene.ann };
      }),
      sample: ({ page }) => ({ query: { state: 'resolved', cursor: page.cursor } }),
      may: [
        {
          of: "a report about the owner's post",
          expected: {
            ...everyone('403 FORBIDDEN'),
            visitor: '401 SIGN_IN_REQUIRED',
            administrator: '200 sees',
          },
          async request(scene, as) {
            await scene.host.call(report, {
              body: { targetType: 'post', targetId: scene.postId, reason: 'hate' },
            });
            return askForReportsOf(as, scene.postId);
          },
        },
      ],
      acrossBlocks: 'administrators, from whom no block takes anything',
    },
    {
      endpoint: resolveReports,
      statements: atMost(5, async ({ ann, bob }) => {
        const target = { targetType: 'post', targetId: (await bob.post()).id };
        await ann.get(report, { body: { ...target, reason: 'spam' } });
        return { as: ann, body: { ...target, action: 'remove' } };
      }),
      sample: ({ userId, messageId }) => ({
        body: { userId, targetType: 'post', targetId: messageId, action: 'dismiss' },
      }),
      may: [
        {
          of: "a report about the owner's post",
          expected: { ...everyone('403 FORBIDDEN'), visitor: '401 SIGN_IN_REQUIRED', administrator: '200' },
          async request(scene, as) {
            const target = { targetType: 'post', targetId: scene.postId } as const;
            await scene.host.call(report, { body: { ...target, reason: 'hate' } });
            return ask(as, resolveReports, { body: { ...target, action: 'remove' } });
          },
        },
      ],
      acrossBlocks: 'administrators, from whom no block takes anything',
    },
  ],
  keeps: [
    {
      table: 'reports',
      async leave({ ann, bob }) {
        const of = { reason: 'other', details: 'Look at this' };
        await ann.get(report, { body: { targetType: 'post', targetId: (await bob.post()).id, ...of } });
        await bob.get(report, { body: { targetType: 'person', targetId: ann.id, ...of } });
      },
    },
  ],
};
