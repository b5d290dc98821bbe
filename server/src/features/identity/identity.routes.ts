import {
  exportAccount,
  getSession,
  removeAccount,
  restoreAccount,
  saveUser,
  signOut,
} from '@dazi/contract/identity/identity';
import { expectedBytesHeader } from '@dazi/contract/identity/identity.rules';
import formbody from '@fastify/formbody';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify';
import type { AccountPart } from '#platform/account-part.ts';
import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { cookieUntil, sessionCookie } from '#platform/http/cookies.ts';
import { appErrorOf } from '#platform/http/errors.ts';
import { fileSchemaOf, handle } from '#platform/http/routes.ts';
import { languageIn, SignInAttempts } from '#platform/sign-in/attempts.ts';
import type { RelyingParty } from '#platform/sign-in/relying-party.ts';
import { SignInError, signInReason } from '#platform/sign-in/sign-in-error.ts';
import { Archives } from './archive.service.ts';
import { goodStanding, leftAccount, restorableUntil, safeReturnPath } from './identity.rules.ts';
import * as identity from './identity.service.ts';
import type { BlockedWith } from './invitations.service.ts';
import { leaveAccount, returnToAccount } from './leaving.service.ts';
import { closeSession, openSession } from './sessions.service.ts';

export function identityRoutes(
  app: FastifyInstance,
  deps: Deps,
  relyingParty: RelyingParty,
  { signedOut, blockedWith }: { signedOut: identity.SignedOut; blockedWith: BlockedWith },
  parts: readonly AccountPart[],
): void {
  beginAndCompleteSignIn(app, deps, relyingParty, blockedWith);
  leaveAndReturn(app, deps, parts);
  sendArchives(app, deps, parts);
  const cookie = sessionCookie(deps.config);

  handle(app, getSession, async ({ viewer, request }) => ({
    data: viewer ? await identity.ownAccount(deps, viewer) : null,
    left: request.returning && leftAccount(request.returning),
    administrator: viewer?.isAdministrator ?? false,
    moderator: viewer?.isModerator ?? false,
    standing: viewer?.standing ?? goodStanding,
    unreadDecision: viewer?.unreadDecisionId ?? null,
    keptUntil: (viewer && request.isKept && request.sessionEndsAt?.toISOString()) || null,
  }));

  handle(app, signOut, async ({ viewer, request, reply }) => {
    if (request.sessionId) await closeSession(deps, request.sessionId);
    if (viewer) await signedOut(deps, viewer.id);
    reply.clearCookie(cookie.name, cookie.options);
    return { data: null };
  });

  handle(app, saveUser, async ({ actor, body }) => {
    if (body.id !== undefined && body.id !== actor.id) throw new AppError('NOT_YOURSELF');
    return { data: await identity.refreshAccount(deps, actor), message: 'User saved' };
  });
}

function leaveAndReturn(app: FastifyInstance, deps: Deps, parts: readonly AccountPart[]) {
  handle(app, removeAccount, async ({ actor, params }) => {
    if (params.userId !== actor.id) throw new AppError('NOT_YOURSELF');
    const leftAt = await leaveAccount(deps, parts, actor);
    return { data: { restorableUntil: restorableUntil(leftAt).toISOString() } };
  });

  handle(app, restoreAccount, async ({ actor }) => {
    await returnToAccount(deps, parts, actor);
    return { data: await identity.ownAccount(deps, actor) };
  });
}

/** An archive is no JSON, so it is not answered by `handle`. */
function sendArchives(app: FastifyInstance, deps: Deps, parts: readonly AccountPart[]) {
  const archives = new Archives(deps, parts);
  app.addHook('preClose', async () => archives.stop());
  app.get<{ Querystring: { userId?: string } }>(
    exportAccount.path,
    {
      config: { endpoint: exportAccount },
      schema: fileSchemaOf(exportAccount),
    },
    async (request, reply) => {
      const actor = request.viewer!;
      if (request.query.userId !== undefined && request.query.userId !== actor.id) {
        throw new AppError('NOT_YOURSELF');
      }
      const { stream, expected_bytes } = await archives.of(actor);
      // Who has gone away meanwhile will not be heard leaving.
      if (reply.raw.destroyed) stream.destroy();
      return reply
        .header('content-disposition', 'attachment; filename="dazi-data.zip"')
        .header(expectedBytesHeader, expected_bytes)
        .type('application/zip')
        .send(stream);
    },
  );
}

