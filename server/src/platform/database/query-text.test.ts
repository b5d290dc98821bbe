import { and, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias, PgDialect, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/pg-proxy';
import { describe, expect, test } from 'vitest';
import { QuickDialect } from './query-text.ts';

const walks = pgTable('walks', {
  id: text('id').primaryKey(),
  ownerId: text('owner "id"'),
  begunAt: timestamp('begun_at', { withTimezone: true }),
});
const w = alias(walks, 'w');
const db = drizzle(async () => ({ rows: [] }));
const at = new Date('2026-03-01T10:00:00Z');
const owned = db.select({ id: walks.id }).from(walks).where(eq(walks.ownerId, 'mika'));

const statements: Record<string, SQL> = {
  nothing: sql``,
  'words alone': sql`SELECT 1`,
  'values of each kind': sql`SELECT ${'a'}, ${1}, ${2n}, ${true}, ${null}, ${undefined}, ${at}, ${{ a: 1 }}`,
  'a list': sql`id IN ${['a', 'b', sql`c`]} OR id IN ${[]}`,
  'tables and columns': sql`SELECT ${walks.id}, ${walks.ownerId} FROM ${walks} WHERE ${walks.begunAt} < ${at}`,
  'another name of a table': sql`SELECT ${w.id} FROM ${walks} ${w}`,
  'names and raw words': sql`SELECT ${sql.identifier('a"b')}, ${sql.raw('now()')}`,
  'a query within a query': sql`WITH some AS (${sql`SELECT ${1} WHERE ${sql`${2} = ${3}`}`}) SELECT ${4}`,
  'joined pieces': sql.join([sql`a = ${1}`, sql`b = ${2}`, sql.raw('c')], sql` AND `),
  conditions: and(eq(walks.id, 'a'), or(isNull(walks.begunAt), inArray(walks.ownerId, ['x', 'y'])))!,
  'values written for a column': sql`${sql.param(at, walks.begunAt)} ${eq(walks.begunAt, at)}`,
  'a placeholder': sql`${sql.placeholder('id')} ${eq(walks.begunAt, sql.placeholder('at'))}`,
  'a selection in brackets': sql`${walks.id} IN ${owned} AND ${1} = ${2}`,
  'a selection with a name': sql`SELECT * FROM ${owned.as('owned')} WHERE ${1} = ${2}`,
  'a column with a name': sql`${sql`count(*)`.as('counted')} ${1}`,
  'values within the words': sql`${sql`${1} ${"it's"}`.inlineParams()} ${2}`,
};

describe('the text of a query', () => {
  const library = new PgDialect();
  const quick = new QuickDialect();

  test.each(Object.entries(statements))('%s: as the library writes it', (_, statement) => {
    const { sql: words, params } = library.sqlToQuery(statement);
    // Twice, since what was asked once is known.
    for (const _ of [1, 2]) expect(quick.sqlToQuery(statement)).toMatchObject({ sql: words, params });
  });

  test('as the builder asks for it', () => {
    const columns = getTableColumns(w);
    const written = (dialect: PgDialect) => {
      const on = drizzle(
        async () => ({ rows: [] }),
        {},
        () => dialect,
      );
      const joined = on
        .select({ ...columns, other: walks.id })
        .from(w)
        .leftJoin(walks, eq(walks.id, w.ownerId));
      return [
        joined
          .where(inArray(w.id, ['a', 'b']))
          .orderBy(w.begunAt)
          .limit(3)
          .toSQL(),
        on
          .insert(walks)
          .values([{ id: 'a', begunAt: at }, { id: 'b' }])
          .onConflictDoNothing()
          .returning()
          .toSQL(),
        on
          .update(walks)
          .set({ begunAt: at, ownerId: sql`lower(${'A'})` })
          .where(eq(walks.id, 'a'))
          .toSQL(),
        on.delete(walks).where(inArray(walks.id, owned)).toSQL(),
      ];
    };
    expect(written(quick)).toEqual(written(library));
  });

  test('of an index the library writes it', () => {
    const statement = sql`${walks.id} DESC`;
    expect(quick.sqlToQuery(statement, 'indexes').sql).toBe('"id" DESC');
  });
});
