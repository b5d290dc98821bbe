import { parentPort, workerData } from 'node:worker_threads';
import { remux, UnknownCodec } from './remux.ts';

/** One video, one thread: a file made to hang or to swell takes down nothing but this. */
const port = parentPort;
if (!port) throw new Error('This file runs as a worker thread');

remux(workerData as Uint8Array).then(
  (video) => port.postMessage({ video }),
  (error: unknown) =>
    port.postMessage({ error: String(error), isUnknownCodec: error instanceof UnknownCodec }),
);
