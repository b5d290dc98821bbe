import { createReadStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { Config } from '../config.ts';
import type { Connection } from '../database/connection.ts';
import { openEmbedded } from '../database/embedded.ts';
import { halfRestored, isHalfRestored } from '../database/half-restored.ts';
import type { BackupFile } from './backup-file.ts';
import { difference, isBeingRestored, readContents, tableNames } from './contents.store.ts';
import { writeTo } from './files.ts';
import { type Manifest, OperatorError, type Renumber } from './manifest.ts';
import { runProgram } from './postgres-programs.ts';
import { clientOf, connectionOn, directAddressOf, requireAnswer } from './raw-postgres.ts';

export interface RestoredDatabase {
  /** Throws OperatorError where something is already. */
  requireEmpty(): Promise<void>;
  /** Makes all of it but the last step, before which the same restore may be run again. */
  prepare(backup: BackupFile): Promise<void>;
  /** All or nothing. */
  finish(): Promise<void>;
  discard(): Promise<void>;
  close(): Promise<void>;
}

async function compare(database: Connection, manifest: Manifest): Promise<void> {
  const different = difference(manifest, await readContents(database));
  if (different) throw new OperatorError(`What was restored is not what was backed up: ${different}.`);
}

const isEmpty = (directory: string) => !existsSync(directory) || readdirSync(directory).length === 0;

function embeddedIn(dataDir: string, renumber: Renumber): RestoredDatabase {
  const target = join(dataDir, 'database');
  const directory = join(dataDir, 'database.restoring');
  const [packed, plain] = [`${directory}.tar.gz`, `${directory}.tar`];
  const discard = async () => {
    for (const left of [packed, plain, `${directory}.unfinished`, directory]) {
      rmSync(left, { recursive: true, force: true });
    }
  };
  return {
    async requireEmpty() {
      if (isEmpty(target)) return;
      throw new OperatorError(`There is a database in ${dataDir} already. Restore into an empty DATA_DIR.`);
    },
    async prepare(backup) {
      await discard();
      await backup.extractDatabase(packed);
      await pipeline(createReadStream(packed), createGunzip(), writeTo(plain));
      const database = await openEmbedded({ directory, snapshot: plain });
      try {
        await compare(database, backup.manifest);
        await renumber(database);
      } finally {
        await database.close();
      }
      for (const done of [packed, plain]) rmSync(done);
    },
    async finish() {
      rmSync(target, { recursive: true, force: true });
      renameSync(directory, target);
    },
    discard,
    close: async () => {},
  };
}

/** For the rest of a restore that was killed: `pg_restore` outlives it a little. */
const patience_s = 30;

const emptied = 'DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public';

function postgresqlOf(config: Config, renumber: Renumber): RestoredDatabase {
  const { url, setting } = directAddressOf(config);
  const file = join(config.dataDir, 'database.restoring');
  const client = clientOf(url);
  const connection = connectionOn(client);
  const discard = async () => {
    await client.unsafe(`${emptied}; DROP SCHEMA IF EXISTS ${halfRestored}`).simple();
  };
  return {
    async requireEmpty() {
      await requireAnswer(client, setting);
      for (let seconds = 0; await isBeingRestored(connection); seconds++) {
        if (seconds === patience_s) {
          throw new OperatorError('Another restore into this database is still running. Wait for its end.');
        }
        await wait(1000);
      }
      if ((await isHalfRestored(connection)) || (await tableNames(connection)).length === 0) return;
      throw new OperatorError(
        'The database of DATABASE_URL has tables already. Restore into a new one (createdb).',
      );
    },
    async prepare(backup) {
      if (await isHalfRestored(connection)) await discard();
      rmSync(file, { force: true });
      await backup.extractDatabase(file);
      await client.unsafe(`CREATE SCHEMA ${halfRestored}`);
      const { child, ended } = runProgram(
        'pg_restore',
        ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges', '--dbname='],
        url,
      );
      await pipeline(createReadStream(file), child.stdin!).catch(() => {});
      await ended;
      await compare(connection, backup.manifest);
      await client.unsafe('ANALYZE').simple();
    },
    async finish() {
      await client.begin(async (handle) => {
        await renumber(connectionOn(handle));
        await handle.unsafe(`DROP SCHEMA ${halfRestored}`);
      });
    },
    async discard() {
      if (await isHalfRestored(connection)) await discard();
    },
    async close() {
      rmSync(file, { force: true });
      await client.end({ timeout: 5 });
    },
  };
}

export const restoredDatabase = (config: Config, renumber: Renumber): RestoredDatabase =>
  config.databaseUrl ? postgresqlOf(config, renumber) : embeddedIn(config.dataDir, renumber);
