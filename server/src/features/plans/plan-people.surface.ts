import {
  answerPlanRequest,
  confirmPlan,
  inviteToPlan,
  joinPlan,
  leavePlan,
  listPlanPeople,
  removeFromPlan,
  removePlanInvite,
  takeOverPlan,
} from '@dazi/contract/plans/plan-people';
import { expect } from 'vitest';
import { hiddenOnes, noSession } from '../../testing/blocks-looks.ts';
import type { BlockCase, BlocksScene } from '../../testing/blocks-scene.ts';
import { ask, everyone, hidden, limited, ownerOnly } from '../../testing/may.ts';
import { perScene } from '../../testing/once.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { furtherPlan, guestsIn, joined, manned, planner, ready, withGuests } from './plans.builder.ts';

const hostOnly = ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_THE_HOST', '404 PLAN_NOT_FOUND');
const own = 'the own plan, or how oneself stands with one';

/** Ann leaves, with so many in line behind her. */
async function leavingBefore(scene: StatementsScene, waiting: number): Promise<number> {
  const { ann, plan } = await manned(scene);
  const params = { planId: plan.id };
  const line = [await planner(scene.app, `Line ${++lines}`), await planner(scene.app, `Line ${++lines}`)];
  const [first] = (await scene.bob.get(listPlanPeople, { params, query: { standing: 'waiting' } })).data;
  if (waiting === 0)
    await scene.bob.get(removeFromPlan, {
      params: { ...params, personId: first!.person.id },
      body: { reason: 'other' },
    });
  else await joined(plan, ...line.slice(0, waiting - 1));
  return scene.countOf(ann, leavePlan, { params, body: {} });
}
let lines = 0;
const hiddenPlan = { ...everyone('403 NOT_IN_PLAN'), ...hidden('404 PLAN_NOT_FOUND') };

/** Of Sol's, with nobody in it. */
const solsPlan = perScene(async ({ app, sol }: BlocksScene) => furtherPlan(app, sol));

/** Of Sol's, too, and whoever may joins it. */
const joinedPlan = perScene(async ({ app, sol }: BlocksScene) => furtherPlan(app, sol));

const lookAtPeople: BlockCase = {
  of: "who is in Sol's plan",
  expected: hiddenOnes('404 PLAN_NOT_FOUND', '200 sees', noSession),
  look: async (scene, as) =>
    ask(
      as,
      listPlanPeople,
      { params: { planId: await solsPlan(scene) }, query: { standing: 'going' } },
      scene.mentionsSol,
    ),
};

