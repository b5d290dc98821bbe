import { listInvitations, makeInvitation, removeInvitation } from '@dazi/contract/identity/registration';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { handle } from '#platform/http/routes.ts';
import * as invitations from './invitations.service.ts';

export function registrationRoutes(
  app: FastifyInstance,
  deps: Deps,
  blockedWith: invitations.BlockedWith,
): void {
  handle(app, listInvitations, async ({ actor }) => ({
    data: await invitations.listInvitations(deps, actor, blockedWith),
  }));

  handle(app, makeInvitation, async ({ actor, body }) => ({
    data: await invitations.makeInvitation(deps, actor, body, blockedWith),
  }));

  handle(app, removeInvitation, async ({ actor, params }) => {
    await invitations.removeInvitation(deps, actor, params.invitationId);
    return { data: null };
  });
}
