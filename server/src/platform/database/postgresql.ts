import postgres from 'postgres';
import {
  type Connection,
  type Database,
  DatabaseGone,
  plannerSettings,
  toIsoText,
  wireParameters,
} from './connection.ts';

const asText = (value: unknown) => value as string;
const lostConnection = /^(CONNECT|ECONN|ENOTFOUND|EPIPE|57P0|08|53300)/;

/** A PostgreSQL server (15 or later), or an engine that speaks its protocol. */
export async function openPostgresql(url: string): Promise<Database> {
  const client = postgres(url, {
    max: 20,
    connect_timeout: 10,
    onnotice: () => {},
    connection: { application_name: 'dazi', ...plannerSettings },
    types: {
      wideNumber: { to: 20, from: [20, 1700], serialize: String, parse: Number },
      instant: { to: 1184, from: [1114, 1184], serialize: asText, parse: toIsoText },
      // The query builder has made text of it already.
      json: { to: 3802, from: [114, 3802], serialize: asText, parse: JSON.parse },
    },
  });

  function connectionOn(handle: postgres.Sql | postgres.TransactionSql): Connection {
    return {
      async query(text, parameters, shape) {
        const pending = handle.unsafe(text, wireParameters(parameters) as never[], { prepare: true });
        try {
          return shape === 'arrays' ? ((await pending.values()) as unknown[]) : [...(await pending)];
        } catch (error) {
          throw translated(error);
        }
      },
    };
  }

  return {
    kind: 'postgresql',
    ...connectionOn(client),
    async script(text) {
      await client.unsafe(text).simple();
    },
    async transaction(work) {
      try {
        return (await client.begin((handle) => work(connectionOn(handle)))) as never;
      } catch (error) {
        throw translated(error);
      }
    },
    close: () => client.end({ timeout: 5 }),
  };
}

function translated(error: unknown): unknown {
  const { code, constraint_name } = error as { code?: string; constraint_name?: string };
  if (code && lostConnection.test(code))
    return new DatabaseGone('PostgreSQL does not answer', { cause: error });
  if (constraint_name) Object.assign(error as object, { constraint: constraint_name });
  return error;
}
