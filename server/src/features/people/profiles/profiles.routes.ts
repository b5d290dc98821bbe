import { saveAvatar, saveProfile } from '@dazi/contract/people/profiles';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as profiles from './profiles.service.ts';

export function profilesRoutes(
  app: FastifyInstance,
  deps: Deps,
  viewOf: profiles.ViewOfProfile,
  privacyChanged: profiles.PrivacyChanged,
): void {
  handle(app, saveProfile, async ({ actor, params, body }) => {
    if (params.userId !== actor.id) throw new AppError('NOT_YOURSELF');
    await profiles.saveProfile(deps, actor, body, privacyChanged);
    return { data: await viewOf(deps, actor, actor.id) };
  });

  handle(app, saveAvatar, async ({ actor, body }) => ({
    data: { avatarUrl: await profiles.saveAvatar(deps, actor, body.avatarUrl) },
  }));
}
