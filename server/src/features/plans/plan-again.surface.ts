import { repeatPlan } from '@dazi/contract/plans/plan-again';
import { ask, limited, ownerOnly } from '../../testing/may.ts';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import {
  beganJustNow,
  day_ms,
  furtherPlan,
  guestsIn,
  hostsNothing,
  localIn,
  manned,
  ready,
} from './plans.builder.ts';

let asked = 0;
const body = () => ({ clientId: `test-again-${++asked}` });

export const planAgainSurface: Surface = {
  of: 'plans',
  calls: [
    {
      endpoint: repeatPlan,
      // Session, locks, plan and visibility, the replay, the copy before, what a new plan takes, and whom it is told.
      statements: atMost(24, async (scene) => {
        await hostsNothing(scene.app, scene.bob);
        const { bob, plan } = await manned(scene);
        await beganJustNow(scene.app, plan.id);
        return { as: bob, params: { planId: plan.id }, body: body() };
      }),
      sample: async ({ app, ann, userId }) => {
        await ready(ann);
        const planId = await furtherPlan(app, ann);
        await beganJustNow(app, planId);
        return {
          params: { planId },
          body: { userId, clientId: 'sample-again-1', local: localIn(app, 8 * day_ms) },
        };
      },
      may: [
        {
          of: "the owner's plan",
          expected: {
            ...ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_THE_HOST', '404 PLAN_NOT_FOUND'),
            ...limited,
          },
          request: async (scene, as, role) => {
            const { planId } = await guestsIn(scene);
            if (role !== 'owner') return ask(as, repeatPlan, { params: { planId }, body: body() });
            await hostsNothing(scene.app, as);
            const own = await furtherPlan(scene.app, as);
            await beganJustNow(scene.app, own);
            return ask(as, repeatPlan, { params: { planId: own }, body: body() });
          },
        },
      ],
      acrossBlocks: 'the own plan; who hears of it stands with its events',
    },
  ],
};
