import { sendMessage } from '@dazi/contract/chat/conversations';
import { listOwnReports, listReports, report, takeCase } from '@dazi/contract/moderation/moderation';
import type { ReportTargetType } from '@dazi/contract/moderation/moderation.rules';
import { aRoom, joined } from '#features/chat/rooms/rooms.builder.ts';
import { furtherPlan, guestsIn } from '#features/plans/plans.builder.ts';
import { cursorOf } from '#platform/cursor.ts';
import { decade } from '../../testing/bad-input-scene.ts';
import { forAll } from '../../testing/blocks-looks.ts';
import type { BlocksScene } from '../../testing/blocks-scene.ts';
import { ask, everyone, type Outcome } from '../../testing/may.ts';
import { inOwnRoom } from '../../testing/may-conversations.ts';
import type { MayScene } from '../../testing/may-scene.ts';
import { perScene } from '../../testing/once.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { aCase, fromNobody, moderatorsOnly } from './moderation.builder.ts';

let owners = 0;
const noSession = '401 REPORT_SIGN_IN_REQUIRED';
const all = { ...everyone('200'), visitor: noSession, owner: '400 OWN_REPORT' };
/** One of each kind: a post, and a person who has a plan and a room, and has spoken in it. */
async function targetsOfReports({ app, ann, bob }: StatementsScene) {
  const owner = await app.person(`Owner of a room ${owners++}`);
  const room = await aRoom(owner);
  await joined(room, ann, bob);
  const params = { conversationId: room.conversationId };
  const said = await owner.get(sendMessage, { params, body: { content: 'Look here' } });
  const of = (targetType: ReportTargetType, targetId: string) => ({ targetType, targetId, reason: 'spam' });
  return [
    of('post', (await owner.post()).id),
    of('person', owner.id),
    of('room', room.id),
    of('message', said.data.id),
    of('plan', await furtherPlan(app, owner)),
  ];
}

const solsPlan = perScene(({ app, sol }: BlocksScene) => furtherPlan(app, sol));

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

const about = (targetType: ReportTargetType, targetId: string) => ({
  body: { targetType, targetId, reason: 'spam' as const },
});

const reportedByHost = perScene(async ({ host, postId }: MayScene) =>
  host.get(report, about('post', postId)),
);

