/// <reference path="./oidc-provider-parts.d.ts" />
import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
// Not the whole library: that says with every start and every command of an operator that Node 20 is too old for it.
import { Provider } from 'oidc-provider/lib/provider.js';
import type { CustomFetch } from 'openid-client';
import { wholeCharacters } from '../clean-text.ts';
import type { Config } from '../config.ts';
import { makeNonce, pagePolicy } from '../http/web-pages.ts';
import { port } from '../ports.ts';
import { demoMemory } from './demo-memory.ts';
import { type DemoAccount, signInLanguage, signInPage } from './demo-page.ts';
import type { ProviderAccess } from './relying-party.ts';

const mountPath = '/idp';
/** Whose word it is that somebody has signed in here. */
export const demoIssuer = (config: Config): string => config.publicUrl + mountPath;
const pagePath = '/demo-sign-in';
const clientId = 'dazi';
const hour_s = 3600;
/** The oldest are forgotten; whoever signs in says their name again anyway. */
const mostAccounts = 10_000;

/** The provider is part of this process, which may not reach its own public name: behind a proxy, or in a container. */
function fetchInside(app: FastifyInstance): CustomFetch {
  return async (address, { method, headers, body }) => {
    const { host, pathname, search } = new URL(address);
    const answer = await app.inject({
      method: method as 'GET' | 'POST',
      url: pathname + search,
      headers: { ...Object.fromEntries(new Headers(headers)), host },
      ...(body ? { payload: String(body) } : {}),
    });
    const received = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(answer.payload, { status: answer.statusCode, headers: received });
  };
}

function forgetProviderSession(headers: IncomingHttpHeaders) {
  const cookies = headers.cookie?.split('; ').filter((cookie) => !cookie.startsWith('_session'));
  if (cookies) headers.cookie = cookies.join('; ');
}

const emailPattern = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/;

const signing = { alg: 'ES256', curve: 'P-256' } as const;

/** Of elliptic curves: made in a millisecond at each start, where one of RSA takes a quarter of a second. */
const makeSigningKey = (): JsonWebKey =>
  generateKeyPairSync('ec', { namedCurve: signing.curve }).privateKey.export({ format: 'jwk' });

/** Whom the page of the demo provider offers to be. */
export const demoAccountsPort = port<readonly DemoAccount[]>('whom the demo provider offers to be');

/**
 * An OpenID provider inside this process for installations without one of their own: whoever comes may say
 * who they are. It is never mounted once a client id is configured.
 */
export async function mountDemoProvider(
  app: FastifyInstance,
  config: Config,
  people: readonly DemoAccount[],
): Promise<ProviderAccess> {
  const issuer = demoIssuer(config);
  const clientSecret = randomBytes(24).toString('base64url');
  const accounts = new Map<string, DemoAccount>();

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${config.publicUrl}/api/auth/callback`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: signing.alg,
      },
    ],
    adapter: demoMemory(Date.now),
    jwks: { keys: [{ ...makeSigningKey(), kid: 'demo', use: 'sig', alg: signing.alg } as never] },
    cookies: { keys: [randomBytes(24).toString('hex')] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: { AccessToken: hour_s, IdToken: hour_s, Interaction: hour_s, Session: hour_s, Grant: hour_s },
    interactions: { url: (_context, interaction) => `${pagePath}/${interaction.uid}` },
    findAccount: (_context, subject) => {
      const account = accounts.get(subject);
      return (
        account && { accountId: subject, claims: () => ({ sub: subject, ...account, email_verified: true }) }
      );
    },
    // Our own client is the only one: there is nothing to consent to.
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  // It makes its addresses from what a proxy says of the request: always the public one.
  provider.proxy = true;
  const { protocol, host } = new URL(issuer);
  const forwarded = { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host };
  provider.on('server_error', (_context, error) => app.log.error({ err: error }, 'demo provider failed'));
  const answer = provider.callback();

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The provider reads its bodies itself.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.all(`${mountPath}/*`, { schema: { hide: true } }, (request, reply) => {
      reply.hijack();
      const raw = request.raw as typeof request.raw & { originalUrl?: string | undefined };
      // Every sign-in goes as in a fresh browser: the provider would first want to sign out somebody else.
      if (raw.url!.startsWith(`${mountPath}/auth`)) forgetProviderSession(raw.headers);
      Object.assign(raw.headers, forwarded);
      raw.originalUrl = raw.url;
      raw.url = raw.url!.slice(mountPath.length);
      answer(raw, reply.raw);
    });
  });

  await app.register(async (scope) => {
    await scope.register(formbody);
    scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    const page = (language: unknown, uid: string, problem: 'email' | 'name' | null, given?: DemoAccount) => {
      const nonce = makeNonce();
      return {
        nonce,
        html: signInPage({
          action: `${pagePath}/${uid}`,
          nonce,
          language: signInLanguage(String(language)),
          people,
          problem,
          given,
        }),
      };
    };
    scope.get<{ Params: { uid: string } }>(
      `${pagePath}/:uid`,
      { schema: { hide: true } },
      async (request, reply) => {
        Object.assign(request.raw.headers, forwarded);
        const { params } = await provider.interactionDetails(request.raw, reply.raw);
        const { nonce, html } = page(params.ui_locales, request.params.uid, null);
        return reply
          .header('content-security-policy', pagePolicy(nonce))
          .type('text/html; charset=utf-8')
          .send(html);
      },
    );
    scope.post<{ Params: { uid: string }; Body: Record<string, string> }>(
      `${pagePath}/:uid`,
      { schema: { hide: true }, bodyLimit: 10_000 },
      async (request, reply) => {
        Object.assign(request.raw.headers, forwarded);
        const { params } = await provider.interactionDetails(request.raw, reply.raw);
        const form = request.body ?? {};
        const email = String(form.email ?? '')
          .trim()
          .toLowerCase();
        const name = wholeCharacters(String(form.name ?? '').trim(), 50);
        if ('cancel' in form) {
          const cancelled = { error: 'access_denied', error_description: 'Cancelled' };
          return reply.redirect(await provider.interactionResult(request.raw, reply.raw, cancelled), 303);
        }
        const problem = emailPattern.test(email) ? (name ? null : 'name') : 'email';
        if (problem) {
          const { nonce, html } = page(params.ui_locales, request.params.uid, problem, { email, name });
          return reply
            .code(400)
            .header('content-security-policy', pagePolicy(nonce))
            .type('text/html; charset=utf-8')
            .send(html);
        }
        accounts.delete(email);
        accounts.set(email, { email, name });
        const [oldest] = accounts.keys();
        if (accounts.size > mostAccounts && oldest !== undefined) accounts.delete(oldest);
        const result = { login: { accountId: email } };
        const next = await provider.interactionResult(request.raw, reply.raw, result, {
          mergeWithLastSubmission: false,
        });
        return reply.redirect(next, 303);
      },
    );
    // A form that was sent before: the callback knows whether somebody is signed in by now.
    scope.setErrorHandler(async (_error, _request, reply) =>
      reply.redirect('/api/auth/callback?error=invalid_request', 303),
    );
  });

  return {
    issuer,
    clientId,
    clientSecret,
    name: 'Dazi demo',
    scopes: null,
    responseMode: null,
    alwaysAsk: true,
    fetch: fetchInside(app),
  };
}
