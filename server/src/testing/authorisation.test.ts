import { endpoints } from '@dazi/contract/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Outcome } from './may.ts';
import { type Cast, makeCast, type Role, roles } from './may-cast.ts';
import { type MayScene, makeScene } from './may-scene.ts';
import type { PathRow } from './surface.ts';
import { callRows, endpointsWithout, surfaces } from './surfaces.ts';

/** Who may do what: every row of every surface, asked by everyone. */

let cast: Cast;
beforeAll(async () => {
  cast = await makeCast();
});
afterAll(() => cast.app.close());

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

const rows: PathRow[] = [
  ...callRows.map(({ endpoint: { method, path }, may }) => ({ method, path, may })),
  ...surfaces.flatMap(({ paths = [] }) => paths),
];

const advice =
  'has no row: add one to `paths` in the *.surface.ts of its area that says for every role which status and code it gets.';

test('every call has a row', () => {
  const forEverybody =
    'say for every role which status and code it gets and, for reads, whether the thing is in the answer';
  expect(endpointsWithout('may', forEverybody)).toEqual([]);
  const known = new Set([...rows, ...endpoints].map(nameOf));
  const documented = Object.entries(cast.app.server.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => ({ method: method.toUpperCase(), path })),
  );
  const missing = documented.map(nameOf).filter((name) => !known.has(name));
  expect(missing.map((name) => `${name} ${advice}`)).toEqual([]);
  expect(
    rows.filter(({ may }) => may.length === 0).map((entry) => `${nameOf(entry)}: ${forEverybody}.`),
  ).toEqual([]);
  expect(rows.length).toBe(new Set(rows.map(nameOf)).size);
});

/** Who only looks leaves everything as it was: they come first, and one scene is enough for them all. */
const looks = ({ method }: PathRow) => method === 'GET';
const inOrder = [...rows.filter(looks), ...rows.filter((entry) => !looks(entry))];
let seen: Promise<MayScene> | undefined;

describe.each(inOrder.map((entry) => [nameOf(entry), entry] as const))('%s', (_name, entry) => {
  const sceneOf = () => {
    if (!looks(entry)) return makeScene(cast);
    seen ??= makeScene(cast, true);
    return seen;
  };

  test.each(entry.may.map((each) => [each.of, each] as const))('%s', async (_of, { expected, request }) => {
    const outcomes: Partial<Record<Role, Outcome>> = {};
    // The owner comes last: what is taken away must have been there for everybody else.
    const order = [...roles].sort((a, b) => Number(a === 'owner') - Number(b === 'owner'));
    const scene = await sceneOf();
    for (const role of order) outcomes[role] = await request(scene, cast.people[role], role);
    expect(outcomes).toEqual(expected);
  });
});
