import {
  Column,
  is,
  Name,
  Param,
  Placeholder,
  type QueryWithTypings,
  SQL,
  StringChunk,
  Subquery,
  Table,
  View,
} from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

/**
 * The builder's own dialect, which writes most queries several times as fast. The library asks of each piece of a
 * query, one kind after the other, whether it is of that kind, which takes longer than many a query takes to be
 * answered. Here a class is asked once. What is rare, the library still writes.
 */
export class QuickDialect extends PgDialect {
  override sqlToQuery(query: SQL, invokeSource?: 'indexes'): QueryWithTypings {
    const text = new QueryText();
    if (!invokeSource && text.takes(query)) return { sql: text.sql, params: text.params };
    return super.sqlToQuery(query, invokeSource);
  }
}

class QueryText {
  sql = '';
  readonly params: unknown[] = [];

  /** False when a piece is among them that the library has to write: then what was written is of no use. */
  takes(piece: unknown): boolean {
    if (piece === undefined) return true;
    if (piece === null || typeof piece !== 'object')
      return typeof piece !== 'function' && this.#parameter(piece);
    if (Array.isArray(piece)) return this.#list(piece);
    switch (kindOf(piece)) {
      case 'words':
        this.sql += (piece as StringChunk).value.join('');
        return true;
      case 'query':
        return !isInlined(piece as SQL) && this.#all((piece as SQL).queryChunks);
      case 'name':
        this.sql += named((piece as Name).value);
        return true;
      case 'known':
        this.sql += knownText(piece as Table | Column);
        return true;
      case 'value':
        return this.#value(piece as Param);
      case 'parameter':
        return this.#parameter(piece);
      case 'rare':
        return false;
    }
  }

  #all(pieces: readonly unknown[]): boolean {
    for (const piece of pieces) if (!this.takes(piece)) return false;
    return true;
  }

  #list(pieces: readonly unknown[]): boolean {
    this.sql += '(';
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) this.sql += ', ';
      if (!this.takes(piece)) return false;
    }
    this.sql += ')';
    return true;
  }

  #value(param: Param): boolean {
    const { value, encoder } = param;
    if (is(value, Placeholder)) return this.#parameter(param);
    const mapped = value === null ? null : encoder.mapToDriverValue(value);
    return is(mapped, SQL) ? this.takes(mapped) : this.#parameter(mapped);
  }

  #parameter(value: unknown): boolean {
    this.sql += `$${this.params.push(value)}`;
    return true;
  }
}

const library = new PgDialect();
const named = (name: string) => library.escapeName(name);

/** Tables and columns live as long as the program, and so do their names. */
const known = new WeakMap<Table | Column, string>();

function knownText(piece: Table | Column): string {
  const text = known.get(piece) ?? library.sqlToQuery(new SQL([piece])).sql;
  known.set(piece, text);
  return text;
}

/** Values within the text, as the library writes them for indexes, are its own affair. */
const isInlined = (query: SQL) => Reflect.get(query, 'shouldInlineParams') === true;

type Kind = 'words' | 'query' | 'name' | 'known' | 'value' | 'parameter' | 'rare';

const kinds = new Map<unknown, Kind>();

function kindOf(piece: object): Kind {
  const prototype = Object.getPrototypeOf(piece);
  const asked = kinds.get(prototype) ?? askedKind(piece);
  kinds.set(prototype, asked);
  return asked;
}

/** In the library's order, which counts where a class is of two kinds. */
function askedKind(piece: object): Kind {
  if (is(piece, StringChunk)) return 'words';
  if (is(piece, Name)) return 'name';
  if (is(piece, SQL)) return 'query';
  if (is(piece, Table) || is(piece, Column)) return 'known';
  if (is(piece, View)) return 'rare';
  if (is(piece, Param)) return 'value';
  if (is(piece, Placeholder)) return 'parameter';
  return is(piece, SQL.Aliased) || is(piece, Subquery) || 'getSQL' in piece ? 'rare' : 'parameter';
}
