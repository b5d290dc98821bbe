import { areaEventSchema, frameSchema } from '@dazi/contract/frames';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BlockCase, type BlocksScene, makeBlocksScene, type Viewer, viewers } from './blocks-scene.ts';
import { callRows, endpointsWithout, surfaces } from './surfaces.ts';

/** Every surface on which one person meets another, and what a block hides there. */

let scene: BlocksScene;
beforeAll(async () => {
  scene = await makeBlocksScene();
});
afterAll(() => scene.close());

const eventRows = surfaces.flatMap(({ events = [] }) => events);

/** Who only looks leaves everything as it was, and comes first; what changes the blocks comes last. */
const isRead = new Map<BlockCase, boolean>();
function take(looks: string | readonly BlockCase[], reads: boolean) {
  if (typeof looks === 'string') return;
  for (const look of looks) isRead.set(look, reads);
}
for (const { endpoint, acrossBlocks } of callRows) take(acrossBlocks, endpoint.method === 'GET');
for (const { acrossBlocks } of eventRows) take(acrossBlocks, false);
const rankOf = (each: BlockCase) => (each.last ? 2 : isRead.get(each) ? 0 : 1);
const inOrder = [...isRead.keys()].sort((one, other) => rankOf(one) - rankOf(other));

const advice =
  'list what it shows of a person across a block, or give the reason when no other person is met there';

test('every call stands in a row, or says why nobody meets anybody there', () => {
  expect(endpointsWithout('acrossBlocks', advice)).toEqual([]);
  const empty = callRows.filter(({ acrossBlocks }) => acrossBlocks.length === 0);
  expect(empty.map(({ endpoint }) => `${endpoint.name}: ${advice}.`)).toEqual([]);
});

test('every event of the stream stands in a row, or says why it tells of nobody', () => {
  const types = [...frameSchema.def.options, ...areaEventSchema.def.options].map(
    ({ def }) => def.shape.type.def.values[0] as string,
  );
  const known = eventRows.map(({ type }) => type);
  const missing = types.filter((type) => !known.includes(type));
  expect(
    missing.map(
      (type) => `${type} has no row: add one to \`events\` in the *.surface.ts of its area, and ${advice}.`,
    ),
  ).toEqual([]);
  expect([...known].sort()).toEqual([...types].sort());
  const empty = eventRows.filter(({ acrossBlocks }) => acrossBlocks.length === 0);
  expect(empty.map(({ type }) => `${type}: ${advice}.`)).toEqual([]);
});

describe('across a block (BLOCK-020)', () => {
  test.each(inOrder.map((each) => [each.of, each] as const))('%s', async (_of, { expected, look }) => {
    const outcomes: Partial<Record<Viewer, string>> = {};
    for (const viewer of viewers) outcomes[viewer] = await look(scene, scene.people[viewer], viewer);
    expect(outcomes).toEqual(expected);
  });
});
