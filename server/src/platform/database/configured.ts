import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config.ts';
import { type Database, DatabaseGone } from './connection.ts';
import { asUnusable, isFull } from './directory-lock.ts';
import { openEmbedded } from './embedded.ts';
import { isHalfRestored } from './half-restored.ts';
import { type Migration, migrate } from './migrate.ts';
import { asksCluster, isSame, missingRoleSettings, openPostgresql, untilItAnswers } from './postgresql.ts';

/** What PostgreSQL says when a setting is wrong, and not the server. */
const refusals: Readonly<Record<string, string>> = {
  '28P01': 'the password is not right',
  '28000': 'the server lets this role in from nowhere here',
  '3D000': 'there is no database of this name',
  '42501': 'this role may not use the database',
};

/** What a connection failed with, in a sentence where a setting can mend it. */
export function asSettingProblem(name: string, error: unknown, wait_s: number | null = null): unknown {
  const { cause, code, message } = error as Error & { code?: string };
  if (error instanceof DatabaseGone) {
    const why = cause instanceof Error ? cause.message || (cause as NodeJS.ErrnoException).code : message;
    const within = wait_s === null ? '' : ` within ${wait_s} s`;
    return new ConfigError(`${name}: the server did not answer${within} (${why})`);
  }
  const refusal = refusals[code ?? ''];
  return refusal ? new ConfigError(`${name}: ${refusal} (${message})`) : error;
}

/** `say` hears what an operator should know. Throws ConfigError. A new embedded one begins from `snapshot`. */
export async function openConfigured(
  { databaseUrl, database: { pool, prepares, directUrl, wait_s }, dataDir }: Config,
  { snapshot, say }: { snapshot: string | null; say: (text: string) => void },
): Promise<Database> {
  if (!databaseUrl) {
    return openEmbedded({
      directory: join(dataDir, 'database'),
      snapshot: snapshot !== null && existsSync(snapshot) ? snapshot : null,
    }).catch((error) => {
      throw isFull(dataDir) ? asUnusable('DATA_DIR', dataDir, { code: 'ENOSPC' }) : error;
    });
  }
  const options = { connections: pool, prepares, ...(directUrl && { directUrl }) };
  let database = await openPostgresql(databaseUrl, options);
  let asked = 'DATABASE_URL';
  const onWait = () => say(`  ${asked}: nobody answers yet; waiting for ${wait_s} s at most.`);
  try {
    await untilItAnswers(database, wait_s, onWait);
    const isCluster = await asksCluster(database);
    if (isCluster) {
      await database.close();
      database = await openPostgresql(databaseUrl, { ...options, isCluster });
    }
    if (directUrl !== null && directUrl !== databaseUrl) {
      asked = 'DATABASE_DIRECT_URL';
      const direct = await openPostgresql(directUrl, { connections: 1 });
      try {
        await untilItAnswers(direct, wait_s, onWait);
        if (!(await isSame(direct, database))) {
          throw new ConfigError('DATABASE_DIRECT_URL: leads to another database than DATABASE_URL.');
        }
      } finally {
        await direct.close();
      }
    }
    if (await isHalfRestored(database)) {
      throw new ConfigError(
        'DATABASE_URL: a restore into this database was broken off. Run it again, or name another database.',
      );
    }
    const missing = prepares ? [] : await missingRoleSettings(database, isCluster);
    if (missing.length > 0) {
      say(
        `  DATABASE_PREPARE=0: a pooler takes no settings with a connection. Run these once, and let it open its connections anew:`,
      );
      for (const statement of missing) say(`    ${statement}`);
    }
  } catch (error) {
    await database.close().catch(() => {});
    throw asSettingProblem(asked, error, wait_s);
  }
  return database;
}

/** Of two, one keeps the others waiting and one changes the tables. */
const migratingConnections = 2;

/** As `migrate`, past a pooler where a way past it is set: changes wait for longer than a pooler may let them. */
export async function migrateConfigured(
  { databaseUrl, database: { directUrl } }: Config,
  database: Database,
  migrations: readonly Migration[],
): Promise<string[]> {
  if (directUrl === null || directUrl === databaseUrl) return migrate(database, migrations);
  const { isCluster = false } = database;
  const direct = await openPostgresql(directUrl, { connections: migratingConnections, isCluster });
  try {
    return await migrate(direct, migrations);
  } catch (error) {
    throw asSettingProblem('DATABASE_DIRECT_URL', error);
  } finally {
    await direct.close();
  }
}
