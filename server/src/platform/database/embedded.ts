import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Mutex } from '../mutex.ts';
import {
  type Connection,
  type Database,
  type RowShape,
  TransactionOverdue,
  Watched,
  wireParameters,
} from './connection.ts';
import type { Engine, EngineStart } from './embedded-engine.ts';
import { openEngineInThread } from './embedded-thread.ts';

export interface EmbeddedDatabase extends Database {
  /** The whole data directory as an archive; unpacking a compressed one would take longer than reading it. */
  dump(): Promise<Buffer>;
  /** The rows of a query in PostgreSQL's binary form of COPY. */
  copyOut(query: string): Promise<Buffer>;
}

/** A transaction that keeps the only connection longer than this is rolled back. */
const defaultTransactionLimit_ms = 5000;

/** The types of Node know WebAssembly's shapes, not that it is there. */
const { WebAssembly: compiler } = globalThis as unknown as {
  WebAssembly: { Module: new (bytes: Uint8Array) => WebAssembly.Module };
};
let engineParts: Pick<EngineStart, 'program' | 'files'> | undefined;

/**
 * Read and compiled once a process: several databases (tests) run the same machine code, improved by all. In one go, so
 * that the thread of the database begins at once and not whenever what else a start does lets go of this one.
 */
function readEngine(): Pick<EngineStart, 'program' | 'files'> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  return {
    program: new compiler.Module(readFileSync(join(folder, 'pglite.wasm'))),
    files: new Blob([readFileSync(join(folder, 'pglite.data'))]),
  };
}

/** A mutex guards the only connection, from begin to commit, in the order of asking: transactions never mix. */
export async function openEmbedded(
  options: Omit<EngineStart, 'program' | 'files'>,
  transactionLimit_ms = defaultTransactionLimit_ms,
  openEngine: (start: EngineStart) => Promise<Engine> = openEngineInThread,
): Promise<EmbeddedDatabase> {
  engineParts ??= readEngine();
  const engine = await openEngine({ ...options, ...engineParts });
  const mutex = new Mutex();
  let dumps = 0;
  let watcher: ((text: string, ms: number) => void) | null = null;
  const query = (text: string, parameters: readonly unknown[], shape: RowShape) => {
    const begun_ms = performance.now();
    const answer = engine.call({ kind: 'query', text, parameters: wireParameters(parameters), shape });
    const heard = watcher;
    if (heard) {
      const tell = () => heard(text, performance.now() - begun_ms);
      answer.then(tell, tell);
    }
    return answer as Promise<unknown[]>;
  };

  async function transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    { unlimited = false } = {},
  ): Promise<Result> {
    const release = await mutex.acquire();
    let overdue = false;
    const connection = new Watched({
      query(text, parameters, shape) {
        if (overdue) return Promise.reject(new TransactionOverdue());
        return query(text, parameters, shape);
      },
    });
    const expire = () => {
      overdue = true;
      query('ROLLBACK', [], 'arrays').finally(release).catch(ignoreWhenGone);
    };
    const timer = unlimited ? undefined : setTimeout(expire, transactionLimit_ms);
    try {
      await query('BEGIN', [], 'arrays');
      const result = await work(connection);
      if (overdue) throw new TransactionOverdue();
      await Promise.all([query('COMMIT', [], 'arrays'), connection.allDone()]);
      return result;
    } catch (error) {
      if (!overdue) await query('ROLLBACK', [], 'arrays').catch(ignoreWhenGone);
      throw connection.reasonOf(error);
    } finally {
      clearTimeout(timer);
      if (!overdue) release();
    }
  }

  return {
    kind: 'embedded',
    watch(heard) {
      watcher = heard;
    },
    query: (text, parameters, shape) => mutex.runExclusive(() => query(text, parameters, shape)),
    script: async (text) => void (await mutex.runExclusive(() => engine.call({ kind: 'script', text }))),
    copyOut: (text) => mutex.runExclusive(() => engine.call({ kind: 'copy', text })) as Promise<Buffer>,
    async dump() {
      dumps++;
      try {
        return (await mutex.runExclusive(() => engine.call({ kind: 'dump' }))) as Buffer;
      } finally {
        dumps--;
      }
    },
    isDumping: () => dumps > 0,
    transaction,
    close: () => mutex.runExclusive(() => engine.close()),
  };
}

function ignoreWhenGone() {
  // The connection is lost; every waiting caller has been told already.
}
