import type { Area } from '#platform/area.ts';
import { moderationAccount } from './moderation.account.ts';
import { moderationRoutes } from './moderation.routes.ts';
import { mayReadReportedMedia } from './moderation.service.ts';

export const moderationArea: Area = {
  name: 'moderation',
  routes: (server, { deps, reportTargets }) => moderationRoutes(server, deps, reportTargets),
  accountParts: () => [moderationAccount],
  mediaGuards: { message: mayReadReportedMedia },
};
