import { keepSignedIn, listDevices, signOutDevices } from '@dazi/contract/identity/sessions';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#platform/deps.ts';
import { cookieUntil, sessionCookie } from '#platform/http/cookies.ts';
import { handle } from '#platform/http/routes.ts';
import { devicesOf, endOtherSessions, keepSession, type PushedSessions } from './sessions.service.ts';

/** Whoever is signed in has one. */
const sessionOf = ({ sessionId }: FastifyRequest): string => sessionId!;

export function sessionsRoutes(app: FastifyInstance, deps: Deps, pushedSessions: PushedSessions): void {
  const cookie = sessionCookie(deps.config);

  handle(app, listDevices, async ({ actor, request }) => ({
    data: await devicesOf(deps, actor, sessionOf(request), pushedSessions),
  }));

  handle(app, keepSignedIn, async ({ actor, body, request, reply }) => {
    const asking = { actor, sessionId: sessionOf(request) };
    const device = await keepSession(deps, asking, body.keep, pushedSessions);
    const options = cookieUntil(cookie, new Date(device.until), deps.clock());
    reply.setCookie(cookie.name, request.cookies[cookie.name]!, options);
    return { data: device };
  });

  handle(app, signOutDevices, async ({ actor, body, request }) => {
    const asking = { actor, sessionId: sessionOf(request) };
    return { data: { ended: await endOtherSessions(deps, asking, body.deviceId) } };
  });
}
