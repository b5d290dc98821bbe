import { createHash } from 'node:crypto';
import {
  getCalendar,
  getPlanFile,
  makeCalendar,
  readCalendar,
  removeCalendar,
} from '@dazi/contract/plans/plan-calendar';
import { planLimits } from '@dazi/contract/plans/plans.rules';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { fileSchemaOf, handle } from '#platform/http/routes.ts';
import * as calendars from './plan-calendar.service.ts';

const calendarType = 'text/calendar; charset=utf-8';

export function planCalendarRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, getCalendar, async ({ actor }) => ({ data: await calendars.getCalendar(deps, actor) }));

  handle(app, makeCalendar, async ({ actor, body }) => ({
    data: await calendars.makeCalendar(deps, actor, body),
  }));

  handle(app, removeCalendar, async ({ actor }) => ({ data: await calendars.removeCalendar(deps, actor) }));

  sendFiles(app, deps);
  sendFeeds(app, deps);
}

/** A calendar is no JSON, so it is not answered by `handle`. */
function sendFiles(app: FastifyInstance, deps: Deps): void {
  app.get<{
    Params: z.output<typeof getPlanFile.params>;
    Querystring: z.output<typeof getPlanFile.query>;
  }>(
    getPlanFile.path.replace('{planId}', ':planId'),
    { config: { endpoint: getPlanFile }, schema: fileSchemaOf(getPlanFile) },
    async ({ params, query, viewer }, reply) => {
      const { userId, place, language = 'en' } = query;
      const actor = viewer!;
      if (userId !== undefined && userId !== actor.id) throw new AppError('NOT_YOURSELF');
      const wish = { language, place: place === 'true' };
      const file = await calendars.planFileOf(deps, actor, params.planId, wish);
      return reply
        .header('content-disposition', `attachment; filename="plan-${params.planId}.ics"`)
        .type(calendarType)
        .send(file);
    },
  );
}

/** To calendars, each address with a budget of its own: they ask from where many others do. */
function sendFeeds(app: FastifyInstance, deps: Deps): void {
  const reading = new WeakMap<FastifyRequest, string>();
  const limit = app.createRateLimit({
    max: Math.ceil(planLimits.calendarReadsAnHour * deps.config.rateLimitFactor),
    timeWindow: '1 hour',
    keyGenerator: (request) => `calendar ${reading.get(request as FastifyRequest)}`,
  });
  app.get<{ Params: z.output<typeof readCalendar.params> }>(
    readCalendar.path.replace('{token}', ':token'),
    { config: { endpoint: readCalendar }, schema: fileSchemaOf(readCalendar) },
    async (request, reply) => {
      const calendar = await calendars.calendarOf(deps, request.params.token);
      reading.set(request, calendar.tokenHash);
      const verdict = await limit(request);
      if (!verdict.isAllowed && verdict.isExceeded)
        throw new AppError('TOO_MANY_REQUESTS', { retryAfter_s: Math.max(1, verdict.ttlInSeconds) });
      const feed = await calendars.feedOf(deps, calendar);
      const tag = `W/"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`;
      reply.header('etag', tag).header('cache-control', 'private, no-cache');
      const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim());
      if (['*', tag, tag.slice(2)].some((one) => known.includes(one))) return reply.code(304).send();
      return reply.type(calendarType).send(feed);
    },
  );
}
