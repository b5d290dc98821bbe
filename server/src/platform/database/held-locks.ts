import postgres from 'postgres';
import { DatabaseGone, type HeldLocks } from './connection.ts';
import { translated } from './postgresql-errors.ts';
import { connecting } from './postgresql-sockets.ts';

const patience_ms = 4000;

/** On a connection of its own, past a pooler, opened with the first that is asked for. */
export function heldLocksAt(url: string): HeldLocks {
  let client: postgres.Sql | null = null;
  const release = async () => {
    const open = client;
    client = null;
    await open?.end({ timeout: 0 });
  };
  return {
    async hold(lock, mode = 'alone') {
      client ??= postgres(url, {
        ...connecting(),
        max: 1,
        connect_timeout: patience_ms / 1000,
        max_lifetime: null,
        backoff: () => 0.25,
        onnotice: () => {},
        // Of a machine that lost its power the server is to hear soon: by default it asks after two hours.
        connection: {
          application_name: 'dazi locks',
          tcp_keepalives_idle: 10,
          tcp_keepalives_interval: 5,
          tcp_keepalives_count: 3,
        },
      });
      const take = mode === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared';
      const asked = client.unsafe<{ held: boolean }[]>(
        `SELECT CASE WHEN EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()
          AND classid = 0 AND objid = $1::bigint AND objsubid = 1 AND granted) THEN true ELSE ${take}($1::bigint) END AS held`,
        [lock],
      );
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new DatabaseGone('PostgreSQL is silent')), patience_ms);
      });
      try {
        const [row] = await Promise.race([asked, late]);
        return row!.held;
      } catch (error) {
        // A connection that is silent may hold a lock that this side does not know of any more.
        await release();
        throw translated(error);
      } finally {
        clearTimeout(timer);
      }
    },
    release,
  };
}
