import type { Area } from '#platform/area.ts';
import { mayReadReportedMedia } from './cases.service.ts';
import { moderationAccount } from './moderation.account.ts';
import { moderationJobs } from './moderation.jobs.ts';
import { moderationNotices } from './moderation.notices.ts';
import { moderationRoutes } from './moderation.routes.ts';

export const moderationArea: Area = {
  name: 'moderation',
  routes: (server, { deps, reportTargets, accountParts }) =>
    moderationRoutes(server, deps, { targets: reportTargets, parts: accountParts }),
  jobs: ({ accountParts, reportTargets }) => moderationJobs(accountParts, reportTargets),
  notices: [moderationNotices],
  accountParts: () => [moderationAccount],
  mediaGuards: {
    post: mayReadReportedMedia,
    avatar: mayReadReportedMedia,
    message: mayReadReportedMedia,
    sealed: mayReadReportedMedia,
  },
};
