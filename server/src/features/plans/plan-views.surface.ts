import { getPlanSettings, savePlanSettings } from '@dazi/contract/plans/plan-settings';
import { getPlan, listCommonPlans, listMyPlans, listPlans } from '@dazi/contract/plans/plan-views';
import { decade } from '../../testing/bad-input-scene.ts';
import { forAll, hiddenOnes, noSession } from '../../testing/blocks-looks.ts';
import type { BlocksScene } from '../../testing/blocks-scene.ts';
import { ask, type Case, everyone, hidden, seenByAllBut } from '../../testing/may.ts';
import type { Role } from '../../testing/may-cast.ts';
import type { MayScene } from '../../testing/may-scene.ts';
import { perScene } from '../../testing/once.ts';
import { atMost, type SameSize } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import { haight } from '../../testing/test-person.ts';
import { furtherPlan, guestsIn, manned, readyAs } from './plans.builder.ts';

const holds = (planId: string) => (data: { id: string }[]) => data.some(({ id }) => id === planId);
const box = { west: -123, south: 37, east: -122, north: 38 };

const solsPlan = perScene(async ({ app, sol }: BlocksScene) => furtherPlan(app, sol));

const inLists = (
  [
    ['anywhere', () => ({ limit: 50 })],
    ['by ids', (planId) => ({ ids: planId })],
    ['by place', () => ({ ...haight, radiusKm: 5, limit: 50 })],
    ['by map view', () => ({ ...box, limit: 50 })],
  ] as [string, (planId: string) => object][]
).map(([of, query]) => ({
  of,
  look: (as: Parameters<typeof ask>[0], planId: string) =>
    ask(as, listPlans, { query: query(planId) }, holds(planId)),
}));

/** One plan and many cost the same. */
const sameForMany: SameSize = {
  of: 'plans',
  async holds(scene) {
    const { app, ann, bob } = scene;
    for (let number = 0; number < 12; number++) await furtherPlan(app, bob);
    const counts: number[] = [];
    const sizes: number[] = [];
    for (const limit of [1, 12]) {
      const query = { ...haight, radiusKm: 5, limit };
      counts.push(await scene.countOf(ann, listPlans, { query }));
      sizes.push((await ann.get(listPlans, { query })).data.length);
    }
    if (sizes.join() !== '1,12' || counts[0] !== counts[1])
      throw new Error(`${sizes} plans took ${counts} statements`);
  },
};

