import { getMedia, getThumbnail } from '@dazi/contract/media';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { type MediaGuards, requireMedia } from './media.service.ts';

/**
 * GET /api/media/{mediaId}             a picture
 * GET /api/media/{mediaId}/thumbnail   its small version
 */
export function mediaRoutes(app: FastifyInstance, deps: Deps, guards: MediaGuards): void {
  const send =
    (variant: 'original' | 'thumbnail') => async (request: FastifyRequest, reply: FastifyReply) => {
      const { mediaId } = request.params as { mediaId: string };
      const file = await requireMedia(deps, guards, request.viewer, mediaId, variant);
      return reply
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-length', file.size)
        .type(file.contentType)
        .send(file.stream);
    };
  for (const [endpoint, variant] of [
    [getMedia, 'original'],
    [getThumbnail, 'thumbnail'],
  ] as const) {
    app.get(
      endpoint.path.replace('{mediaId}', ':mediaId'),
      {
        config: { endpoint },
        schema: { summary: endpoint.summary, operationId: endpoint.name, params: endpoint.params },
      },
      send(variant),
    );
  }
}
