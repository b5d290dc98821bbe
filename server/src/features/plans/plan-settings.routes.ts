import { getPlanSettings, savePlanSettings } from '@dazi/contract/plans/plan-settings';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import { getSettings, saveSettings } from './plan-settings.service.ts';

export function planSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  handle(app, getPlanSettings, async ({ actor }) => ({ data: await getSettings(deps, actor) }));

  handle(app, savePlanSettings, async ({ actor, body }) => ({
    data: await saveSettings(deps, actor, body),
  }));
}
