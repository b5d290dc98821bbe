import { existsSync, mkdirSync, openAsBlob, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { plannerSettings, toIsoText } from './connection.ts';
import type { WorkerAnswer, WorkerRequest, WorkerStart } from './embedded.ts';
import { PreparedStatements } from './embedded-statements.ts';

/** The thread that holds the embedded database: a heavy query must not stall the requests of others. */
const { directory, snapshot, program } = workerData as WorkerStart;
const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread');

const int8 = 20;
const numeric = 1700;
const timestamp = 1114;
const timestamptz = 1184;

/** Lies beside a data directory while it is made; one that a killed process left half made is made anew. */
const unfinished = directory === null ? null : `${directory}.unfinished`;
if (directory && unfinished && existsSync(unfinished)) rmSync(directory, { recursive: true, force: true });
const isNew = directory === null || !existsSync(join(directory, 'PG_VERSION'));
if (isNew && unfinished) {
  mkdirSync(dirname(unfinished), { recursive: true });
  writeFileSync(unfinished, '');
}
const database = await PGlite.create({
  pgliteWasmModule: program,
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

async function answer(request: WorkerRequest): Promise<unknown> {
  switch (request.kind) {
    case 'query':
      return statements.query(request.text, request.parameters, request.shape);
    case 'script':
      await database.exec(request.text);
      await statements.forget();
      return null;
    case 'dump':
      return Buffer.from(await (await database.dumpDataDir('none')).arrayBuffer());
    case 'close':
      await database.close();
      return null;
  }
}

port.on('message', async (request: WorkerRequest) => {
  const reply = (message: WorkerAnswer) => port.postMessage(message);
  try {
    reply({ id: request.id, result: await answer(request) });
  } catch (error) {
    const { message, code, constraint } = error as Error & { code?: string; constraint?: string };
    reply({ id: request.id, error: { message, ...(code && { code }), ...(constraint && { constraint }) } });
  }
});
port.postMessage({ id: 0, result: null } satisfies WorkerAnswer);