export const planPeopleSurface: Surface = {
  of: 'plans',
  sizes: [
    {
      of: 'seats passed on, and places in a line',
      async holds(scene) {
        const [alone, one, many] = [
          await leavingBefore(scene, 0),
          await leavingBefore(scene, 1),
          await leavingBefore(scene, 3),
        ];
        // Who is first was asked: the seat, the member and the line that says so.
        expect(one - alone).toBeLessThanOrEqual(3);
        expect(many).toBe(one);
        const { plan } = await manned(scene);
        const next = await planner(scene.app, `Line ${++lines}`);
        const params = { planId: plan.id };
        expect(await scene.countOf(next, joinPlan, { params, body: {} })).toBeLessThanOrEqual(5);
        const begun = { id: await furtherPlan(scene.app, scene.bob, { least: 2 }) };
        await joined(begun, await planner(scene.app, `Line ${++lines}`));
        const further = await planner(scene.app, `Line ${++lines}`);
        expect(
          await scene.countOf(further, joinPlan, { params: { planId: begun.id }, body: {} }),
        ).toBeLessThanOrEqual(9);
      },
    },
  ],
  calls: [
    {
      endpoint: joinPlan,
      // The second person: the conversation is made with its two members and its first line.
      statements: atMost(7, async (scene) => {
        const { ann, planId } = await withGuests(scene, { entry: 'open' });
        return { as: ann, params: { planId }, body: {} };
      }),
      sample: async ({ app, ann, bob, userId }) => {
        await ready(ann);
        const planId = await furtherPlan(app, bob, { entry: 'ask' });
        return { params: { planId }, body: { userId, ifFull: 'wait', message: 'Hello', invite: 'invite-1' } };
      },
      may: [
        {
          of: "the owner's plan",
          expected: {
            ...everyone('200'),
            ...hidden('404 PLAN_NOT_FOUND'),
            ...limited,
            visitor: '401 PLAN_JOIN_SIGN_IN_REQUIRED',
          },
          request: async (scene, as) => {
            const { planId } = await guestsIn(scene);
            return ask(as, joinPlan, { params: { planId }, body: {} });
          },
        },
      ],
      acrossBlocks: [
        {
          of: "joining Sol's plan",
          expected: hiddenOnes('404 PLAN_NOT_FOUND', '200', '401 PLAN_JOIN_SIGN_IN_REQUIRED'),
          look: async (scene, as, viewer) => {
            if (viewer !== 'visitor') await ready(as);
            return ask(as, joinPlan, { params: { planId: await joinedPlan(scene) }, body: {} });
          },
        },
      ],
    },
    {
      endpoint: leavePlan,
      // With one in line, who is put in and told.
      statements: atMost(14, async (scene) => {
        const { ann, plan } = await manned(scene);
        return { as: ann, params: { planId: plan.id }, body: {} };
      }),
      sample: async ({ app, ann, userId }) => ({
        params: { planId: await furtherPlan(app, ann) },
        body: { userId },
      }),
      may: [
        {
          of: "the owner's plan",
          expected: { ...hiddenPlan, visitor: '401 SIGN_IN_REQUIRED', owner: '200' },
          request: async (scene, as) => {
            const { planId } = await guestsIn(scene);
            return ask(as, leavePlan, { params: { planId }, body: {} });
          },
        },
      ],
      acrossBlocks: own,
    },
    {
      endpoint: removeFromPlan,
      statements: atMost(17, async (scene) => {
        const { ann, bob, plan } = await manned(scene);
        const params = { planId: plan.id, personId: ann.id };
        return { as: bob, params, body: { reason: 'behaviour' } };
      }),
      sample: async ({ app, ann, bob, userId }) => ({
        params: { planId: await furtherPlan(app, ann), personId: bob.id },
        body: { userId, reason: 'no_answer' },
      }),
      may: [
        {
          of: "a guest of the owner's plan",
          expected: hostOnly,
          request: async (scene, as) => {
            const { planId, guestId } = await guestsIn(scene);
            const params = { planId, personId: guestId };
            return ask(as, removeFromPlan, { params, body: { reason: 'other' } });
          },
        },
      ],
      acrossBlocks: own,
    },
    {
      endpoint: listPlanPeople,
      statements: atMost(3, async (scene) => {
        const { bob, plan } = await manned(scene);
        return { as: bob, params: { planId: plan.id }, query: { standing: 'waiting' } };
      }),
      sample: async ({ app, ann, userId }) => ({
        params: { planId: await furtherPlan(app, ann) },
        query: { userId, standing: 'going' },
      }),
      may: [
        {
          of: "who is in the owner's plan",
          expected: {
            ...everyone('200 sees'),
            ...hidden('404 PLAN_NOT_FOUND'),
            visitor: '401 SIGN_IN_REQUIRED',
          },
          request: async (scene, as) => {
            const { planId, guestId } = await guestsIn(scene);
            const input = { params: { planId }, query: { standing: 'going' } };
            return ask(as, listPlanPeople, input, (data: { person: { id: string } }[]) =>
              data.some(({ person }) => person.id === guestId),
            );
          },
        },
        {
          of: "who asks to join the owner's plan",
          expected: hostOnly,
          request: async (scene, as) => {
            const { planId } = await guestsIn(scene);
            return ask(as, listPlanPeople, { params: { planId }, query: { standing: 'asked' } });
          },
        },
      ],
      acrossBlocks: [lookAtPeople],
    },
    {
      endpoint: answerPlanRequest,
      statements: atMost(13, async (scene) => {
        const { ann, bob, planId } = await withGuests(scene, { entry: 'ask' });
        const params = { planId, personId: ann.id };
        return { as: bob, params, body: { action: 'let_in' } };
      }),
      sample: async ({ app, ann, bob, userId }) => ({
        params: { planId: await furtherPlan(app, ann), personId: bob.id },
        body: { userId, action: 'decline' },
      }),
      may: [
        {
          of: "who asks to join the owner's plan",
          expected: hostOnly,
          request: async (scene, as) => {
            const { planId, askerId } = await guestsIn(scene);
            const params = { planId, personId: askerId };
            return ask(as, answerPlanRequest, { params, body: { action: 'decline' } });
          },
        },
      ],
      acrossBlocks: own,
    },
    {
      endpoint: confirmPlan,
      statements: atMost(4, async (scene) => {
        const { ann, plan } = await manned(scene);
        return { as: ann, params: { planId: plan.id }, body: { version: plan.version } };
      }),
      sample: async ({ app, ann, userId }) => ({
        params: { planId: await furtherPlan(app, ann) },
        body: { userId, version: 1 },
      }),
      may: [
        {
          of: "the owner's plan",
          expected: { ...hiddenPlan, visitor: '401 SIGN_IN_REQUIRED', owner: '200' },
          request: async (scene, as) => {
            const { planId } = await guestsIn(scene);
            return ask(as, confirmPlan, { params: { planId }, body: { version: 1 } });
          },
        },
      ],
      acrossBlocks: own,
    },
    {
      endpoint: takeOverPlan,
      statements: atMost(14, async (scene) => {
        const { ann, bob, plan } = await manned(scene);
        await bob.get(leavePlan, { params: { planId: plan.id }, body: {} });
        return { as: ann, params: { planId: plan.id }, body: {} };
      }),
      sample: async ({ app, ann, userId }) => ({
        params: { planId: await furtherPlan(app, ann) },
        body: { userId },
      }),
      may: [
        {
          of: "the owner's plan",
          expected: { ...hiddenPlan, ...limited, visitor: '401 SIGN_IN_REQUIRED', owner: '200' },
          request: async (scene, as) => {
            const { planId } = await guestsIn(scene);
            return ask(as, takeOverPlan, { params: { planId }, body: {} });
          },
        },
      ],
      acrossBlocks: own,
    },
    {
      endpoint: inviteToPlan,
      statements: atMost(5, async (scene) => {
        const { bob, plan } = await manned(scene);
        return { as: bob, params: { planId: plan.id }, body: {} };
      }),
      sample: async ({ app, ann, userId }) => ({
        params: { planId: await furtherPlan(app, ann) },
        body: { userId, renew: true },
      }),
      may: [
        {
          of: "the owner's plan",
          expected: { ...hostOnly, ...limited },
          request: async (scene, as) => {
            const { planId } = await guestsIn(scene);
            return ask(as, inviteToPlan, { params: { planId }, body: {} });
          },
        },
      ],
      acrossBlocks: own,
    },
    {
      endpoint: removePlanInvite,
      statements: atMost(3, async (scene) => {
        const { bob, plan } = await manned(scene);
        return { as: bob, params: { planId: plan.id }, body: {} };
      }),
      sample: async ({ app, ann, userId }) => ({
        params: { planId: await furtherPlan(app, ann) },
        body: { userId },
      }),
      may: [
        {
          of: "the owner's plan",
          expected: hostOnly,
          request: async (scene, as) => {
            const { planId } = await guestsIn(scene);
            return ask(as, removePlanInvite, { params: { planId }, body: {} });
          },
        },
      ],
      acrossBlocks: own,
    },
  ],
};
