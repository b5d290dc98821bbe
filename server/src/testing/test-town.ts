import { PGlite } from '@electric-sql/pglite';

/**
 * Whom the demo provider names carries its address, so in a copy of a demo town that is served elsewhere its people
 * would be strangers to themselves. `directory` is the embedded database of a server that does not run.
 */
export async function moveDemoTown(directory: string, origin: string): Promise<void> {
  const database = await PGlite.create(directory);
  await database.query("UPDATE users SET issuer = regexp_replace(issuer, '^https?://[^/]+', $1)", [origin]);
  await database.close();
}

/** A plan as if it had been so many days earlier. `directory` is the embedded database of a server that does not run. */
export async function movePlanBack(directory: string, planId: string, days: number): Promise<void> {
  const database = await PGlite.create(directory);
  const columns = ['starts_at', 'ends_at', 'decides_at', 'due_at'];
  const moved = columns.map((column) => `${column} = ${column} - make_interval(days => $2)`).join();
  const local = `to_char(local::timestamp - make_interval(days => $2), 'YYYY-MM-DD"T"HH24:MI')`;
  await database.query(`UPDATE plans SET ${moved}, local = ${local} WHERE id = $1`, [planId, days]);
  await database.close();
}
