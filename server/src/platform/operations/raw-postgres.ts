import postgres from 'postgres';
import type { Config } from '../config.ts';
import { asSettingProblem } from '../database/configured.ts';
import type { Connection } from '../database/connection.ts';
import { translated } from '../database/postgresql-errors.ts';
import { connecting } from '../database/postgresql-sockets.ts';

/** Past a pooler: copies are made and taken by what belongs to one connection. */
export const directAddressOf = ({ databaseUrl, database: { directUrl } }: Config) => ({
  url: directUrl ?? databaseUrl!,
  setting: directUrl !== null && directUrl !== databaseUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL',
});

/** Throws ConfigError, by the name of the setting, where the database lets nobody in. */
export async function requireAnswer(client: postgres.Sql, setting: string): Promise<void> {
  try {
    await client`SELECT 1`;
  } catch (error) {
    throw asSettingProblem(setting, translated(error));
  }
}

/** One connection, which whoever asked for it ends. */
export const clientOf = (url: string): postgres.Sql =>
  postgres(url, { ...connecting(), max: 1, onnotice: () => {} });

/** A client of the driver as what stores ask; values as the driver reads them. */
export const connectionOn = (handle: postgres.Sql | postgres.TransactionSql): Connection => ({
  async query(text, parameters, shape) {
    const pending = handle.unsafe(text, parameters as never[]);
    return shape === 'arrays' ? [...(await pending.values())] : [...(await pending)];
  },
});
