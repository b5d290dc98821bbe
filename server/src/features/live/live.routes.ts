import type { ServerResponse } from 'node:http';
import { sync } from '@dazi/contract/live/live';
import { eventsPath, heartbeat_ms, streamReconnect_ms } from '@dazi/contract/live/live.rules';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import { actorOf } from '#platform/http/guards.ts';
import { handle } from '#platform/http/routes.ts';
import { GatheredWrites } from './gathered-writes.service.ts';
import { StreamCount } from './live.rules.ts';
import { type LiveHub, type Outlet, recordOpen_ms } from './live.service.ts';

export function liveRoutes(app: FastifyInstance, hub: LiveHub): void {
  const streams = new StreamCount(hub.rateLimitFactor);
  const writing = new GatheredWrites<ServerResponse>();
  const beat = setInterval(() => hub.heartbeat(), heartbeat_ms);
  const note = setInterval(() => {
    hub.recordOpenStreams().catch((error) => app.log.error({ err: error }, 'open streams not noted'));
  }, recordOpen_ms);
  app.addHook('preClose', async () => {
    clearInterval(beat);
    clearInterval(note);
    hub.stop();
  });

  app.get<{ Querystring: { userId?: string } }>(
    eventsPath,
    {
      config: { budget: 'live' },
      schema: {
        summary:
          'Server-sent events: connected, heartbeat, new_message, member_join, member_leave, conversation_update, typing, membership, notification, notifications_changed, notification_settings_changed, presence, area, devices_changed, hidden_changed, resync, signed_out',
      },
    },
    async (request, reply) => {
      const { userId } = request.query;
      if (userId !== undefined && userId !== request.viewer?.id) {
        throw new AppError(request.viewer ? 'NOT_YOURSELF' : 'SIGN_IN_REQUIRED');
      }
      const viewerId = request.viewer?.id ?? null;
      const { sessionId, sessionEndsAt: endsAt } = request;
      // Asked before the answer begins: what fails here is still answered as any other failure.
      const stream = await hub.prepare({ viewerId, sessionId, endsAt });
      const key = actorOf(request);
      if (streams.isFull(key, viewerId === null)) {
        stream.giveUp();
        throw new AppError('TOO_MANY_REQUESTS', { retryAfter_s: 30 });
      }
      reply.hijack();
      const { raw } = reply;
      if (raw.destroyed) return stream.giveUp();
      // A stream ends with its connection: without the framing of chunks a frame is one write instead of three.
      raw.useChunkedEncodingByDefault = false;
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-content-type-options': 'nosniff',
      });
      raw.write(`retry: ${streamReconnect_ms}\n\n`);
      const outlet: Outlet = {
        write: (frame) => writing.write(raw, frame),
        waiting: () => writing.waiting(raw),
        end: () => writing.end(raw),
      };
      const streamId = stream.open(outlet);
      const leave = streams.enter(key);
      raw.once('close', () => {
        leave();
        writing.forget(raw);
        hub.close(streamId);
      });
    },
  );

  handle(app, sync, async ({ body, viewer }) => ({
    data: {
      ...(await hub.sync(body.streamId, viewer?.id ?? null, body.areas, body.since)),
      conversations: await hub.newerThan(viewer?.id ?? null, body.conversations ?? []),
    },
  }));
}
