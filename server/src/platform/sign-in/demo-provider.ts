/// <reference path="./oidc-provider-parts.d.ts" />
import { generateKeyPairSync, type JsonWebKey, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
// Not the whole library: that says with every start and every command of an operator that Node 20 is too old for it.
import { Provider } from 'oidc-provider/lib/provider.js';
import type { CustomFetch } from 'openid-client';
import type { Config } from '../config.ts';
import { port } from '../ports.ts';
import { mountDemoForm, pagePath } from './demo-form.ts';
import { demoMemory } from './demo-memory.ts';
import type { DemoAccount } from './demo-page.ts';
import type { ProviderAccess } from './known-provider.ts';

const mountPath = '/idp';
/** Whose word it is that somebody has signed in here. */
export const demoIssuer = (config: Config): string => config.publicUrl + mountPath;
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

const signing = { alg: 'ES256', curve: 'P-256' } as const;

/** Of elliptic curves: made in a millisecond at each start, where one of RSA takes a quarter of a second. */
const makeSigningKey = (): JsonWebKey =>
  generateKeyPairSync('ec', { namedCurve: signing.curve }).privateKey.export({ format: 'jwk' });

export const demoAccountsPort = port<readonly DemoAccount[]>('whom the demo provider offers to be');

const remember = (accounts: Map<string, DemoAccount>, account: DemoAccount) => {
  accounts.delete(account.email);
  accounts.set(account.email, account);
  const [oldest] = accounts.keys();
  if (accounts.size > mostAccounts && oldest !== undefined) accounts.delete(oldest);
};

function makeProvider(
  config: Config,
  clientSecret: string,
  accounts: ReadonlyMap<string, DemoAccount>,
): Provider {
  const provider = new Provider(demoIssuer(config), {
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
  return provider;
}

/** An OpenID provider inside this process, mounted only without a configured client id: people say who they are. */
export async function mountDemoProvider(
  app: FastifyInstance,
  config: Config,
  people: readonly DemoAccount[],
): Promise<ProviderAccess> {
  const issuer = demoIssuer(config);
  const clientSecret = randomBytes(24).toString('base64url');
  const accounts = new Map<string, DemoAccount>();

  const provider = makeProvider(config, clientSecret, accounts);
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

  await mountDemoForm(app, {
    provider,
    people,
    forwarded,
    signedIn: (account) => remember(accounts, account),
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
