import { getMarks, saveMarks } from '@dazi/contract/plans/plan-marks';
import { ask, everyone, hidden } from '../../testing/may.ts';
import { atMost, type StatementsScene } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { beganJustNow, furtherPlan, guestsIn, joined, manned, planner, ready } from './plans.builder.ts';

const inIt = {
  ...everyone('403 NOT_IN_PLAN'),
  ...hidden('404 PLAN_NOT_FOUND'),
  visitor: '401 SIGN_IN_REQUIRED',
  owner: '200',
};

async function began(scene: StatementsScene) {
  const { ann, bob, plan } = await manned(scene);
  await beganJustNow(scene.app, plan.id);
  return { bob, ann, params: { planId: plan.id } };
}

export const planMarksSurface: Surface = {
  of: 'plans',
  calls: [
    {
      endpoint: getMarks,
      statements: atMost(3, async (scene) => {
        const { bob, params } = await began(scene);
        return { as: bob, params };
      }),
      sample: async ({ app, ann, userId }) => ({
        params: { planId: await furtherPlan(app, ann) },
        query: { userId },
      }),
      may: [
        {
          of: "the owner's plan",
          expected: inIt,
          request: async (scene, as) =>
            ask(as, getMarks, { params: { planId: (await guestsIn(scene)).planId } }),
        },
      ],
      acrossBlocks: 'what oneself has noted',
    },
    {
      endpoint: saveMarks,
      // Session, plan and visibility, the standing, who was in, and what is noted.
      statements: atMost(8, async (scene) => {
        const { bob, ann, params } = await began(scene);
        return { as: bob, params, body: { marks: [{ userId: ann.id, came: true }] } };
      }),
      sample: async ({ app, ann, bob, userId }) => {
        const planId = await furtherPlan(app, ann);
        await beganJustNow(app, planId);
        return { params: { planId }, body: { userId, marks: [{ userId: bob.id, came: true }] } };
      },
      may: [
        {
          of: "the owner's plan",
          expected: { ...inIt, owner: '409 PLAN_MARKS_CLOSED' },
          request: async (scene, as) =>
            ask(as, saveMarks, {
              params: { planId: (await guestsIn(scene)).planId },
              body: { marks: [] },
            }),
        },
      ],
      acrossBlocks: 'what oneself has noted; people hidden from oneself cannot be named',
    },
  ],
  keeps: [
    {
      table: 'plan_marks',
      async leave({ app, ann }) {
        await ready(ann);
        const host = await planner(app, 'Marked host');
        const planId = await furtherPlan(app, host);
        await joined({ id: planId }, ann);
        await beganJustNow(app, planId);
        await ann.get(saveMarks, { params: { planId }, body: { marks: [{ userId: host.id, came: true }] } });
      },
    },
  ],
};
