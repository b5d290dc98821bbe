import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { TilePack } from './tile-pack.ts';

const decompress = promisify(brotliDecompress);
const number = /^\d{1,5}$/;
const takesBrotli = /\bbr\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/;

/** GET /map/near/8/{x}/{y}.mvt: tiles out of one file, as if each were one. */
export async function serveNearTiles(app: FastifyInstance, path: string): Promise<void> {
  if (!existsSync(path)) return;
  const pack = await TilePack.open(path);
  app.addHook('onClose', () => pack.close());
  app.get<{ Params: { x: string; y: string } }>(
    '/map/near/8/:x/:y.mvt',
    { schema: { hide: true } },
    async ({ params: { x, y }, headers }, reply) => {
      const tile = number.test(x) && number.test(y) ? await pack.tile(Number(x), Number(y)) : null;
      if (!tile) return reply.callNotFound();
      reply
        .header('cache-control', 'public, max-age=3600')
        .header('vary', 'accept-encoding')
        .type('application/vnd.mapbox-vector-tile');
      if (!takesBrotli.test(headers['accept-encoding'] ?? '')) return reply.send(await decompress(tile));
      return reply.header('content-encoding', 'br').send(tile);
    },
  );
}
