import { command, installation, say } from './operator.ts';
import { readConfig } from './platform/config.ts';
import { migrateConfigured, openConfigured } from './platform/database/configured.ts';
import { readMigrations } from './platform/database/migrate.ts';
import { OperatorError } from './platform/operations/manifest.ts';

/** `migrate`: changes the tables for this version, before its nodes are started one by one. */
command(async () => {
  const config = readConfig();
  if (!config.databaseUrl) {
    throw new OperatorError(
      'An embedded database is changed by the start of its server: there is nothing to do.',
    );
  }
  const database = await openConfigured(config, { snapshot: null, say });
  const migrations = readMigrations(installation.migrationsDirectory);
  const applied = new Set(await migrateConfigured(config, database, migrations));
  await database.close();
  for (const { name, mark } of migrations) if (applied.has(name)) say(`${name}: ${mark}`);
  const contracted = migrations.filter(({ name, mark }) => applied.has(name) && mark === 'contract');
  if (applied.size === 0) say('The tables are those of this version already.');
  else if (contracted.length === 0)
    say('Nodes of the version before go on, also when they are started anew.');
  else say('Nodes of the version before are not to be started any more.');
});
