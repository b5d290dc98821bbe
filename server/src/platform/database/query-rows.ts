import { Column, getTableName, is, SQL, Subquery } from 'drizzle-orm';
import type { PreparedQueryConfig } from 'drizzle-orm/pg-core';
import { PgRemoteSession, type PreparedQuery } from 'drizzle-orm/pg-proxy';

type Row = readonly unknown[];
type NoSchema = Record<string, never>;
type PrepareQuery = PgRemoteSession<NoSchema, NoSchema>['prepareQuery'];
type Fields = NonNullable<Parameters<PrepareQuery>[1]>;

/**
 * The builder's own session, which makes objects of rows twice as fast: what becomes of a value and where it
 * belongs is found out once for a query. The library finds it out for each value of each row.
 */
export class QuickSession extends PgRemoteSession<NoSchema, NoSchema> {
  override prepareQuery<T extends PreparedQueryConfig>(
    ...[query, fields, name, isInArrayMode, ownReader, ...further]: Parameters<PrepareQuery>
  ): PreparedQuery<T> {
    if (!fields || ownReader)
      return super.prepareQuery<T>(query, fields, name, isInArrayMode, ownReader, ...further);
    const reader = new RowReader(fields);
    const prepared: PreparedQuery<T> = super.prepareQuery<T>(
      ...[query, fields, name, isInArrayMode],
      // The builder says which tables are joined when the query is there already.
      (rows) => reader.read(rows, Reflect.get(prepared, 'joinsNotNullableMap')),
      ...further,
    );
    return prepared;
  }
}

/** By its name whether a row of a table is always there, however the tables are joined. */
type Joins = Readonly<Record<string, boolean>>;

interface Place {
  /** One name, or several where the value belongs into an object within. */
  path: readonly string[];
  /** Null where it stays as it came. */
  decode: ((value: unknown) => unknown) | null;
  /** Of a column of a table that was selected whole. */
  table: string | null;
}

class RowReader {
  readonly #fields: Fields;
  /** Made with the first row: many queries have none. */
  #places: readonly Place[] | null = null;

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  read(rows: readonly Row[], joins: Joins | undefined): Record<string, unknown>[] {
    if (rows.length === 0) return [];
    this.#places ??= this.#fields.map(placeOf);
    const places = this.#places;
    return rows.map((row) => objectOf(places, row, joins));
  }
}

function objectOf(places: readonly Place[], row: Row, joins: Joins | undefined): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  /** Objects within that may not be there, and of which table; false where they are there. */
  const absent = joins && new Map<string, string | false>();
  for (let index = 0; index < places.length; index++) {
    const { path, decode, table } = places[index]!;
    let within = object;
    for (let depth = 0; depth < path.length - 1; depth++) {
      within[path[depth]!] ??= {};
      within = within[path[depth]!] as Record<string, unknown>;
    }
    const came = row[index];
    const value = came === null || decode === null ? came : decode(came);
    within[path.at(-1)!] = value;
    if (!absent || table === null) continue;
    const known = absent.get(path[0]!);
    // Its first column decides; of several tables it is always there.
    if (known === undefined) absent.set(path[0]!, value === null && table);
    else if (known !== table) absent.set(path[0]!, false);
  }
  for (const [name, table] of absent ?? []) if (table !== false && !joins![table]) object[name] = null;
  return object;
}

function placeOf({ path, field }: Fields[number]): Place {
  if (!is(field, Column)) {
    const query = is(field, SQL) ? field : is(field, Subquery) ? field._.sql : field.sql;
    // The library keeps to itself what it was told by `mapWith`.
    return { path, decode: decodeOf(Reflect.get(query, 'decoder')), table: null };
  }
  return { path, decode: decodeOf(field), table: path.length === 2 ? getTableName(field.table) : null };
}

const asItCame = Column.prototype.mapFromDriverValue;

/** Looked up once: a column of another name of a table looks up everything by way of the table's own. */
function decodeOf(decoder: { mapFromDriverValue(value: unknown): unknown }): Place['decode'] {
  const decode = decoder.mapFromDriverValue;
  return decode === asItCame ? null : (value) => decode.call(decoder, value);
}
