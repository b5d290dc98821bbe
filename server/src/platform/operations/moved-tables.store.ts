import type { Connection } from '../database/connection.ts';
import { tableNames } from './contents.store.ts';

/** Each table after those that its rows name. */
export async function inOrderOfKeys(database: Connection): Promise<string[]> {
  const keys = (await database.query(
    `SELECT c.relname AS "from", r.relname AS "to" FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class r ON r.oid = k.confrelid
      WHERE k.contype = 'f' AND k.conrelid <> k.confrelid`,
    [],
    'objects',
  )) as { from: string; to: string }[];
  const ordered: string[] = [];
  const seen = new Set<string>();
  const visit = (table: string) => {
    if (seen.has(table)) return;
    seen.add(table);
    for (const key of keys) if (key.from === table) visit(key.to);
    ordered.push(table);
  };
  for (const table of await tableNames(database)) visit(table);
  return ordered;
}

/** Those that are stored, in their order; what is worked out from others is left out. */
export async function columnsOf(database: Connection, table: string): Promise<string[]> {
  const rows = (await database.query(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0
      AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [`"${table}"`],
    'objects',
  )) as { name: string }[];
  return rows.map(({ name }) => name);
}

/** Columns that number their rows themselves, with what they count by. */
export async function identityColumns(
  database: Connection,
): Promise<{ table: string; column: string; sequence: string }[]> {
  return (await database.query(
    `SELECT c.relname AS "table", a.attname AS "column",
        pg_get_serial_sequence(quote_ident(c.relname), a.attname) AS sequence
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      WHERE a.attidentity <> '' AND c.relnamespace = 'public'::regnamespace`,
    [],
    'objects',
  )) as { table: string; column: string; sequence: string }[];
}
