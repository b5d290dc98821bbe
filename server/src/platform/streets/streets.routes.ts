import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { CachedFile } from './disk-cache.ts';
import type { Extracts } from './extracts.ts';
import { streetsPath } from './style-plan.ts';
import type { StyleSource } from './style-source.ts';

const longestInBrowser_s = 24 * 60 * 60;
const spriteFile = /^([0-9a-f]{16})((?:@2x)?\.(?:json|png))$/;

interface Tile {
  z: string;
  x: string;
  y: string;
}

/**
 * GET /streets/style                               the style in force, with addresses of this server; 204 while there is none
 * GET /streets/tiles/{id}/{z}/{x}/{y}              its tiles
 * GET /streets/glyphs/{fonts}/{range}              its letters
 * GET /streets/sprites/{file}                      its icons
 * GET /streets/files/{id}                          its other files
 * GET /streets/extracts/{maxZoom}/{z}/{x}/{y}      tiles of the extracts that go so deep
 */
export function streetsRoutes(
  app: FastifyInstance,
  { style, extracts, clock }: { style: StyleSource | null; extracts: Extracts; clock: Clock },
): void {
  const options = { config: { budget: 'media' as const }, schema: { hide: true } };
  const named = () => {
    if (!style) throw new AppError('NOT_FOUND');
    return style;
  };
  const pass = (reply: FastifyReply, file: CachedFile) => {
    const left_s = Math.round((file.freshUntil - clock().getTime()) / 1000);
    // What is old and cannot be renewed now is asked for again soon.
    reply.header('cache-control', `public, max-age=${Math.min(longestInBrowser_s, Math.max(60, left_s))}`);
    return file.type === '' ? reply.code(204).send() : reply.type(file.type).send(file.body);
  };

  app.get(`${streetsPath}/style`, options, async (_request, reply) => {
    const answer = await named().style();
    // No error: without network the map has its offline world, and looks again by itself.
    if (!answer) return reply.header('cache-control', 'no-cache').code(204).send();
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(answer);
  });
  app.get<{ Params: Tile & { id: string } }>(
    `${streetsPath}/tiles/:id/:z/:x/:y`,
    options,
    async ({ params }, reply) => pass(reply, await named().tile(params.id, ...numbersOf(params))),
  );
  app.get<{ Params: { fonts: string; range: string } }>(
    `${streetsPath}/glyphs/:fonts/:range`,
    options,
    async ({ params }, reply) => pass(reply, await named().glyphs(params.fonts, params.range)),
  );
  app.get<{ Params: { file: string } }>(
    `${streetsPath}/sprites/:file`,
    options,
    async ({ params }, reply) => {
      const [, id, ending] = spriteFile.exec(params.file) ?? [];
      if (!id || !ending) throw new AppError('NOT_FOUND');
      return pass(reply, await named().sprite(id, ending));
    },
  );
  app.get<{ Params: { id: string } }>(`${streetsPath}/files/:id`, options, async ({ params }, reply) =>
    pass(reply, await named().file(params.id)),
  );
  app.get<{ Params: Tile & { maxZoom: string } }>(
    `${streetsPath}/extracts/:maxZoom/:z/:x/:y`,
    options,
    async ({ params }, reply) => {
      const tile = await extracts.tile(numberOf(params.maxZoom), ...numbersOf(params));
      reply.header('cache-control', 'public, max-age=3600');
      return tile ? reply.type('application/x-protobuf').send(tile) : reply.code(204).send();
    },
  );
}

function numberOf(text: string): number {
  if (!/^\d{1,8}$/.test(text)) throw new AppError('NOT_FOUND');
  return Number(text);
}

function numbersOf({ z, x, y }: Tile): [number, number, number] {
  const numbers: [number, number, number] = [numberOf(z), numberOf(x), numberOf(y)];
  if (numbers[0] > 24) throw new AppError('NOT_FOUND');
  return numbers;
}
