import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { prepare, runTool } from './prepare.mjs';
import { inRepository } from './repository.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

stopWithNpm();

const server = inRepository('server', 'dist', 'main.js');

const isReady = await runTool(async () => {
  await prepare();
  if (!existsSync(server)) throw new Error('There is no server to start: server/dist/main.js was not built.');
});

if (isReady) {
  process.setSourceMapsEnabled(true);
  // In this process, so that a signal reaches the server itself.
  await import(pathToFileURL(server).href);
}
