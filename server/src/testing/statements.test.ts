import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeStatementsScene, type StatementsScene } from './statements-scene.ts';
import { callRows, endpointsWithout, surfaces } from './surfaces.ts';

/** How many statements a call sends to the database: never more than its row says, nor more for many things than for one. */

let scene: StatementsScene;
beforeAll(async () => {
  scene = await makeStatementsScene();
});
afterAll(() => scene.app.close());

test('every endpoint has a line', () => {
  expect(endpointsWithout('statements', 'say how many database statements the call takes at most')).toEqual(
    [],
  );
});

describe('a list takes as many statements for 50 as for 1', () => {
  test.each(surfaces.flatMap(({ sizes = [] }) => sizes.map((each) => [each.of, each] as const)))(
    '%s',
    (_of, { holds }) => holds(scene),
    120_000,
  );
});

const counted = callRows.flatMap(({ endpoint, statements }) =>
  typeof statements === 'string' ? [] : [[endpoint.name, endpoint, statements] as const],
);

describe('no endpoint takes more statements than its row says', () => {
  test.each(counted)(
    '%s',
    async (_name, endpoint, { most, prepare }) => {
      const prepared = await prepare(scene);
      for (const each of Array.isArray(prepared) ? prepared : [prepared]) {
        const { as, instead, after, ...input } = each;
        const taken = instead ? await scene.countDuring(instead) : await scene.countOf(as!, endpoint, input);
        await after?.();
        expect(taken, `${endpoint.name} takes more statements than its row allows`).toBeLessThanOrEqual(most);
      }
    },
    120_000,
  );
});
