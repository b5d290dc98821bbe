import {
  getCalendar,
  getPlanFile,
  makeCalendar,
  readCalendar,
  removeCalendar,
} from '@dazi/contract/plans/plan-calendar';
import { ask, type Case, everyone, hidden, type Outcome } from '../../testing/may.ts';
import type { MayScene } from '../../testing/may-scene.ts';
import { perScene } from '../../testing/once.ts';
import { atMost, readFile } from '../../testing/statements-scene.ts';
import type { Surface } from '../../testing/surface.ts';
import type { TestPerson } from '../../testing/test-person.ts';
import { addressOf, furtherPlan, guestsIn, manned } from './plans.builder.ts';

const own: Case = {
  of: 'the own calendar',
  expected: { ...everyone('200'), visitor: '401 SIGN_IN_REQUIRED' },
  request: (_scene, as) => ask(as, getCalendar, {}),
};

async function askForCalendar(as: TestPerson, path: string): Promise<Outcome> {
  const answer = await as.fetch(path);
  const text = await answer.text();
  if (answer.headers.get('content-type')?.startsWith('text/calendar')) return `${answer.status}`;
  return `${answer.status} ${(JSON.parse(text) as { code: string }).code}`;
}

const ownersCalendar = perScene(({ people }: MayScene) => addressOf(people.owner));

export const planCalendarSurface: Surface = {
  of: 'plans',
  calls: [
    {
      endpoint: getPlanFile,
      // The session, and the plan as they see it.
      statements: atMost(2, async (scene) => {
        const { ann, plan } = await manned(scene);
        return { instead: () => readFile(ann, `/api/plans/${plan.id}/calendar?place=true`) };
      }),
      sample: async ({ app, ann, userId }) => ({
        params: { planId: await furtherPlan(app, ann) },
        query: { userId, place: 'true', language: 'ja' },
      }),
      may: [
        {
          of: "the owner's plan",
          expected: {
            ...everyone('403 NOT_IN_PLAN'),
            ...hidden('404 PLAN_NOT_FOUND'),
            visitor: '401 SIGN_IN_REQUIRED',
            owner: '200',
          },
          request: async (scene, as) =>
            askForCalendar(as, `/api/plans/${(await guestsIn(scene)).planId}/calendar`),
        },
      ],
      acrossBlocks: 'a plan that one is in; nobody is named in it',
    },
    {
      endpoint: getCalendar,
      statements: atMost(2, ({ ann }) => ({ as: ann })),
      sample: ({ userId }) => ({ query: { userId } }),
      may: [own],
      acrossBlocks: 'the own calendar',
    },
    {
      endpoint: makeCalendar,
      // The session, a lock, the one that is there, and the new one.
      statements: atMost(4, ({ ann }) => ({ as: ann, body: { renew: true } })),
      sample: ({ userId }) => ({ body: { userId, place: true, language: 'zh', renew: true } }),
      may: [
        {
          ...own,
          request: (_scene, as) => ask(as, makeCalendar, { body: {} }),
        },
      ],
      acrossBlocks: 'the own calendar',
    },
    {
      endpoint: removeCalendar,
      statements: atMost(2, ({ ann }) => ({ as: ann, body: {} })),
      sample: ({ userId }) => ({ body: { userId } }),
      may: [
        {
          ...own,
          request: (_scene, as) => ask(as, removeCalendar, { body: {} }),
        },
      ],
      acrossBlocks: 'the own calendar',
    },
    {
      endpoint: readCalendar,
      // Whose it is, and their plans.
      statements: atMost(2, async (scene) => {
        const { ann } = await manned(scene);
        const path = await addressOf(ann);
        return { instead: () => readFile(scene.app.visitor(), path) };
      }),
      sample: { params: { token: 'nothing' }, query: {} },
      may: [
        {
          of: "the owner's calendar, with its token",
          expected: everyone('200'),
          request: async (scene, as) => askForCalendar(as, await ownersCalendar(scene)),
        },
        {
          of: 'any other token',
          expected: everyone('404 NOT_FOUND'),
          request: (_scene, as) => askForCalendar(as, `/calendar/${'A'.repeat(43)}.ics`),
        },
      ],
      acrossBlocks: 'plans of whoever gave the address away; nobody is named in it',
    },
  ],
  keeps: [
    { table: 'plan_calendars', leave: ({ ann }) => addressOf(ann) },
    { table: 'plan_reminders', notKept: 'it names rows of plan_people, and goes with them' },
  ],
};
