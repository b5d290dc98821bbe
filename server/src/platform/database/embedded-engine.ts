import { existsSync, mkdirSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { DatabaseGone, plannerSettings, type RowShape, toIsoText } from './connection.ts';
import { PreparedStatements } from './embedded-statements.ts';

export interface EngineStart {
  /** Null keeps everything in memory (tests). */
  directory: string | null;
  /** A dumped data directory to begin a new one from; starting from nothing takes seconds. */
  snapshot: string | null;
  program: WebAssembly.Module;
  /** What it finds beside itself: time zones, languages, extensions. */
  files: Blob;
}

export type EngineCall =
  | { kind: 'query'; text: string; parameters: unknown[]; shape: RowShape }
  | { kind: 'script'; text: string }
  | { kind: 'copy'; text: string }
  | { kind: 'dump' };

export interface Engine {
  /** Rows, nothing, rows as bytes, or the data directory. Throws what the database refused, with `code` and `constraint`. */
  call(call: EngineCall): Promise<unknown>;
  close(): Promise<void>;
}

const int8 = 20;
const numeric = 1700;
const timestamp = 1114;
const timestamptz = 1184;

/** Here, in this thread: while it works on a statement nothing else does. */
export async function openEngine({ directory, snapshot, program, files }: EngineStart): Promise<Engine> {
  // Lies beside a data directory while it is made; one that a killed process left half made is made anew.
  const unfinished = directory === null ? null : `${directory}.unfinished`;
  if (directory && unfinished && existsSync(unfinished)) rmSync(directory, { recursive: true, force: true });
  const isNew = directory === null || !existsSync(join(directory, 'PG_VERSION'));
  if (isNew && unfinished) {
    mkdirSync(dirname(unfinished), { recursive: true });
    writeFileSync(unfinished, '');
  }
  const database = await PGlite.create({
    pgliteWasmModule: program,
    fsBundle: files,
    ...(directory === null ? {} : { dataDir: directory }),
    ...(isNew && snapshot ? { loadDataDir: await openAsBlob(snapshot) } : {}),
    parsers: { [int8]: Number, [numeric]: Number, [timestamp]: toIsoText, [timestamptz]: toIsoText },
    postgresqlconf: [
      'shared_buffers = 16MB',
      ...Object.entries(plannerSettings).map(([name, value]) => `${name} = ${value}`),
    ],
  });
  const statements = new PreparedStatements(database);
  if (unfinished) rmSync(unfinished, { force: true });

  return {
    async call(call) {
      if (database.closed) throw new DatabaseGone('The embedded database is closed');
      switch (call.kind) {
        case 'query':
          return statements.query(call.text, call.parameters, call.shape);
        case 'script':
          await database.exec(call.text);
          await statements.forget();
          return null;
        case 'copy': {
          const { blob } = await database.query(`COPY (${call.text}) TO '/dev/blob' WITH (FORMAT binary)`);
          return Buffer.from(await blob!.arrayBuffer());
        }
        case 'dump':
          return Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer());
      }
    },
    close: async () => {
      if (!database.closed) await database.close();
    },
  };
}
