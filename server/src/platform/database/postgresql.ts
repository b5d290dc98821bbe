import postgres from 'postgres';
import {
  type Connection,
  type Database,
  DatabaseGone,
  plannerSettings,
  type Signals,
  toIsoText,
  Watched,
  wireParameters,
} from './connection.ts';
import { heldLocksAt } from './held-locks.ts';
import { isClosed, translated } from './postgresql-errors.ts';
import { connecting } from './postgresql-sockets.ts';

/**
 * Citus plans most statements only with their values, and lets a transaction that wrote to several of its nodes at once
 * write to no table that is on all of them.
 */
const clusterSettings = {
  plan_cache_mode: 'auto',
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.max_adaptive_executor_pool_size': '1',
} as const;

const settingsOf = (isCluster: boolean) => ({
  TimeZone: 'UTC',
  ...plannerSettings,
  ...(isCluster && clusterSettings),
});

/** Nobody reads on past what an open transaction may have written, so none stands idle for longer. */
const mostIdle_s = 30;

/**
 * Behind a pooler nothing is sent before the answer: the driver asks for types of parameters first, and a pooler that
 * hands the connection on after one answer would leave the next query without its own.
 */
const sentAlone: object = { onexecute: () => false };

const asText = (value: unknown) => value as string;
export interface PostgresqlOptions {
  connections?: number;
  /** False behind a pooler that hands connections on after each transaction. */
  prepares?: boolean;
  /** Past a pooler, for what is heard on a connection of its own. */
  directUrl?: string;
  /** The coordinator of a Citus cluster. */
  isCluster?: boolean;
}

/** A PostgreSQL server (15 or later), or an engine that speaks its protocol. */
export async function openPostgresql(
  url: string,
  { connections = 20, prepares = true, directUrl = url, isCluster = false }: PostgresqlOptions = {},
): Promise<Database> {
  const client = postgres(url, {
    ...connecting(),
    max: connections,
    prepare: prepares,
    connect_timeout: 10,
    // By default the driver waits up to 20 s before it tries again, and every caller with it.
    backoff: () => 0.25,
    onnotice: () => {},
    // A pooler takes no settings with a connection: there they belong to the role.
    connection: {
      application_name: 'dazi',
      ...(prepares && { ...settingsOf(isCluster), idle_in_transaction_session_timeout: mostIdle_s * 1000 }),
    },
    types: {
      wideNumber: { to: 20, from: [20, 1700], serialize: String, parse: Number },
      instant: { to: 1184, from: [1114, 1184], serialize: asText, parse: toIsoText },
      // The query builder has made text of it already.
      json: { to: 3802, from: [114, 3802], serialize: asText, parse: JSON.parse },
    },
  });

  function connectionOn(handle: postgres.Sql | postgres.TransactionSql): Connection {
    const options = { prepare: prepares, ...(handle === client && !prepares && sentAlone) };
    return {
      isCluster,
      async query(text, parameters, shape) {
        const pending = handle.unsafe(text, wireParameters(parameters) as never[], options);
        try {
          return shape === 'arrays' ? ((await pending.values()) as unknown[]) : [...(await pending)];
        } catch (error) {
          throw translated(error);
        }
      },
    };
  }

  const { signals, close: closeSignals } = signalsAt(directUrl);
  const locks = heldLocksAt(directUrl);
  return {
    kind: 'postgresql',
    signals,
    locks,
    ...connectionOn(client),
    async script(text) {
      await client.unsafe(text, [], prepares ? {} : sentAlone).simple();
    },
    async transaction(work) {
      let lost = false;
      const begun = client.begin(async (handle) => {
        const watched = new Watched(untilLost(connectionOn(handle), () => lost));
        const result = await work(watched).catch((error) => {
          lost ||= isClosed(error);
          if (!lost) throw watched.reasonOf(error);
        });
        // The driver would write its COMMIT or ROLLBACK to the socket that is gone, which ends the process.
        // It has refused the transaction already, or will when it sees the connection close.
        return lost ? new Promise<never>(() => {}) : { result, watched };
      });
      try {
        const { result, watched } = await begun;
        // To commit what has failed is to roll it back, and no error.
        await watched.allDone();
        return result as never;
      } catch (error) {
        lost = true;
        throw translated(error);
      }
    },
    async close() {
      await locks.release();
      await closeSignals();
      await client.end({ timeout: 5 });
    },
  };
}

