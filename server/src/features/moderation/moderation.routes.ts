import {
  getRegistration,
  listBlockedIdentities,
  setRegistration,
  unblockIdentity,
} from '@dazi/contract/moderation/admission';
import {
  appeal,
  decide,
  decideAppeal,
  liftMeasure,
  listAppeals,
  listOwnDecisions,
  readDecision,
} from '@dazi/contract/moderation/decisions';
import {
  addModeratorNote,
  getModeratedPerson,
  listModerationLog,
  listModerators,
  setModerator,
} from '@dazi/contract/moderation/moderated-people';
import { listOwnReports, listReports, report, takeCase } from '@dazi/contract/moderation/moderation';
import { getModerationCounts } from '@dazi/contract/moderation/moderation-counts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as admission from './admission.service.ts';
import * as appeals from './appeals.service.ts';
import * as cases from './cases.service.ts';
import * as decisions from './decisions.service.ts';
import * as people from './moderated-people.service.ts';
import { listCountedMonths } from './moderation-counts.service.ts';
import * as reports from './reports.service.ts';

export function moderationRoutes(app: FastifyInstance, deps: Deps, house: decisions.House): void {
  reportRoutes(app, deps, house);
  decisionRoutes(app, deps, house);
  officeRoutes(app, deps);
  admissionRoutes(app, deps);
}

function reportRoutes(app: FastifyInstance, deps: Deps, { targets }: decisions.House) {
  handle(app, report, async ({ actor, body }) => ({
    data: await reports.report(deps, targets, actor, body),
  }));

  handle(app, listOwnReports, async ({ actor, query }) => {
    const { reports: own, nextCursor } = await reports.listOwnReports(deps, actor, query.cursor);
    return { data: own, nextCursor };
  });

  handle(app, listReports, async ({ actor, query }) => {
    const { reported, ...rest } = await cases.listReports(deps, targets, actor, query);
    return { data: reported, ...rest };
  });

  handle(app, takeCase, async ({ actor, body }) => {
    const until = await cases.takeCase(deps, targets, actor, body);
    return { data: { takenUntil: until?.toISOString() ?? null } };
  });
}

function decisionRoutes(app: FastifyInstance, deps: Deps, house: decisions.House) {
  handle(app, decide, async ({ actor, body }) => ({
    data: await decisions.decide(deps, house, actor, body),
  }));

  handle(app, liftMeasure, async ({ actor, params, body }) => ({
    data: await decisions.liftMeasure(deps, house, actor, { ...params, reason: body.reason }),
  }));

  handle(app, listOwnDecisions, async ({ actor, query }) => {
    const { decisions: own, ...rest } = await appeals.listOwnDecisions(deps, actor, query.cursor);
    return { data: own, ...rest };
  });

  handle(app, readDecision, async ({ actor, params }) => {
    const readAt = await appeals.readDecision(deps, actor, params.decisionId);
    return { data: { readAt: readAt.toISOString() } };
  });

  handle(app, appeal, async ({ actor, params, body }) => ({
    data: await appeals.appeal(deps, house.targets, actor, params.decisionId, body.text),
  }));

  handle(app, listAppeals, async ({ actor, query }) => {
    const { appeals: found, nextCursor } = await appeals.listAppeals(deps, house.targets, actor, query);
    return { data: found, nextCursor };
  });

  handle(app, decideAppeal, async ({ actor, params, body }) => ({
    data: await appeals.decideAppeal(deps, house, actor, params.decisionId, body),
  }));
}

function officeRoutes(app: FastifyInstance, deps: Deps) {
  handle(app, getModeratedPerson, async ({ actor, params }) => ({
    data: await people.getModeratedPerson(deps, actor, params.personId),
  }));

  handle(app, addModeratorNote, async ({ actor, params, body }) => ({
    data: await people.addModeratorNote(deps, actor, params.personId, body),
  }));

  handle(app, listModerators, async ({ actor }) => ({ data: await people.listModerators(deps, actor) }));

  handle(app, setModerator, async ({ actor, params, body }) => {
    await people.setModerator(deps, actor, params.personId, body.isModerator);
    return { data: { isModerator: body.isModerator } };
  });

  handle(app, getModerationCounts, async () => ({ data: await listCountedMonths(deps) }));

  handle(app, listModerationLog, async ({ actor, query }) => {
    const { links, ...rest } = await people.listModerationLog(deps, actor, query);
    return { data: links, ...rest };
  });
}

function admissionRoutes(app: FastifyInstance, deps: Deps) {
  handle(app, getRegistration, async ({ query }) => ({
    data: await admission.getRegistration(deps, query.invitation),
  }));

  handle(app, setRegistration, async ({ actor, body }) => {
    await admission.setRegistration(deps, actor, body.mode);
    return { data: { mode: body.mode } };
  });

  handle(app, listBlockedIdentities, async ({ actor, query }) => {
    const { blocks, nextCursor } = await admission.listBlockedIdentities(deps, actor, query.cursor);
    return { data: blocks, nextCursor };
  });

  handle(app, unblockIdentity, async ({ actor, params }) => {
    await admission.unblockIdentity(deps, actor, params.blockId);
    return { data: null };
  });
}
