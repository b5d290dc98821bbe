import { eq, sql } from 'drizzle-orm';
import {
  alias,
  customType,
  integer,
  json,
  numeric,
  PgDialect,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { drizzle, PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import { describe, expect, test } from 'vitest';
import { QuickSession } from './query-rows.ts';

const shouted = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (value) => value.toUpperCase(),
});
const walks = pgTable('walks', {
  id: text('id').primaryKey(),
  ownerId: text('owner_id'),
  begunAt: timestamp('begun_at', { withTimezone: true }),
  length: numeric('length', { mode: 'number' }),
  title: shouted('title'),
  marks: json('marks'),
});
const owners = pgTable('owners', { id: text('id').primaryKey(), age: integer('age'), name: text('name') });
const [w, o] = [alias(walks, 'w'), alias(owners, 'o')];
const at = '2026-03-01T10:00:00.000Z';
const walk = ['a', 'mika', at, '1.5', 'pond', { far: true }];
const nothing = walk.map(() => null);

type Db = PgRemoteDatabase<Record<string, never>>;

/** Selections, and rows as they come from the database. */
const selections: Record<string, { asked(db: Db): PromiseLike<unknown>; rows: unknown[][] }> = {
  'a whole table': { asked: (db) => db.select().from(walks), rows: [walk, ['b', ...nothing.slice(1)]] },
  'some columns': {
    asked: (db) => db.select({ at: walks.begunAt, id: walks.id }).from(walks),
    rows: [
      [at, 'a'],
      [null, 'b'],
    ],
  },
  'no row': { asked: (db) => db.select().from(walks), rows: [] },
  'another name of a table': { asked: (db) => db.select().from(w), rows: [walk] },
  'what an expression answers': {
    asked: (db) =>
      db
        .select({
          ...{ plain: sql<number>`1`, read: sql`2`.mapWith(Number), none: sql`3`.mapWith(Number) },
          ...{ named: sql`4`.mapWith(Number).as('named'), moment: sql`5`.mapWith(walks.begunAt) },
        })
        .from(walks),
    rows: [['1', '2', null, '4', at]],
  },
  'a table that is there or not': {
    asked: (db) => db.select().from(walks).leftJoin(owners, eq(owners.id, walks.ownerId)),
    rows: [
      [...walk, 'mika', 30, 'Mika'],
      [...walk, null, null, null],
      // Its first column decides, as in the library.
      [...walk, null, 30, 'Mika'],
    ],
  },
  'tables that are there or not, the other way': {
    asked: (db) => db.select().from(w).rightJoin(o, eq(o.id, w.ownerId)),
    rows: [
      [...nothing, 'mika', null, null],
      [...walk, 'mika', 30, 'Mika'],
    ],
  },
  'tables that are both there': {
    asked: (db) => db.select({ w, o }).from(w).innerJoin(o, eq(o.id, w.ownerId)),
    rows: [[...walk, 'mika', null, null]],
  },
  'columns of several tables in one object': {
    asked: (db) =>
      db
        .select({
          both: { id: o.id, walkId: w.id, name: o.name },
          alone: { count: sql`1` },
          id: w.id,
        })
        .from(w)
        .leftJoin(o, eq(o.id, w.ownerId)),
    rows: [
      [null, null, null, null, 'a'],
      [null, 'a', 'Mika', '1', 'a'],
    ],
  },
  'a selection within': {
    asked: (db) => {
      const inner = db
        .select({ id: walks.id, count: sql`1`.mapWith(Number).as('count') })
        .from(walks)
        .as('inner');
      return db.select().from(inner);
    },
    rows: [['a', '7']],
  },
  'what a change answers': {
    asked: (db) => db.update(walks).set({ title: 'x' }).returning({ id: walks.id, begunAt: walks.begunAt }),
    rows: [['a', at]],
  },
  'a query made once': {
    asked: (db) => db.select().from(w).leftJoin(o, eq(o.id, w.ownerId)).prepare('walks').execute({}),
    rows: [
      [...walk, null, null, null],
      [...walk, 'mika', 30, 'Mika'],
    ],
  },
};

describe('objects of rows', () => {
  test.each(Object.entries(selections))('%s: as the library makes them', async (_, { asked, rows }) => {
    const answer = async () => ({ rows: structuredClone(rows) });
    const quick: Db = new PgRemoteDatabase(
      ...([new PgDialect(), new QuickSession(answer, new PgDialect(), undefined), undefined] as const),
    );
    const made = await asked(drizzle(answer));
    expect(made).toHaveLength(rows.length);
    // The order of their names, too.
    expect(JSON.stringify(await asked(quick))).toBe(JSON.stringify(made));
    expect(await asked(quick)).toEqual(made);
  });
});