export const planViewsSurface: Surface = {
  of: 'plans',
  calls: [
    {
      endpoint: listPlans,
      // The session, the walk, and the plans as the viewer sees them.
      statements: atMost(3, async (scene) => {
        const { ann } = await manned(scene);
        return { as: ann, query: { ...haight, radiusKm: 25 } };
      }),
      sample: ({ page }) => ({
        query: {
          latitude: '37.77',
          longitude: '-122.44',
          radiusKm: '5',
          west: '-123',
          south: '37',
          east: '-122',
          north: '38',
          from: decade,
          to: '2030-02-01T00:00:00.000Z',
          activities: 'badminton,tennis',
          languages: 'en,ja',
          free: 'true',
          open: 'true',
          limit: page.limit,
          cursor: page.cursor,
        },
      }),
      may: inLists.map(
        ({ of, look }): Case => ({
          of,
          expected: seenByAllBut('200 without'),
          request: async (scene, as) => look(as, (await guestsIn(scene)).planId),
        }),
      ),
      acrossBlocks: inLists.map(({ of, look }) => ({
        of: `plans, ${of}`,
        expected: hiddenOnes('200 without', '200 sees'),
        look: async (scene: BlocksScene, as: Parameters<typeof ask>[0]) => look(as, await solsPlan(scene)),
      })),
    },
    {
      endpoint: listMyPlans,
      statements: atMost(3, async (scene) => {
        const { ann } = await manned(scene);
        return { as: ann, query: { part: 'ahead' } };
      }),
      sample: ({ userId, page }) => ({
        query: { userId, part: 'past', limit: page.limit, cursor: page.cursor },
      }),
      may: [
        {
          of: 'the own plans',
          expected: { ...everyone('200 without'), visitor: '401 SIGN_IN_REQUIRED', owner: '200 sees' },
          request: async (scene, as) =>
            ask(as, listMyPlans, { query: { part: 'ahead' } }, holds((await guestsIn(scene)).planId)),
        },
      ],
      acrossBlocks: 'plans that are there for oneself, as by their ids',
    },
    {
      endpoint: getPlan,
      statements: atMost(2, async (scene) => {
        const { ann, plan } = await manned(scene);
        return { as: ann, params: { planId: plan.id } };
      }),
      sample: async ({ app, ann, userId }) => ({
        params: { planId: await furtherPlan(app, ann) },
        query: { userId, invite: 'invite-1', latitude: '37.77', longitude: '-122.44' },
      }),
      may: [
        {
          of: "the owner's plan",
          expected: { ...everyone('200'), ...hidden('404 PLAN_NOT_FOUND') },
          request: async (scene, as) =>
            ask(as, getPlan, { params: { planId: (await guestsIn(scene)).planId } }),
        },
        {
          of: 'where exactly to meet',
          expected: {
            ...everyone('200 without'),
            ...hidden('404 PLAN_NOT_FOUND'),
            owner: '200 sees',
          },
          request: async (scene, as) => {
            const params = { planId: (await guestsIn(scene)).planId };
            return ask(as, getPlan, { params }, (data: { spot: object | null }) => data.spot !== null);
          },
        },
        ...(
          [
            ["a plan of the owner's that is not listed", { listed: false }, '404 PLAN_NOT_FOUND'],
            ["a plan of the owner's for people of their gender", { who: 'same_gender' }, '200'],
          ] as const
        ).map(([of, changes, others]) => ({
          of,
          expected: {
            ...everyone(others),
            ...hidden('404 PLAN_NOT_FOUND'),
            visitor: '404 PLAN_NOT_FOUND',
            // They have stated no gender.
            unconfirmed: '404 PLAN_NOT_FOUND',
            owner: '200',
          },
          request: async (scene: MayScene, as: Parameters<typeof ask>[0], role: Role) => {
            if (role !== 'visitor') await readyAs(role, as);
            const planId = await furtherPlan(scene.app, scene.people.owner, changes);
            return ask(as, getPlan, { params: { planId } });
          },
        })),
      ],
      acrossBlocks: [
        {
          of: "Sol's plan by its address",
          expected: hiddenOnes('404 PLAN_NOT_FOUND', '200'),
          look: async (scene, as) => ask(as, getPlan, { params: { planId: await solsPlan(scene) } }),
        },
      ],
    },
    {
      endpoint: listCommonPlans,
      statements: atMost(3, async (scene) => {
        const { ann, bob } = await manned(scene);
        return { as: ann, query: { blockedId: bob.id } };
      }),
      sample: ({ userId, bob }) => ({ query: { userId, blockedId: bob.id } }),
      may: [
        {
          of: 'plans with the owner',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (scene, as) => ask(as, listCommonPlans, { query: { blockedId: scene.people.owner.id } }),
        },
      ],
      acrossBlocks: [
        {
          of: 'plans that one is in with Sol',
          expected: forAll('200 without', noSession),
          look: async (scene, as) => {
            await solsPlan(scene);
            return ask(as, listCommonPlans, { query: { blockedId: scene.sol.id } }, scene.mentionsSol);
          },
        },
      ],
    },
    {
      endpoint: getPlanSettings,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: ({ userId }) => ({ query: { userId } }),
      may: [
        {
          of: 'the own settings',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, getPlanSettings, {}),
        },
      ],
      acrossBlocks: 'the own settings',
    },
    {
      endpoint: savePlanSettings,
      // The session, the profile, a lock, what was stated, and what is.
      statements: atMost(5, ({ ann }) => ({
        as: ann,
        body: { adult: true, gender: 'F', languages: ['en'] },
      })),
      sample: ({ userId }) => ({
        body: {
          ...{ userId, adult: true, safetyCard: 1, gender: 'F', languages: ['en', 'ja'] },
          reminders: { day: true, hours: false },
        },
      }),
      may: [
        {
          of: 'the own settings',
          expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
          request: (_scene, as) => ask(as, savePlanSettings, { body: { adult: true } }),
        },
      ],
      acrossBlocks: 'the own settings',
    },
  ],
  sizes: [sameForMany],
};
