import { parentPort, workerData } from 'node:worker_threads';
import { type EngineStart, openEngine } from './embedded-engine.ts';
import type { ThreadAnswer, ThreadRequest } from './embedded-thread.ts';

/** The thread that holds the embedded database: a heavy query must not stall the requests of others. */
const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread');
const engine = await openEngine(workerData as EngineStart);

port.on('message', async ({ id, call }: ThreadRequest) => {
  const reply = (message: ThreadAnswer) => port.postMessage(message);
  try {
    reply({ id, result: call === null ? await engine.close() : await engine.call(call) });
  } catch (error) {
    const { message, code, constraint } = error as Error & { code?: string; constraint?: string };
    reply({ id, error: { message, ...(code && { code }), ...(constraint && { constraint }) } });
  }
});
port.postMessage({ id: 0, result: null } satisfies ThreadAnswer);
