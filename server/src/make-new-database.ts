import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbedded } from './platform/database/embedded.ts';
import { migrate, readMigrations } from './platform/database/migrate.ts';

/** Part of the build: archives an empty, migrated data directory, from which installations and tests begin in a second. */
const server = join(import.meta.dirname, '..');
const database = await openEmbedded({ directory: null, snapshot: null });
await migrate(database, readMigrations(join(server, 'migrations')));
// The templates that other databases would be made from are a third of the archive and half of its files, and no other
// is ever made. Nothing would vacuum them either: the engine refuses to write when a database has grown too old.
await database.script('UPDATE pg_database SET datistemplate = false');
for (const template of ['template0', 'template1']) await database.script(`DROP DATABASE ${template}`);
await database.script('CHECKPOINT');
await writeFile(join(server, 'dist', 'new-database.tar'), await database.dump());
await database.close();
