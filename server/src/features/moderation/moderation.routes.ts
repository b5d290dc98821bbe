import { listReports, report, resolveReports } from '@dazi/contract/moderation/moderation';
import type { FastifyInstance } from 'fastify';
import type { ReportTargets } from '#platform/area.ts';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as moderation from './moderation.service.ts';

export function moderationRoutes(app: FastifyInstance, deps: Deps, targets: ReportTargets): void {
  handle(app, report, async ({ actor, body }) => ({
    data: await moderation.report(deps, targets, actor, body),
  }));

  handle(app, listReports, async ({ actor, query }) => {
    const { reported, nextCursor } = await moderation.listReports(deps, actor, query);
    return { data: reported, nextCursor };
  });

  handle(app, resolveReports, async ({ actor, body }) => ({
    data: { resolved: await moderation.resolveReports(deps, targets, actor, body) },
  }));
}
