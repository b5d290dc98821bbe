import { exportAccount, removeAccount } from '@dazi/contract/identity/identity';
import { restorable_ms } from '@dazi/contract/identity/identity.rules';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { identityJobs } from '#features/identity/identity.jobs.ts';
import { accountParts, areas, ports } from '../areas.ts';
import { surfaces } from './surfaces.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { filesOfArchive } from './test-archive.ts';
import type { TestPerson } from './test-person.ts';
import { countNaming, personColumns } from './test-tables.ts';

/** What is kept of a person: every table that names one is exported and erased. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const rows = surfaces.flatMap(({ of, keeps = [] }) =>
  keeps.map((row) => ({ ...row, area: of.split('/')[0] })),
);
const kept = rows.filter(({ notKept }) => !notKept);

describe('every table that names a person is answered for', () => {
  /** The section of the archive that holds its rows, and the area that has it. */
  const owners = new Map(
    areas.flatMap(({ name, accountParts: partsOf }) =>
      (partsOf?.(ports) ?? []).flatMap(({ tables }) =>
        Object.entries(tables).map(([table, section]) => [table, { area: name, section }]),
      ),
    ),
  );

  test('by an account part, or stands among the exceptions', async () => {
    const tables = new Set((await personColumns(app.deps.db)).map(({ table }) => table));
    const known = new Set(rows.map(({ table }) => table));
    const missing = [...tables].filter((table) => !known.has(table));
    const advice =
      'names a person and has no row: add one to `keeps` in the *.surface.ts of its area that leaves something in it, or says why it needs none.';
    expect(missing.map((table) => `${table} ${advice}`)).toEqual([]);
    expect(rows.filter(({ table }) => !tables.has(table))).toEqual([]);
    expect(rows).toHaveLength(known.size);

    const unowned = kept.filter(({ table, area }) => owners.get(table)?.area !== area);
    const ownersAdvice =
      'is neither exported nor erased by the area of its row: put it into `tables` of <part>.account.ts, export and erase it there, and list the part in <area>.area.ts.';
    expect(unowned.map(({ table }) => `${table} ${ownersAdvice}`)).toEqual([]);
    const isKept = new Set(kept.map(({ table }) => table));
    expect([...owners.keys()].filter((table) => !isKept.has(table))).toEqual([]);
  });

  test('each of them is in the archive, and after the erasure nothing names the person', async () => {
    const [ann, bob] = [await app.person('Ann'), await app.person('Bob')];
    for (const { leave } of kept) await leave?.({ app, ann, bob });
    const before = await naming(ann);
    const advice = 'does not name the person: let `leave` of its row in the *.surface.ts fill it.';
    const empty = kept.filter(({ table }) => !before[table]);
    expect(empty.map(({ table }) => `${table} ${advice}`)).toEqual([]);

    const files = await archiveOf(ann);
    for (const [table, { section }] of owners) {
      const found = JSON.parse(files.get(`${section}.json`)?.toString() ?? '[]') as unknown[];
      expect([table, found.length > 0]).toEqual([table, true]);
    }

    await ann.get(removeAccount, { params: { userId: ann.id }, body: {} });
    app.clock.advance(restorable_ms);
    for (const job of identityJobs(accountParts)) await job.run(app.deps);
    const after = Object.entries(await naming(ann)).filter(([, count]) => count > 0);
    expect(after).toEqual([]);
  });
});

/** How many rows of each table name the person. */
async function naming(person: TestPerson): Promise<Record<string, number>> {
  const columns = new Map<string, string[]>();
  for (const { table, column } of await personColumns(app.deps.db)) {
    columns.set(table, [...(columns.get(table) ?? []), column]);
  }
  const counts: Record<string, number> = {};
  for (const [table, found] of columns) {
    counts[table] = await countNaming(app.deps.db, table, found, person.id);
  }
  return counts;
}

async function archiveOf(person: TestPerson): Promise<Map<string, Buffer>> {
  const answer = await person.fetch(exportAccount.path);
  expect(answer.status).toBe(200);
  return filesOfArchive(Buffer.from(await answer.arrayBuffer()));
}
