import { repeatPlan } from '@dazi/contract/plans/plan-again';
import { getMarks, saveMarks } from '@dazi/contract/plans/plan-marks';
import {
  answerPlanRequest,
  confirmPlan,
  inviteToPlan,
  joinPlan,
  leavePlan,
  listPlanPeople,
  removeFromPlan,
  removePlanInvite,
  takeOverPlan,
} from '@dazi/contract/plans/plan-people';
import { callOffPlan, changePlan, createPlan } from '@dazi/contract/plans/plans';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as joining from './joining.service.ts';
import * as again from './plan-again.service.ts';
import * as changes from './plan-changes.service.ts';
import * as marks from './plan-marks.service.ts';
import * as people from './plan-people.service.ts';
import { getPlan, type PlanViews } from './plan-views.service.ts';
import * as plans from './plans.service.ts';
import { answerRequest } from './requests.service.ts';

export function plansRoutes(app: FastifyInstance, deps: Deps, details: PlanViews): void {
  const joiner = new joining.PlanJoiner(deps);

  handle(app, createPlan, async ({ actor, body }) => ({
    data: await getPlan(deps, actor, await plans.createPlan(deps, actor, body)),
  }));

  handle(app, changePlan, async ({ actor, params: { planId }, body }) => {
    await changes.changePlan(deps, actor, planId, body);
    return { data: await getPlan(deps, actor, planId) };
  });

  handle(app, callOffPlan, async ({ actor, params: { planId }, body }) => {
    await plans.callOffOwnPlan(deps, actor, planId, body.reason);
    return { data: await getPlan(deps, actor, planId) };
  });

  handle(app, repeatPlan, async ({ actor, params: { planId }, body }) => ({
    data: await getPlan(deps, actor, await again.repeatPlan(deps, actor, planId, body)),
  }));

  handle(app, getMarks, async ({ actor, params: { planId } }) => ({
    data: await marks.getMarks(deps, actor, planId),
  }));

  handle(app, saveMarks, async ({ actor, params: { planId }, body }) => ({
    data: await marks.saveMarks(deps, actor, planId, body.marks),
  }));

  handle(
    app,
    joinPlan,
    async ({ actor, params: { planId }, body }) => {
      const { overlaps } = await joiner.join(actor, planId, body);
      return { data: await details.get(actor, planId), overlaps };
    },
    { mostOfCrowd: 2 * joining.mostTogether },
  );

  handle(app, leavePlan, async ({ actor, params: { planId } }) => {
    await joining.leavePlan(deps, actor, planId);
    return { data: await getPlan(deps, actor, planId) };
  });

  handle(app, listPlanPeople, async ({ actor, params, query }) => ({
    data: await people.listPeople(deps, actor, params.planId, query),
  }));

  handle(app, removeFromPlan, async ({ actor, params: { planId, personId }, body }) => {
    await people.removePerson(deps, actor, planId, personId, body.reason);
    return { data: { personId } };
  });

  handle(app, answerPlanRequest, async ({ actor, params: { planId, personId }, body }) => ({
    data: await answerRequest(deps, actor, planId, personId, body.action),
  }));

  handle(app, confirmPlan, async ({ actor, params: { planId }, body }) => {
    await people.confirmPlan(deps, actor, planId, body.version);
    return { data: await getPlan(deps, actor, planId) };
  });

  handle(app, takeOverPlan, async ({ actor, params: { planId } }) => {
    await people.takeOver(deps, actor, planId);
    return { data: await getPlan(deps, actor, planId) };
  });

  handle(app, inviteToPlan, async ({ actor, params: { planId }, body }) => {
    const invite = await people.inviteToPlan(deps, actor, planId, body);
    return { data: { invite, path: `/plan/${planId}?invite=${invite}` } };
  });

  handle(app, removePlanInvite, async ({ actor, params: { planId } }) => {
    await people.removeInvite(deps, actor, planId);
    return { data: null };
  });
}
