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
