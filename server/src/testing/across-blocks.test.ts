import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BlockCase, type BlocksScene, makeBlocksScene, type Viewer, viewers } from './blocks-scene.ts';
import { callRows, endpointsWithout } from './surfaces.ts';

/** Every surface on which one person meets another, and what a block hides there. */

let scene: BlocksScene;
beforeAll(async () => {
  scene = await makeBlocksScene();
}, 60_000);
afterAll(() => scene.close());

/** Who only looks leaves everything as it was, and comes first; what changes the blocks comes last. */
const isRead = new Map<BlockCase, boolean>();
for (const { endpoint, acrossBlocks } of callRows) {
  if (typeof acrossBlocks === 'string') continue;
  for (const each of acrossBlocks) isRead.set(each, endpoint.method === 'GET');
}
const rankOf = (each: BlockCase) => (each.last ? 2 : isRead.get(each) ? 0 : 1);
const inOrder = [...isRead.keys()].sort((one, other) => rankOf(one) - rankOf(other));

test('every call stands in a row, or says why nobody meets anybody there', () => {
  const advice =
    'list what it shows of a person across a block, or give the reason when no other person is met there';
  expect(endpointsWithout('acrossBlocks', advice)).toEqual([]);
  const empty = callRows.filter(({ acrossBlocks }) => acrossBlocks.length === 0);
  expect(empty.map(({ endpoint }) => `${endpoint.name}: ${advice}.`)).toEqual([]);
});

describe('across a block (BLOCK-020)', () => {
  test.each(inOrder.map((each) => [each.of, each] as const))('%s', async (_of, { expected, look }) => {
    const outcomes: Partial<Record<Viewer, string>> = {};
    for (const viewer of viewers) outcomes[viewer] = await look(scene, scene.people[viewer], viewer);
    expect(outcomes).toEqual(expected);
  });
});
