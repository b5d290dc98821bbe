import { getSession, saveUser, sessionLifetime_ms, signOut } from '@dazi/contract/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { sessionCookie, signInCookie } from '#platform/http/cookies.ts';
import { handle } from '#platform/http/routes.ts';
import type { RelyingParty, SignInAttempt } from '#platform/sign-in/relying-party.ts';
import { safeReturnPath } from './identity.rules.ts';
import * as identity from './identity.service.ts';

/**
 * GET  /api/auth/sign-in    begins a sign-in: off to the provider
 * GET  /api/auth/callback   the provider's answer: a session, or back with an error code
 * GET  /api/auth/session    the session's user or null
 * POST /api/auth/sign-out   ends the session
 * POST /api/users           refreshes the own account
 */
export function identityRoutes(
  app: FastifyInstance,
  deps: Deps,
  relyingParty: RelyingParty,
  signedOut: identity.SignedOut,
): void {
  beginAndCompleteSignIn(app, deps, relyingParty);
  const cookie = sessionCookie(deps.config);

  handle(app, getSession, async ({ viewer }) => ({
    data: viewer ? await identity.ownAccount(deps, viewer) : null,
  }));

  handle(app, signOut, async ({ viewer, request, reply }) => {
    if (request.sessionId) await identity.closeSession(deps, request.sessionId);
    if (viewer) await signedOut(deps, viewer.id);
    reply.clearCookie(cookie.name, cookie.options);
    return { data: null };
  });

  handle(app, saveUser, async ({ actor, body }) => {
    if (body.id !== undefined && body.id !== actor.id) throw new AppError('NOT_YOURSELF');
    return { data: await identity.refreshAccount(deps, actor), message: 'User saved' };
  });
}

function beginAndCompleteSignIn(app: FastifyInstance, deps: Deps, relyingParty: RelyingParty) {
  const attemptCookie = signInCookie(deps.config);
  const cookie = sessionCookie(deps.config);

  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown, returnTo: string) => {
    const code = error instanceof AppError ? error.code : 'SIGN_IN_FAILED';
    request.log.warn({ code, err: error instanceof AppError ? undefined : error }, 'sign-in failed');
    const address = new URL(returnTo, deps.config.publicUrl);
    address.searchParams.set('signIn', 'failed');
    address.searchParams.set('code', code);
    return reply.redirect(address.pathname + address.search + address.hash, 303);
  };

  const config = { budget: 'sign-in' as const };
  app.get<{ Querystring: { returnTo?: string; language?: string } }>(
    '/api/auth/sign-in',
    { config, schema: { summary: 'Begins a sign-in; `returnTo` is a path of the web' } },
    async (request, reply) => {
      const returnTo = safeReturnPath(request.query.returnTo);
      try {
        const { address, attempt } = await relyingParty.begin(returnTo, uiLanguages(request.query.language));
        reply.setCookie(attemptCookie.name, JSON.stringify(attempt), attemptCookie.options);
        return reply.redirect(address, 302);
      } catch (error) {
        return fail(request, reply, error, returnTo);
      }
    },
  );

  app.get(
    '/api/auth/callback',
    { config, schema: { summary: "The provider's answer to a sign-in" } },
    async (request, reply) => {
      const attempt = readAttempt(request.cookies[attemptCookie.name]);
      reply.clearCookie(attemptCookie.name, attemptCookie.options);
      if (!attempt) return fail(request, reply, new AppError('SIGN_IN_FAILED'), '/');
      try {
        const proven = await relyingParty.complete(new URL(request.url, deps.config.publicUrl), attempt);
        const user = await identity.accountOf(deps, proven).catch((error) => {
          request.log.error({ err: error }, 'account could not be made');
          throw new AppError('USER_CREATION_FAILED');
        });
        // A new session at every sign-in; the one before ends.
        if (request.sessionId) await identity.closeSession(deps, request.sessionId);
        const token = await identity.openSession(deps, user.id);
        reply.setCookie(cookie.name, token, { ...cookie.options, maxAge: sessionLifetime_ms / 1000 });
        return reply.redirect(attempt.returnTo, 303);
      } catch (error) {
        return fail(request, reply, error, attempt.returnTo);
      }
    },
  );
}

/** One of ours, or English: the value travels on in an address. */
function uiLanguages(language: unknown): string {
  return language === 'ja' || language === 'zh' ? `${language} en` : 'en';
}

function readAttempt(cookie: string | undefined): SignInAttempt | null {
  try {
    const attempt = JSON.parse(cookie ?? 'null') as SignInAttempt | null;
    const whole =
      attempt &&
      [attempt.state, attempt.nonce, attempt.codeVerifier].every((part) => typeof part === 'string');
    return whole ? { ...attempt, returnTo: safeReturnPath(attempt.returnTo) } : null;
  } catch {
    return null;
  }
}
