import { plansOfConversationsPort } from '#features/chat/conversation-views/conversation-views.service.ts';
import { quickAnswersPort } from '#features/chat/conversations/conversations.service.ts';
import { partBlockedPort } from '#features/people/blocks/blocks.service.ts';
import { planOfPostPort } from '#features/posts/post-views/post-views.service.ts';
import type { Area } from '#platform/area.ts';
import { fill } from '#platform/ports.ts';
import { partBlocked } from './parting.service.ts';
import { planCalendarRoutes } from './plan-calendar.routes.ts';
import { quietHoursPort } from './plan-reminders.service.ts';
import { planSettingsRoutes } from './plan-settings.routes.ts';
import { planViewsRoutes } from './plan-views.routes.ts';
import { PlanViews, planOfPost, plansOfConversations } from './plan-views.service.ts';
import { plansAccount } from './plans.account.ts';
import { plansJobs } from './plans.jobs.ts';
import { plansNotices } from './plans.notices.ts';
import { plansRoutes } from './plans.routes.ts';
import { quickAnswers } from './quick-answers.service.ts';
import { reportablePlan } from './reportable-plans.service.ts';

export const plansArea: Area = {
  name: 'plans',
  routes(server, { deps }) {
    planSettingsRoutes(server, deps);
    planCalendarRoutes(server, deps);
    const details = new PlanViews(deps);
    planViewsRoutes(server, deps, details);
    plansRoutes(server, deps, details);
  },
  jobs: ({ ports }) => plansJobs(ports.get(quietHoursPort)),
  notices: [plansNotices],
  accountParts: () => [plansAccount],
  reportTargets: () => ({ plan: reportablePlan }),
  fills: [
    fill(partBlockedPort, partBlocked),
    fill(plansOfConversationsPort, plansOfConversations),
    fill(planOfPostPort, planOfPost),
    fill(quickAnswersPort, quickAnswers),
  ],
};