function beginAndCompleteSignIn(
  app: FastifyInstance,
  deps: Deps,
  relyingParty: RelyingParty,
  blockedWith: BlockedWith,
) {
  const attempts = new SignInAttempts(deps.config);
  const cookie = sessionCookie(deps.config);

  const fail = (request: FastifyRequest, reply: FastifyReply, error: unknown, returnTo: string) => {
    const code = error instanceof AppError ? error.code : 'SIGN_IN_FAILED';
    const unexpected = error instanceof AppError ? {} : { err: error };
    request.log.warn({ code, ...signInReason(error), ...unexpected }, 'Sign in failed');
    const address = new URL(returnTo, deps.config.publicUrl);
    if (error instanceof SignInError && error.step === 'door') {
      address.searchParams.set('signInError', code);
      if (error.values.until) address.searchParams.set('until', error.values.until);
      return reply.redirect(address.pathname + address.search + address.hash, 303);
    }
    address.searchParams.set('signIn', 'failed');
    address.searchParams.set('code', code);
    if (error instanceof AppError && error.values.status)
      address.searchParams.set('status', error.values.status);
    return reply.redirect(address.pathname + address.search + address.hash, 303);
  };

  /** Somebody who is led from page to page sees no answer for programs, which would be the end of the way. */
  const refusedOnTheWay =
    (returnToOf: (request: FastifyRequest) => string) =>
    (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      const error = appErrorOf(thrown);
      const isPassing = error?.status === 429 || error?.status === 503;
      if (!isPassing || !request.headers.accept?.includes('text/html')) throw thrown;
      return fail(request, reply, error, returnToOf(request));
    };

  const config = { budget: 'sign-in' as const };
  app.get<{ Querystring: { returnTo?: string; language?: string; keep?: string; invitation?: unknown } }>(
    '/api/auth/sign-in',
    {
      config,
      schema: {
        summary:
          'Begins a sign-in; `returnTo` is a path of the web, with `keep=1` one stays signed in for 30 days from the last use, `invitation` is the id of one',
      },
      errorHandler: refusedOnTheWay(({ query }) =>
        safeReturnPath((query as { returnTo?: unknown }).returnTo),
      ),
    },
    async (request, reply) => {
      const returnTo = safeReturnPath(request.query.returnTo);
      try {
        const { address, attempt } = await relyingParty.begin(returnTo, uiLanguages(request.query.language));
        const begun = {
          ...attempt,
          keep: request.query.keep === '1',
          invitationId: invitationIn(request.query.invitation),
          language: languageIn(request.query.language),
        };
        attempts.store(request, reply, begun, deps.clock());
        return reply.redirect(address, 302);
      } catch (error) {
        return fail(request, reply, error, returnTo);
      }
    },
  );

  app.get<{ Querystring: Record<string, unknown> }>(
    '/api/auth/callback',
    {
      config,
      schema: { summary: "The provider's answer to a sign-in" },
      errorHandler: refusedOnTheWay(() => '/'),
    },
    async (request, reply) => {
      const { state, code, error: refusal } = request.query;
      const attempt = attempts.take(request, reply, state);
      if (!attempt) {
        // With the browser's own buttons people come here again; who is signed in wants nothing more.
        if (request.viewer ?? request.returning) return reply.redirect('/', 303);
        const empty = code === undefined && refusal === undefined;
        const unknown = { error: refusal, cause: { code: 'NO_SUCH_ATTEMPT' } };
        const error = new SignInError(empty ? 'NO_CREDENTIAL' : 'SIGN_IN_FAILED', 'answer', unknown);
        return fail(request, reply, error, '/');
      }
      const returnTo = safeReturnPath(attempt.returnTo);
      try {
        const proven = await relyingParty.complete(new URL(request.url, deps.config.publicUrl), attempt);
        const user = await identity.accountOf(deps, proven, { ...attempt, blockedWith }).catch((error) => {
          if (error instanceof SignInError) throw error;
          const refusal = new SignInError('USER_CREATION_FAILED', 'account');
          request.log.error({ err: error }, `Database user creation failed: ${refusal.status}`);
          throw refusal;
        });
        // A new session at every sign-in; the one before ends.
        const { token, expiresAt } = await openSession(deps, user.id, {
          keep: attempt.keep,
          userAgent: request.headers['user-agent'],
          replaces: request.sessionId,
          language: attempt.language,
        });
        reply.setCookie(cookie.name, token, cookieUntil(cookie, expiresAt, deps.clock()));
        return reply.redirect(returnTo, 303);
      } catch (error) {
        return fail(request, reply, error, returnTo);
      }
    },
  );
  takePostedAnswers(
    app,
    refusedOnTheWay(() => '/'),
  );
}

const answerFields = ['code', 'state', 'iss', 'error', 'user'];

/** Answers posted from the provider's page (`form_post`) carry no cookie of ours; after the redirect it is there. */
function takePostedAnswers(
  app: FastifyInstance,
  errorHandler: NonNullable<RouteShorthandOptions['errorHandler']>,
) {
  app.register(async (scope) => {
    await scope.register(formbody);
    scope.post<{ Body: Record<string, unknown> | undefined }>(
      '/api/auth/callback',
      {
        config: { budget: 'sign-in', fromAnyOrigin: true },
        schema: { summary: "The provider's answer to a sign-in, posted as a form" },
        bodyLimit: 16 * 1024,
        errorHandler,
      },
      async (request, reply) => {
        const answer = new URLSearchParams();
        for (const name of answerFields) {
          const value = request.body?.[name];
          if (typeof value === 'string' && value.length <= 4000) answer.set(name, value);
        }
        return reply.redirect(`/api/auth/callback?${answer}`, 303);
      },
    );
  });
}

/** Nobody made one of another form: whoever asks with that is told that it is gone. */
function invitationIn(asked: unknown): string | null {
  if (asked === undefined) return null;
  return typeof asked === 'string' && /^[\w-]{1,64}$/.test(asked) ? asked : 'none';
}

/** One of ours, or English: the value travels on in an address. */
function uiLanguages(language: unknown): string {
  return language === 'ja' || language === 'zh' ? `${language} en` : 'en';
}
