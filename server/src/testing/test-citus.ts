import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';

/**
 * With TEST_CITUS_WORKERS (addresses with commas between them, of servers that let in whoever TEST_DATABASE_URL names) the
 * databases of the tests are spread over them, as docs/scaling.md says.
 */
const workers = process.env.TEST_CITUS_WORKERS?.split(',') ?? [];
export const isOnCitus = workers.length > 0;

const script = join(import.meta.dirname, '..', '..', 'operations', 'citus.sql');

async function on(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await work(sql).finally(() => sql.end());
}

/** Makes this empty database of the coordinator, and one of the same name on each worker, a cluster. */
export async function makeCluster(url: string): Promise<void> {
  const { hostname, port, pathname } = new URL(url);
  for (const worker of workers) {
    const there = new URL(url);
    there.host = worker;
    const maintenance = new URL('/postgres', there);
    await on(maintenance.href, (sql) => sql.unsafe(`CREATE DATABASE ${pathname.slice(1)}`));
    await on(there.href, (sql) => sql`CREATE EXTENSION citus`);
  }
  await on(url, async (sql) => {
    await sql`CREATE EXTENSION citus`;
    await sql`SELECT citus_set_coordinator_host(${hostname}, ${Number(port)})`;
    for (const worker of workers) {
      const [host, workerPort] = worker.split(':');
      await sql`SELECT citus_add_node(${host!}, ${Number(workerPort)})`;
    }
  });
}

/** Spreads the tables over its workers; a few shards make a test fast. */
export async function spreadTables(url: string, shards = 4): Promise<void> {
  await on(url, async (sql) => {
    await sql.unsafe(`SET dazi.shards = '${shards}'`);
    // One after the other, as psql does: the cluster hands on the whole text that a statement came with.
    for (const statement of readFileSync(script, 'utf8').split(
      /;\n+(?=--|BEGIN|ALTER|CREATE|DROP|SELECT|SET|COMMIT)/,
    ))
      await sql.unsafe(statement).simple();
    // A cluster empties shards by a trigger, which has to run too where those of the product are kept from it.
    await sql`UPDATE pg_trigger SET tgenabled = 'A' WHERE tgfoid = 'citus_truncate_trigger'::regproc`;
  });
}
