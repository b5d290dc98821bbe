import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

/** As web/basemap/tile-pack.ts writes it. */
function packOf(tiles: readonly { x: number; y: number; text: string }[]): Buffer {
  const packed = tiles.map(({ text }) => brotliCompressSync(text));
  const index = Buffer.alloc(4 + tiles.length * 12);
  index.writeUInt32LE(tiles.length);
  let at = index.length;
  tiles.forEach(({ x, y }, number) => {
    index.writeUInt16LE(x, 4 + number * 12);
    index.writeUInt16LE(y, 6 + number * 12);
    index.writeUInt32LE(at, 8 + number * 12);
    index.writeUInt32LE(packed[number]!.length, 12 + number * 12);
    at += packed[number]!.length;
  });
  return Buffer.concat([index, ...packed]);
}

let app: TestApp;
let webDirectory: string;
beforeAll(async () => {
  webDirectory = mkdtempSync(join(tmpdir(), 'dazi-web-'));
  mkdirSync(join(webDirectory, 'map'));
  writeFileSync(join(webDirectory, 'index.html'), '<title>Dazi</title>');
  const tiles = [
    { x: 0, y: 255, text: 'the first' },
    { x: 227, y: 100, text: 'Tokyo' },
  ];
  writeFileSync(join(webDirectory, 'map', 'near.pack'), packOf(tiles));
  app = await startTestApp({}, {}, undefined, { webDirectory });
});
afterAll(async () => {
  await app.close();
  rmSync(webDirectory, { recursive: true, force: true });
});

const tile = (path: string, encoding = 'br') =>
  fetch(`${app.url}/map/near/8/${path}.mvt`, { headers: { 'accept-encoding': encoding } });

test.each([
  ['227/100', 'Tokyo'],
  ['0/255', 'the first'],
])('the near tile %s comes out of the one file, compressed as it lies there', async (path, text) => {
  const answer = await tile(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-encoding')).toBe('br');
  expect(answer.headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(await answer.text()).toBe(text);
});

test.each(['identity', 'gzip', 'br;q=0'])('whoever takes %s gets it unpacked', async (encoding) => {
  const answer = await tile('227/100', encoding);
  expect(answer.headers.get('content-encoding')).toBeNull();
  expect(await answer.text()).toBe('Tokyo');
});

test.each(['227/101', '100/227', '-1/3', '1.5/2', '227/100000', 'x/y'])(
  'there is no tile %s',
  async (path) => {
    expect((await tile(path)).status).toBe(404);
  },
);
