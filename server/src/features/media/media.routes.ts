import { Readable } from 'node:stream';
import { getMedia, getThumbnail } from '@dazi/contract/media/media';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import type { MediaGuards } from '#platform/area.ts';
import type { Deps } from '#platform/deps.ts';
import { fileSchemaOf } from '#platform/http/routes.ts';
import { rangeOf } from './media.rules.ts';
import { requireMedia } from './reading-media.service.ts';

/** Players fetch videos in parts: one range at a time is answered with 206. */
export function mediaRoutes(app: FastifyInstance, deps: Deps, guards: MediaGuards): void {
  const send =
    (variant: 'original' | 'thumbnail') => async (request: FastifyRequest, reply: FastifyReply) => {
      const { mediaId } = request.params as { mediaId: string };
      const { unfolded } = request.query as { unfolded?: 'true' | 'false' };
      const unfolds = unfolded === 'true';
      const file = await requireMedia(deps, guards, request.viewer, mediaId, variant, unfolds);
      const etag = `"${mediaId}-${variant}"`;
      // Files never change, so any tag but this one is of something else.
      const tag = request.headers['if-range'];
      const isSame = tag === undefined || tag === etag;
      const range = isSame ? rangeOf(request.headers.range, file.size) : null;
      reply
        .header(
          'cache-control',
          file.mayBeCached ? 'private, max-age=31536000, immutable' : 'private, no-store',
        )
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('accept-ranges', 'bytes')
        .header('etag', etag);
      // What no browser plays is not opened in one.
      const isOpened = file.contentType !== 'video/x-msvideo';
      const disposition = isOpened ? undefined : 'attachment; filename="video.avi"';
      if (file.address && request.method !== 'HEAD') {
        // The address is good for a minute, and for whoever has it.
        const elsewhere = await file.address({ contentType: file.contentType, disposition });
        return reply.header('cache-control', 'private, no-store').redirect(elsewhere, 302);
      }
      if (disposition) reply.header('content-disposition', disposition);
      if (range === 'beyond') {
        return reply
          .code(416)
          .header('cache-control', 'no-store')
          .header('content-range', `bytes */${file.size}`)
          .type(file.contentType)
          .send('');
      }
      const isAsked = request.method !== 'HEAD';
      const bytes = isAsked ? await file.open(range ?? undefined) : Readable.from([]);
      if (!bytes) throw new AppError('NOT_FOUND');
      if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
      return reply
        .header('content-length', range ? range.end - range.start + 1 : file.size)
        .type(file.contentType)
        .send(bytes);
    };
  for (const [endpoint, variant] of [
    [getMedia, 'original'],
    [getThumbnail, 'thumbnail'],
  ] as const) {
    app.get(
      endpoint.path.replace('{mediaId}', ':mediaId'),
      {
        config: { endpoint },
        schema: fileSchemaOf(endpoint),
      },
      send(variant),
    );
  }
}
