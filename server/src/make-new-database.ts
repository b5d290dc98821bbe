import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbedded } from './platform/database/embedded.ts';
import { migrate, readMigrations } from './platform/database/migrate.ts';

/**
 * Part of the build: an empty, migrated data directory as an archive. New installations and tests begin
 * from it in a second; making one from nothing takes several.
 */
const server = join(import.meta.dirname, '..');
const database = await openEmbedded({ directory: null, snapshot: null });
await migrate(database, readMigrations(join(server, 'migrations')));
await writeFile(join(server, 'dist', 'new-database.tar'), await database.dump());
await database.close();
