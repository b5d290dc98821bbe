import type { Connection } from './connection.ts';

/** A schema that is there while a backup is brought back: until it goes, what else is there may lack something. */
export const halfRestored = 'dazi_restoring';

export async function isHalfRestored(database: Connection): Promise<boolean> {
  const rows = await database.query(`SELECT to_regnamespace('${halfRestored}') IS NOT NULL`, [], 'arrays');
  return (rows as [boolean][])[0]![0];
}
