import { callOffPlan, changePlan, createPlan } from '@dazi/contract/plans/plans';
import { heard, hiddenOnes } from '../../testing/blocks-looks.ts';
import { ask, everyone, limited, ownerOnly } from '../../testing/may.ts';
import { atMost } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { haight } from '../../testing/test-person.ts';
import {
  aPlan,
  furtherPlan,
  guestsIn,
  hostsNothing,
  localIn,
  manned,
  planBody,
  ready,
  readyAs,
  zone,
} from './plans.builder.ts';

const hostOnly = ownerOnly('401 SIGN_IN_REQUIRED', '403 NOT_THE_HOST', '404 PLAN_NOT_FOUND');

export const plansSurface: Surface = {
  of: 'plans',
  calls: [
    {
      endpoint: createPlan,
      // The session, a lock, an earlier one, what was stated, two counts, plan, spot, seat and reminders, the event, and the view.
      statements: atMost(13, async ({ app, bob }) => {
        await ready(bob);
        await hostsNothing(app, bob);
        return { as: bob, body: planBody(app) };
      }),
      sample: async ({ app, ann, userId }) => {
        await ready(ann);
        return {
          body: {
            userId,
            clientId: 'sample-plan-1',
            activity: 'other',
            title: 'Kites',
            note: 'With strings',
            local: localIn(app, 26 * 60 * 60 * 1000),
            timeZone: zone,
            part: 'evening',
            minutes: 60,
            spot: { ...haight, name: 'Fountain', hint: 'bench' },
            spotShown: 'let_in',
            seats: 5,
            least: 3,
            entry: 'open',
            who: 'everyone',
            languages: ['en', 'ja'],
            languageNeeded: false,
            level: 'some',
            cost: 'amount',
            costText: '5 dollars',
            listed: true,
          },
        };
      },
      may: [
        {
          of: 'an own plan',
          expected: { ...everyone('200'), ...limited, visitor: '401 PLAN_SIGN_IN_REQUIRED' },
          request: async ({ app }, as, role) => {
            if (role !== 'visitor') {
              await readyAs(role, as);
              await hostsNothing(app, as);
            }
            return ask(as, createPlan, { body: planBody(app) });
          },
        },
      ],
      acrossBlocks: 'the own plan; who hears of it stands with its event',
    },
    {
      endpoint: changePlan,
      // As leaving; what is changed is written to plan and spot, and those who are in are asked.
      statements: atMost(11, async (scene) => {
        const { bob, plan } = await manned(scene);
        const params = { planId: plan.id };
        return { as: bob, params, body: { version: plan.version, activity: 'tennis', cost: 'split' } };
      }),
      sample: async ({ app, ann, userId }) => {
        await ready(ann);
        return {
          params: { planId: await furtherPlan(app, ann) },
          body: { userId, version: 1, note: 'Later', title: 'Two', seats: 6, least: 2, level: 'some' },
        };
      },
      may: [
        {
          of: "the owner's plan",
          expected: { ...hostOnly, ...limited },
          request: async (scene, as) => {
            const { planId } = await guestsIn(scene);
            return ask(as, changePlan, { params: { planId }, body: { version: 1, note: 'Bring water' } });
          },
        },
      ],
      acrossBlocks: 'the own plan; who hears of it stands with its events',
    },
    {
      endpoint: callOffPlan,
      // Session, plan and visibility, the standing, a line and whom it concerns, what is saved, told and answered.
      statements: atMost(11, async (scene) => {
        const { bob, plan } = await manned(scene);
        return { as: bob, params: { planId: plan.id }, body: { reason: 'weather' } };
      }),
      sample: async ({ app, ann, userId }) => ({
        params: { planId: await furtherPlan(app, ann) },
        body: { userId, reason: 'ill' },
      }),
      may: [
        {
          of: "the owner's plan",
          expected: hostOnly,
          request: async (scene, as) => {
            const { planId } = await guestsIn(scene);
            return ask(as, callOffPlan, { params: { planId }, body: { reason: 'weather' } });
          },
        },
      ],
      acrossBlocks: 'the own plan; who hears of it stands with its events',
    },
  ],
  events: [
    {
      type: 'plan_changed',
      acrossBlocks: [
        heard('a plan', 'plan_changed', hiddenOnes('silence', 'heard'), ({ app, sol }) =>
          furtherPlan(app, sol),
        ),
      ],
    },
    { type: 'plan', acrossBlocks: 'how oneself stands with a plan that is there for one' },
  ],
  keeps: [
    { table: 'plan_settings', leave: ({ ann }) => ready(ann) },
    { table: 'plans', leave: ({ app, ann }) => aPlan(app, ann) },
    { table: 'plan_people' },
  ],
};
