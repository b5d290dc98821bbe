import { type SQL, sql } from 'drizzle-orm';
import { type Db, rowsOf } from './database/builder.ts';
import type { Recipient } from './notices.ts';

/** Rows of notices as a table `e` of a statement, with the columns given: one text, however many they are. */
export const noticed = (rows: readonly object[], columns: SQL): SQL =>
  sql`json_to_recordset(${JSON.stringify(rows)}::text::json) AS e(${columns})`;

/** Runs a query that answers `"eventId"` and `"userId"` of whom notices concern. */
export async function recipients<Row extends Recipient = Recipient>(db: Db, query: SQL): Promise<Row[]> {
  return (await rowsOf<Row>(db, query)).map((row) => ({ ...row, eventId: Number(row.eventId) }));
}
