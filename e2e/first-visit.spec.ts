import { gzipSync } from 'node:zlib';
import { expect, test } from './server.fixture.ts';

/** design target: what the first page needs before anything can be seen, compressed. */
const firstScriptsLimit_bytes = 140_000;

test('the first visit needs at most 140 KB of scripts', async ({ server }) => {
  const page = await (await fetch(server.url)).text();
  const scripts = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
  expect(scripts.length).toBeGreaterThan(1);
  let bytes = 0;
  for (const path of scripts) bytes += gzipSync(await (await fetch(server.url + path)).arrayBuffer()).length;
  expect(bytes).toBeLessThanOrEqual(firstScriptsLimit_bytes);
});
