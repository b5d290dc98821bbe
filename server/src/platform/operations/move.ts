import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';
import type { Config } from '../config.ts';
import { asSettingProblem } from '../database/configured.ts';
import { lockDirectory } from '../database/directory-lock.ts';
import { type EmbeddedDatabase, openEmbedded } from '../database/embedded.ts';
import { migrate, readMigrations } from '../database/migrate.ts';
import { asksCluster, openPostgresql } from '../database/postgresql.ts';
import { type Contents, countPeople, difference, readContents } from './contents.store.ts';
import { type Installation, OperatorError, type Renumber } from './manifest.ts';
import { columnsOf, identityColumns, inOrderOfKeys } from './moved-tables.store.ts';
import { clientOf, connectionOn } from './raw-postgres.ts';

/** What the target has of its own, and what is counted anew there. */
const staysBehind = new Set(['migrations']);

/** A message to PostgreSQL holds a gigabyte at most. */
const piece_bytes = 1024 * 1024;

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece_bytes) yield bytes.subarray(at, at + piece_bytes);
}

async function copyTables(
  from: EmbeddedDatabase,
  handle: postgres.TransactionSql,
  renumber: Renumber,
): Promise<void> {
  const to = connectionOn(handle);
  const tables = (await inOrderOfKeys(from)).filter((table) => !staysBehind.has(table));
  for (const table of tables) await handle.unsafe(`ALTER TABLE "${table}" DISABLE TRIGGER USER`);
  for (const table of tables.toReversed()) await handle.unsafe(`DELETE FROM "${table}"`);
  for (const table of tables) {
    const columns = (await columnsOf(from, table)).map((name) => `"${name}"`).join();
    const rows = await from.copyOut(`SELECT ${columns} FROM "${table}"`);
    const target = await handle
      .unsafe(`COPY "${table}" (${columns}) FROM STDIN WITH (FORMAT binary)`)
      .writable();
    await pipeline(Readable.from(piecesOf(rows)), target);
  }
  for (const { table, column, sequence } of await identityColumns(to)) {
    await handle.unsafe(
      `SELECT setval('${sequence}', (SELECT coalesce(max("${column}"), 0) + 1 FROM "${table}"), false)`,
    );
  }
  const different = difference(await readContents(from), await readContents(to));
  if (different) throw new OperatorError(`What was moved is not what was there: ${different}.`);
  await renumber(to);
  for (const table of tables) await handle.unsafe(`ALTER TABLE "${table}" ENABLE TRIGGER USER`);
}

/** In one transaction, to a database that has nobody in it. Media and secrets stay where they are. */
export async function moveToPostgresql(
  { dataDir }: Config,
  url: string,
  { migrationsDirectory, renumber }: Installation,
): Promise<Contents> {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new OperatorError(
      'Say where to, as postgres://user:password@host/database, in MOVE_TO or behind to-postgresql.',
    );
  }
  const directory = join(dataDir, 'database');
  if (!existsSync(join(directory, 'PG_VERSION'))) {
    throw new OperatorError(
      `There is no database in ${dataDir}. Name the directory of the server with DATA_DIR.`,
    );
  }
  const unlock = lockDirectory(dataDir);
  const migrations = readMigrations(migrationsDirectory);
  const from = await openEmbedded({ directory, snapshot: null });
  try {
    await migrate(from, migrations);
    const target = await openPostgresql(url, { connections: 1 });
    try {
      const people = await countPeople(target).catch((error) => {
        throw asSettingProblem('MOVE_TO', error);
      });
      if (people > 0) {
        throw new OperatorError('That database has people in it already. Move to a new one (createdb).');
      }
      if (await asksCluster(target)) {
        throw new OperatorError(
          'MOVE_TO: the tables of that database are spread over several servers already. Move to a new one, and spread them then.',
        );
      }
      await migrate(target, migrations);
    } finally {
      await target.close();
    }
    const client = clientOf(url);
    try {
      await client.begin((handle) => copyTables(from, handle, renumber));
      await client.unsafe('ANALYZE').simple();
    } finally {
      await client.end({ timeout: 5 });
    }
    return await readContents(from);
  } finally {
    await from.close();
    unlock();
  }
}