const nameOf = async (database: Connection): Promise<string> => {
  const rows = await database.query('SELECT current_database()', [], 'arrays');
  return (rows as [string][])[0]![0];
};

/** As it was given when the server was made; null where this role is not told. */
async function serverOf(database: Connection): Promise<string | null> {
  try {
    const text = 'SELECT system_identifier::text FROM pg_control_system()';
    return ((await database.query(text, [], 'arrays')) as [string][])[0]![0];
  } catch (error) {
    if ((error as { code?: string }).code === notAllowed) return null;
    throw error;
  }
}

const notAllowed = '42501';

/** Whether both ways lead to one database; a replica is the same as what it follows. */
export async function isSame(one: Connection, other: Connection): Promise<boolean> {
  if ((await nameOf(one)) !== (await nameOf(other))) return false;
  const [here, there] = [await serverOf(one), await serverOf(other)];
  return here === null || there === null || here === there;
}

/** Whether `operations/citus.sql` has spread the tables over several servers, which makes this function. */
export async function asksCluster(database: Connection): Promise<boolean> {
  const [row] = await database.query(
    "SELECT to_regproc('forget_conversation') IS NOT NULL AS spread",
    [],
    'objects',
  );
  return (row as { spread: boolean }).spread;
}

/** What a role behind a pooler still has to be set to, as statements; empty when nothing is. */
export async function missingRoleSettings(database: Connection, isCluster = false): Promise<string[]> {
  const settings = { ...settingsOf(isCluster), idle_in_transaction_session_timeout: `${mostIdle_s}s` };
  const [row] = (await database.query(
    `SELECT quote_ident(current_user::text) AS role, quote_ident(current_database()) AS database, ${Object.keys(
      settings,
    )
      .map((name) => `current_setting('${name}') AS "${name}"`)
      .join(', ')}`,
    [],
    'objects',
  )) as Record<string, string>[];
  return Object.entries(settings)
    .filter(([name, value]) => row![name] !== value)
    .map(([name, value]) => `ALTER ROLE ${row!.role} IN DATABASE ${row!.database} SET ${name} = '${value}';`);
}

const tryAgain_ms = 1000;

/** Waits for a server that is still starting, which `onWait` hears; throws DatabaseGone with what it said last. */
export async function untilItAnswers(
  database: Connection,
  wait_s: number,
  onWait: () => void,
): Promise<void> {
  const until_ms = performance.now() + wait_s * 1000;
  let isWaiting = false;
  for (;;) {
    try {
      await database.query('SELECT 1', [], 'arrays');
      return;
    } catch (error) {
      const left_ms = until_ms - performance.now();
      if (!(error instanceof DatabaseGone) || left_ms <= 0) throw error;
      if (!isWaiting) onWait();
      isWaiting = true;
      await new Promise((resolve) => setTimeout(resolve, Math.min(tryAgain_ms, left_ms)));
    }
  }
}

function signalsAt(url: string): { signals: Signals; close(): Promise<void> } {
  let client: postgres.Sql | null = null;
  let begin = async () => {};
  const close = async () => {
    await client?.end({ timeout: 0 });
    client = null;
  };
  const signals: Signals = {
    async listen(channel, heard, opened) {
      begin = async () => {
        client = postgres(url, {
          ...connecting(),
          max: 1,
          // A replica takes no LISTEN, and the driver would leave it at that when the replica is promoted.
          target_session_attrs: 'primary',
          connect_timeout: 10,
          backoff: () => 0.25,
          onnotice: () => {},
          connection: { application_name: 'dazi signals' },
        });
        await client.listen(channel, heard, opened).catch((error) => {
          throw translated(error);
        });
      };
      await begin();
    },
    async renew() {
      await close();
      await begin();
    },
  };
  return { signals, close };
}

/** After the connection closed its handle may belong to somebody else's: nothing more goes through. */
function untilLost(connection: Connection, isLost: () => boolean): Connection {
  return {
    isCluster: connection.isCluster ?? false,
    query(text, parameters, shape) {
      if (isLost()) return Promise.reject(new DatabaseGone('The connection of this transaction is lost'));
      return connection.query(text, parameters, shape);
    },
  };
}
