import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Lease } from '../lease.ts';
import { startThread } from '../thread.ts';
import { type Connection, type Database, DatabaseGone, type RowShape, wireParameters } from './connection.ts';

export interface WorkerOptions {
  /** Null keeps everything in memory (tests). */
  directory: string | null;
  /** A dumped data directory to begin a new one from; starting from nothing takes seconds. */
  snapshot: string | null;
}

/** What the thread is given: what was asked for, and the program to run. */
export interface WorkerStart extends WorkerOptions {
  program: WebAssembly.Module;
}

type Call =
  | { kind: 'query'; text: string; parameters: unknown[]; shape: RowShape }
  | { kind: 'script'; text: string }
  | { kind: 'dump' }
  | { kind: 'close' };
export type WorkerRequest = Call & { id: number };
export interface WorkerAnswer {
  id: number;
  result?: unknown;
  error?: { message: string; code?: string; constraint?: string };
}

export interface EmbeddedDatabase extends Database {
  /** The whole data directory as an archive; unpacking a compressed one would take longer than reading it. */
  dump(): Promise<Buffer>;
}

/** A transaction that keeps the only connection longer than this is rolled back. */
const defaultLeaseLimit_ms = 5000;

/** The types of Node know WebAssembly's shapes, not that it is there. */
const { WebAssembly: engine } = globalThis as unknown as {
  WebAssembly: { compile(bytes: Uint8Array): Promise<WebAssembly.Module> };
};
let program: Promise<WebAssembly.Module> | undefined;

/** Compiled once a process: several databases (tests) run the same machine code, improved by all. */
function compiledProgram(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  program ??= readFile(join(folder, 'pglite.wasm')).then((bytes) => engine.compile(bytes));
  return program;
}

/**
 * PostgreSQL in WebAssembly, in a worker thread. It has one connection, so it is leased: one caller at a
 * time, for a statement or from begin to commit, in the order of asking. Nobody's statement slips into
 * somebody else's transaction.
 */
export async function openEmbedded(
  options: WorkerOptions,
  leaseLimit_ms = defaultLeaseLimit_ms,
): Promise<EmbeddedDatabase> {
  const workerData: WorkerStart = { ...options, program: await compiledProgram() };
  const worker = startThread(new URL('./embedded-worker.ts', import.meta.url), { workerData });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const lease = new Lease();
  let lastId = 0;
  let gone: Error | null = null;

  function lose(reason: Error) {
    gone ??= reason;
    for (const { reject } of waiting.values()) reject(gone);
    waiting.clear();
  }
  worker.on('error', (error) => lose(new DatabaseGone('The embedded database stopped', { cause: error })));
  worker.on('exit', () => lose(new DatabaseGone('The embedded database is closed')));
  worker.on('message', ({ id, result, error }: WorkerAnswer) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(Object.assign(new Error(error.message), error));
    else call?.resolve(result);
  });

  function send(call: Call): Promise<unknown> {
    if (gone) return Promise.reject(gone);
    return new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ ...call, id });
    });
  }
  const query = (text: string, parameters: readonly unknown[], shape: RowShape) =>
    send({ kind: 'query', text, parameters: wireParameters(parameters), shape }) as Promise<unknown[]>;

  async function transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    { unlimited = false } = {},
  ): Promise<Result> {
    const release = await lease.take();
    let overdue = false;
    const connection: Connection = {
      query(text, parameters, shape) {
        if (overdue) return Promise.reject(new Error('The transaction took too long and was rolled back'));
        return query(text, parameters, shape);
      },
    };
    const expire = () => {
      overdue = true;
      query('ROLLBACK', [], 'arrays').finally(release).catch(ignoreWhenGone);
    };
    const timer = unlimited ? undefined : setTimeout(expire, leaseLimit_ms);
    try {
      await query('BEGIN', [], 'arrays');
      const result = await work(connection);
      if (overdue) throw new Error('The transaction took too long and was rolled back');
      await query('COMMIT', [], 'arrays');
      return result;
    } catch (error) {
      if (!overdue) await query('ROLLBACK', [], 'arrays').catch(ignoreWhenGone);
      throw error;
    } finally {
      clearTimeout(timer);
      if (!overdue) release();
    }
  }

  await new Promise((resolve, reject) => waiting.set(0, { resolve, reject }));
  return {
    kind: 'embedded',
    query: (text, parameters, shape) => lease.during(() => query(text, parameters, shape)),
    script: (text) => lease.during(() => send({ kind: 'script', text })) as Promise<unknown> as Promise<void>,
    dump: () => lease.during(() => send({ kind: 'dump' })) as Promise<Buffer>,
    transaction,
    async close() {
      if (!gone) await lease.during(() => send({ kind: 'close' }));
      await worker.terminate();
    },
  };
}

function ignoreWhenGone() {
  // The connection is lost; every waiting caller has been told already.
}
