import { command, installation, say } from './operator.ts';
import { readConfig } from './platform/config.ts';
import { OperatorError } from './platform/operations/manifest.ts';
import { moveToPostgresql } from './platform/operations/move.ts';

/**
 * `move to-postgresql [URL]`: takes a stopped embedded database to a PostgreSQL server. Words of a command are seen by
 * everybody on a machine: without one the address comes from MOVE_TO.
 */
command(async ([verb, named, ...more]) => {
  const config = readConfig();
  const url = named ?? config.database.moveTo;
  if (verb !== 'to-postgresql' || !url || more.length > 0) {
    throw new OperatorError(
      'Say where to, in MOVE_TO: MOVE_TO=postgres://user:password@host/database npm run move -- to-postgresql',
    );
  }
  if (config.databaseUrl)
    throw new OperatorError('Unset DATABASE_URL: what is moved is the embedded database.');
  const { counts } = await moveToPostgresql(config, url, installation);
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  say(`${rows} rows of ${Object.keys(counts).length} tables were moved. The embedded database is as it was.`);
  say('Start the server with the same DATA_DIR, which has the media, and with');
  say('  DATABASE_URL      that address');
  say('  POSITION_SECRET   what secrets/position-secret of the data directory says');
});
