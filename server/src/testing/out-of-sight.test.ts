import { afterAll, beforeAll, expect, test } from 'vitest';
import { leftAccounts, standings } from '#features/identity/identity.tables.ts';
import { type BlocksScene, makeBlocksScene, type Viewer } from './blocks-scene.ts';
import { callRows } from './surfaces.ts';

/** Whoever is suspended is seen where somebody is whose account is deleted, and nowhere else; whoever is limited nearly everywhere. */

let scene: BlocksScene;
beforeAll(async () => {
  scene = await makeBlocksScene();
});
afterAll(() => scene.close());

const reads = callRows.flatMap(({ endpoint, acrossBlocks }) =>
  endpoint.method === 'GET' && typeof acrossBlocks !== 'string' ? acrossBlocks : [],
);
/** Those whom no block hides from Sol. */
const viewers: readonly Viewer[] = ['third', 'visitor'];

/** What is seen of Sol, by where and by whom; some stumble over there being nobody. */
async function looks(): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (const { of, look } of reads) {
    for (const viewer of viewers) {
      const outcome = look(scene, scene.people[viewer], viewer).catch(() => 'stumbles');
      seen.set(`${of} | ${viewer}`, await outcome);
    }
  }
  return seen;
}

const differing = (some: ReadonlyMap<string, string>, others: ReadonlyMap<string, string>) =>
  [...some.keys()].filter((where) => some.get(where) !== others.get(where));

test('on every surface', { timeout: 120_000 }, async () => {
  const { db, clock } = scene.app.deps;
  const userId = scene.sol.id;
  const good = await looks();
  expect([...good.values()]).not.toContain('stumbles');
  const now = clock();
  const until = new Date(now.getTime() + 60 * 60 * 1000);
  const standing = { userId, since: now, until, decisionId: null, unreadDecisionId: null };
  await db.insert(standings).values({ ...standing, kind: 'suspended' });
  const suspended = await looks();
  await db.update(standings).set({ kind: 'limited' });
  const limited = await looks();
  await db.delete(standings);
  await db.insert(leftAccounts).values({ userId, leftAt: now });
  const deleted = await looks();

  expect(differing(deleted, good).length).toBeGreaterThan(50);
  // Nobody changes the board, or what it did, by suspending somebody.
  const inOffice = [...good.keys()].filter((where) => where.includes('which no block touches'));
  expect(differing(suspended, deleted).sort()).toEqual(inOffice.sort());
  expect(differing(limited, good)).toEqual([
    'people near by | third',
    'matches | third',
    'a search by name | third',
  ]);
});
