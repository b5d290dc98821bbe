import { distanceKm } from '@dazi/contract/places/places.rules';
import { getPlan } from '@dazi/contract/plans/plan-views';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import webPush from 'web-push';
import { freePort } from '../../../../tools/services.mjs';
import { bisectedFrom, district, spotsOf, type Transcript, worldWith } from '../../testing/plan-worlds.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { TestPushService } from '../../testing/test-push-service.ts';
import { furtherPlan, planner } from './plans.builder.ts';

/**
 * Two worlds that differ only in a spot within one cell: whoever is not in is answered and told the same byte for byte, by
 * every call, in every standing, at every moment. Whoever is in is not, so that the test could fail.
 */
describe('where exactly to meet (PLAN-007)', () => {
  let worlds: [Transcript, Transcript];
  let push: TestPushService;
  beforeAll(async () => {
    push = await TestPushService.start();
    const outside = {
      push,
      keys: webPush.generateVAPIDKeys(),
      port: String(await freePort()),
      metricsPort: String(await freePort()),
    };
    worlds = [await worldWith(0, outside), await worldWith(1, outside)];
  }, 600_000);
  afterAll(() => push.close());

  /** Channels in which the worlds differ, with where they begin to. */
  const differing = (whose: (channel: string) => boolean) =>
    [...worlds[0]].flatMap(([channel, said]) => {
      const other = worlds[1].get(channel);
      return whose(channel) && said !== other ? [`${channel}\n${firstDifference(said, other ?? '')}`] : [];
    });
  const isOfGoing = (channel: string) => channel.includes(', going: ');

  test('is in nothing that anybody is answered or told who is not in, nor in what the server keeps beside it', () => {
    expect([...worlds[1].keys()]).toEqual([...worlds[0].keys()]);
    expect(differing((channel) => !isOfGoing(channel))).toEqual([]);
  });

  test('is told to whoever is in, until three hours after the end', () => {
    const detail = (moment: string) =>
      differing((channel) => channel.startsWith(`${moment}, going: detail, GET`)).length > 0;
    const moments = ['before', 'at the decision', 'happening', 'over for 3 hours', 'over for 7 days'];
    expect(moments.map(detail)).toEqual([true, true, true, false, false]);
    for (const what of ['calendar file', 'calendar feed'])
      expect(differing((channel) => channel.startsWith(`before, going: ${what}`))).not.toEqual([]);
  });

  test('is in the order of no list, not even for whoever knows it', () => {
    for (const list of ['own plans', 'common plans', 'list anywhere']) {
      const orders = worlds.map((world) =>
        [...world].flatMap(([channel, said]) =>
          channel.startsWith(`before, going: ${list}`)
            ? [[...said.matchAll(/"id":"([^"]+)","activity"/g)].map(([, id]) => id)]
            : [],
        ),
      );
      expect(Math.max(...orders[0]!.map(({ length }) => length))).toBeGreaterThan(3);
      expect([list, orders[1]]).toEqual([list, orders[0]]);
    }
  });

  test('looked for to a metre it is the middle of its cell', () => {
    const found = Number(worlds[0].get('before, stranger: bisection by radius'));
    expect(Math.abs(found - distanceKm(bisectedFrom, district))).toBeLessThan(0.002);
  });
});

function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return [one, other].map((said) => said.slice(Math.max(0, at - 80), at + 120)).join('\n');
}

describe('the same place (PLAN-007)', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test('is the same district, whoever points at it', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 3; number++)
      ids.push(
        await furtherPlan(app, await planner(app, `Pointing ${number}`), { spot: spotsOf[number % 2]![0]! }),
      );
    const districts = await Promise.all(
      ids.map(async (id) => (await app.visitor().get(getPlan, { params: { planId: id } })).data.district),
    );
    expect(new Set(districts.map((one) => JSON.stringify(one))).size).toBe(1);
  });
});
