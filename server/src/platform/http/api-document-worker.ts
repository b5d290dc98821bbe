import { parentPort, workerData } from 'node:worker_threads';
import { type DescribedRoute, makeApiDocument } from './api-document.ts';

/** Makes the document and ends: everybody else would wait for it. */
const { version, routes } = workerData as { version: string; routes: DescribedRoute[] };
parentPort?.postMessage(await makeApiDocument(version, routes));
