import {
  addMiniApp,
  changeMiniAppState,
  completeMiniApp,
  getMiniApp,
  getQuestionnaire,
  listParticipations,
  participate,
  saveQuestionnaire,
} from '@dazi/contract/mini-apps/mini-apps';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as completion from './completion.service.ts';
import * as views from './mini-app-view.service.ts';
import * as miniApps from './mini-apps.service.ts';
import * as questionnaire from './questionnaire.service.ts';

export function miniAppsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, addMiniApp, async ({ actor, params, body }) => {
    const { miniApp, message } = await miniApps.addMiniApp(deps, actor, params.conversationId, body);
    return { data: { ...miniApp, message } };
  });

  handle(app, getMiniApp, async ({ actor, params }) => ({
    data: await views.getMiniApp(deps, actor, params.miniAppId),
  }));

  handle(app, listParticipations, async ({ actor, params, query }) => {
    const { nextCursor, ...data } = await views.listParticipations(deps, actor, params.miniAppId, query);
    return { data, nextCursor };
  });

  handle(app, participate, async ({ actor, params, body }) => {
    const data = await miniApps.participate(deps, actor, params.miniAppId, body.data.answers);
    return { data, resultMessage: data.resultMessage };
  });

  handle(app, changeMiniAppState, async ({ actor, params, body }) => ({
    data: await miniApps.changeState(deps, actor, params.miniAppId, body),
  }));

  handle(app, completeMiniApp, async ({ actor, params }) => {
    const { miniApp, resultMessage } = await completion.completeMiniApp(deps, actor, params.miniAppId);
    return { data: { ...miniApp, resultMessage }, resultMessage };
  });

  handle(app, getQuestionnaire, async ({ query }) => {
    const data = await questionnaire.getQuestionnaire(deps, query.language ?? 'en');
    return { data, id: data.id, source: data.source, content: data.content };
  });

  handle(app, saveQuestionnaire, async ({ actor, body }) => {
    const data = await questionnaire.saveQuestionnaire(deps, actor, body.content);
    return { data, id: data.id, source: data.source, content: data.content };
  });
}