export const moderationSurface: Surface = {
  of: 'moderation',
  calls: [
    {
      endpoint: report,
      // The thing and what it says, the case that it comes to, and who hears of it.
      statements: atMost(18, async (scene) =>
        (await targetsOfReports(scene)).map((body) => ({ as: scene.ann, body })),
      ),
      sample: ({ userId, bob }) => ({
        body: {
          userId,
          targetType: 'person',
          targetId: bob.id,
          part: 'name',
          reason: 'other',
          details: 'x',
        },
      }),
      may: [
        {
          of: "the owner's post",
          expected: all,
          request: (scene, as) => ask(as, report, about('post', scene.postId)),
        },
        {
          of: "the owner's comment",
          expected: all,
          request: (scene, as) => ask(as, report, about('comment', scene.commentId)),
        },
        {
          of: 'the owner',
          expected: all,
          request: (scene, as) => ask(as, report, about('person', scene.people.owner.id)),
        },
        ...inOwnRoom(
          "the owner's message in a room",
          {
            outsiders: { ...everyone('404 MESSAGE_NOT_FOUND'), visitor: noSession, owner: '400 OWN_REPORT' },
            members: all,
          },
          ({ messageId }, as) => ask(as, report, about('message', messageId)),
        ),
        {
          of: 'what was written to the owner in private',
          expected: { ...everyone('404 MESSAGE_NOT_FOUND'), visitor: noSession, owner: '200' },
          request: async (scene, as) => ask(as, report, about('message', (await scene.talk()).messageId)),
        },
        ...inOwnRoom("the owner's room", { outsiders: all, members: all }, ({ roomId }, as) =>
          ask(as, report, about('room', roomId)),
        ),
        {
          of: "the owner's plan",
          expected: all,
          request: async (scene, as) => ask(as, report, about('plan', (await guestsIn(scene)).planId)),
        },
      ],
      acrossBlocks: [
        {
          of: 'reports of a post',
          expected: forAll('200', noSession),
          look: (scene, as) => ask(as, report, about('post', scene.post.id)),
        },
        {
          of: 'reports of a person',
          expected: forAll('200', noSession),
          look: (scene, as) => ask(as, report, about('person', scene.sol.id)),
        },
        {
          of: "reports of Sol's room",
          expected: forAll('200', noSession),
          look: (scene, as) => ask(as, report, about('room', scene.outside.id)),
        },
        {
          of: "reports of Sol's words in a shared room",
          expected: forAll('200', noSession),
          look: (scene, as) => ask(as, report, about('message', scene.saidId)),
        },
        {
          of: "reports of Sol's plan",
          expected: forAll('200', noSession),
          look: async (scene, as) => ask(as, report, about('plan', await solsPlan(scene))),
        },
      ],
    },
    {
      endpoint: listOwnReports,
      statements: atMost(2, async ({ ann, bob }) => {
        await ann.get(report, about('post', (await bob.post()).id));
        return { as: ann };
      }),
      sample: ({ userId, page }) => ({ query: { userId, cursor: page.cursor } }),
      may: [
        {
          of: 'what the host has reported',
          expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED' },
          async request(scene, as) {
            await reportedByHost(scene);
            return ask(as, listOwnReports, {}, (data: object[]) =>
              JSON.stringify(data).includes(scene.host.id),
            );
          },
        },
      ],
      acrossBlocks: 'one’s own reports, which name nobody',
    },
    {
      endpoint: listReports,
      // Cases, their reports and what each kind says now, the people, how they stand and who is involved in which.
      statements: atMost(48, async (scene) => {
        for (const body of await targetsOfReports(scene)) await scene.bob.get(report, { body });
        return { as: scene.ann };
      }),
      sample: ({ messageId }) => ({
        query: {
          state: 'resolved',
          urgency: 'day',
          cursor: cursorOf({ createdAt: decade, id: `1_${messageId}` }),
        },
      }),
      may: [
        {
          of: "a report about the owner's post",
          expected: moderatorsOnly('200 sees'),
          async request(scene, as) {
            await reportedByHost(scene);
            return askForReportsOf(as, scene.postId);
          },
        },
      ],
      acrossBlocks: fromNobody,
    },
    {
      endpoint: takeCase,
      statements: atMost(10, async ({ ann, bob, app }) => {
        const author = await app.person(`Author of a case ${owners++}`);
        const { targetType, targetId } = await aCase(bob, ann, 'post', (await author.post()).id);
        return { as: ann, body: { targetType, targetId, take: true } };
      }),
      sample: ({ userId, messageId }) => ({
        body: { userId, targetType: 'post', targetId: messageId, take: true },
      }),
      may: [
        {
          of: "a case about the owner's post",
          expected: moderatorsOnly('200'),
          async request(scene, as) {
            await reportedByHost(scene);
            const body = { targetType: 'post', targetId: scene.postId } as const;
            const outcome = await ask(as, takeCase, { body: { ...body, take: true } });
            await as.call(takeCase, { body: { ...body, take: false } });
            return outcome;
          },
        },
      ],
      acrossBlocks: fromNobody,
    },
  ],
  events: [
    { type: 'standing_changed', acrossBlocks: 'told to one person about themselves' },
    { type: 'moderation_changed', acrossBlocks: fromNobody },
  ],
  keeps: [
    {
      table: 'reports',
      async leave({ ann, bob }) {
        const of = { reason: 'other', details: 'Look at this' } as const;
        await ann.get(report, { body: { targetType: 'post', targetId: (await bob.post()).id, ...of } });
        await bob.get(report, { body: { targetType: 'person', targetId: ann.id, ...of } });
      },
    },
    {
      table: 'cases',
      leave: async ({ ann, bob }) => bob.get(report, about('post', (await ann.post()).id)),
      notKept: 'what others reported, which they alone are told of; it goes with the account',
    },
  ],
};
