import { isIPv6 } from 'node:net';
import { type Budget, countedByAddressOnly, rateLimits } from '@dazi/contract/kernel/endpoint';
import { momentHeader } from '@dazi/contract/live/live.rules';
import type { ErrorCode } from '@dazi/contract/registry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { isLoopback, withoutDot } from '../environment.ts';
import { momentText } from '../moments.ts';
import { cookieUntil, sessionCookie } from './cookies.ts';
import { turnAway } from './crowds.ts';
import { acceptJson } from './json-body.ts';
import { guardLargeBodies, type Sender } from './large-bodies.ts';
import { guardShares } from './shares.ts';
import { Turns } from './turns.ts';
import type { Actor, FindViewer } from './viewer.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Says with every answer when it was begun: before anything was read for it. */
function sayMoments(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpoint;
    if (endpoint && endpoint.who !== 'administrator') reply.header(momentHeader, momentText());
  });
}

/** An origin as browsers read it: small letters, no port where it is the usual one. Null when there is more to it. */
function originOf(text: string): URL | null {
  if (/[@\s\\]|\/\/.*[/?#]/.test(text) || !URL.canParse(text)) return null;
  return new URL(text);
}

/** Only the public address is answered; other names of this machine are redirected there, except health checks. */
function guardHost(app: FastifyInstance, config: Config) {
  const canonical = new URL(config.publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    const asked = originOf(`${canonical.protocol}//${request.headers.host ?? ''}`);
    if (asked?.host === canonical.host) return;
    // The same name with the dot of the root: cookies would be others there.
    const isCanonical = asked !== null && withoutDot(asked.origin) === config.publicUrl;
    if (isCanonical) return reply.redirect(config.publicUrl + request.url, 307);
    if (!asked || !isLoopback(asked.hostname)) throw new AppError('UNKNOWN_HOST');
    if (request.url.startsWith('/api/health')) return;
    if (!isLoopback(canonical.hostname)) throw new AppError('UNKNOWN_HOST');
    return reply.redirect(config.publicUrl + request.url, 307);
  });
}

/** A NUL character is in no address of ours, and PostgreSQL takes it nowhere. */
function guardAddress(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (request.url.includes('%00')) throw new AppError('INVALID_INPUT');
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For what changes nothing and knows nobody: pages of others may post to it. */
    fromAnyOrigin?: boolean;
  }
}

/** Writes come from our own pages, or from programs, which send neither Origin nor Sec-Fetch-Site. */
function guardOrigin(app: FastifyInstance, config: Config) {
  app.addHook('onRequest', async (request) => {
    if (safeMethods.has(request.method) || request.routeOptions.config.fromAnyOrigin) return;
    const { origin } = request.headers;
    if (origin && withoutDot(originOf(origin)?.origin ?? '') === config.publicUrl) return;
    if (origin === undefined && request.headers['sec-fetch-site'] === undefined) return;
    throw new AppError('FOREIGN_ORIGIN');
  });
}

/** By the route and not by the address, which may be escaped. */
const isApi = (request: FastifyRequest) => request.routeOptions.url?.startsWith('/api/') ?? false;

/** The answer to somebody who was put out; null for everybody else. */
function outOf(actor: Actor | undefined): FastifyRequest['out'] {
  if (actor?.standing.kind === 'suspended') return 'ACCOUNT_SUSPENDED';
  return actor?.standing.kind === 'closed' ? 'ACCOUNT_CLOSED' : null;
}

function guardSession(app: FastifyInstance, config: Config, findViewer: FindViewer, clock: Clock) {
  const cookie = sessionCookie(config);
  app.decorateRequest('viewer', null);
  app.decorateRequest('out', null);
  app.decorateRequest('returning', null);
  app.decorateRequest('sessionId', null);
  app.decorateRequest('sessionEndsAt', null);
  app.decorateRequest('deviceId', null);
  app.decorateRequest('isKept', false);
  app.addHook('onRequest', async (request, reply) => {
    const token = request.cookies[cookie.name];
    const found = token && isApi(request) ? await findViewer(token) : null;
    const left = found?.leftAt ?? null;
    const endpoint = request.routeOptions.config.endpoint;
    // To everything but the restoration somebody with a deleted account is a visitor, and so is who was put out where
    // public things are read.
    const out = left ? null : outOf(found?.actor);
    request.viewer = left || (out && endpoint?.whileOut !== true) ? null : (found?.actor ?? null);
    request.out = request.viewer ? null : out;
    request.returning = found && left ? { ...found.actor, leftAt: left } : null;
    request.sessionId = found?.sessionId ?? null;
    request.sessionEndsAt = found?.expiresAt ?? null;
    request.deviceId = found?.deviceId ?? null;
    request.isKept = found?.isKept ?? false;
    if (token && found?.slidTo)
      reply.setCookie(cookie.name, token, cookieUntil(cookie, found.slidTo, clock()));
    if (endpoint?.who === 'administrator' && !request.viewer?.isAdministrator)
      throw new AppError('NOT_FOUND');
    if (out && endpoint && !endpoint.whileOut) throw new AppError(out);
    if (endpoint?.who === 'signed-in' && request.returning) throw new AppError('ACCOUNT_LEFT');
    if (endpoint && endpoint.who !== 'anyone' && !request.viewer && !request.returning) {
      throw new AppError((endpoint.signInError ?? 'SIGN_IN_REQUIRED') as ErrorCode);
    }
  });
}

/** How a socket that takes both kinds of addresses writes one of IPv4. */
const mapped = /^::ffff:(?=[\d.]+$)/i;

/** One household has a whole /64 of IPv6 addresses: its first four groups stand for all of them. */
export function network(asWritten: string): string {
  const address = asWritten.replace(mapped, '');
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const front = head.split(':').filter(Boolean);
  if (tail === undefined) return front.slice(0, 4).join(':');
  const back = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}

/** What is no endpoint of the contract (pages, their files, addresses of nothing) costs less than most of those do. */
const budgetOf = ({ routeOptions: { config } }: FastifyRequest): Budget =>
  config?.budget ??
  (config?.endpoint?.who === 'administrator' ? 'media' : config?.endpoint?.budget) ??
  'media';

function guardRates(
  app: FastifyInstance,
  { config, measures }: Pick<Deps, 'config' | 'measures'>,
  counts: 'address' | 'account',
) {
  const byBudget = new Map<Budget, ReturnType<typeof app.createRateLimit>>();
  for (const [budget, perMinute] of Object.entries(rateLimits) as [Exclude<Budget, 'none'>, number][]) {
    const max = Math.ceil(perMinute * config.rateLimitFactor * (counts === 'address' ? 10 : 1));
    byBudget.set(
      budget,
      app.createRateLimit({
        max,
        timeWindow: '1 minute',
        keyGenerator: (request) =>
          `${budget} ${counts === 'address' ? network(request.ip) : (request as FastifyRequest).viewer?.id}`,
      }),
    );
  }
  app.addHook('onRequest', async (request) => {
    const limit = byBudget.get(budgetOf(request));
    if (!limit) return;
    if (counts === 'account' && (!request.viewer || countedByAddressOnly.includes(budgetOf(request)))) return;
    const verdict = await limit(request);
    if (!verdict.isAllowed && verdict.isExceeded) {
      measures.count('rate_limited', {});
      throw new AppError('TOO_MANY_REQUESTS', { retryAfter_s: Math.max(1, verdict.ttlInSeconds) });
    }
  });
}

/** Behind a proxy that the settings do not name all people share one address and its limits; this is logged once. */
function noticeProxy(app: FastifyInstance, config: Config) {
  let isSaid = config.trustProxy !== false;
  app.addHook('onRequest', async ({ headers, log }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined) return;
    isSaid = true;
    log.warn(
      'A request came through a proxy (X-Forwarded-For), but TRUST_PROXY is not set: everybody behind it shares the limits of one address. Set TRUST_PROXY to the number of proxies or to their addresses.',
    );
  });
}

/** Of many requests that come at once each is looked at in its turn; only health checks wait for nobody. */
function guardBursts(app: FastifyInstance, turns: Turns) {
  app.addHook('onRequest', (request, _reply, done) => {
    if (budgetOf(request) === 'none') done();
    else turns.take(network(request.ip), done);
  });
}

/** Whose share of the server a request is taken from: its account's, or that of its network's visitors. */
export const actorOf = (request: FastifyRequest): string => request.viewer?.id ?? network(request.ip);

const senderOf = (request: FastifyRequest): Sender => ({
  account: actorOf(request),
  network: network(request.ip),
});

/** In this order, all of it before a body is read; and how it is read. */
export function installGuards(
  app: FastifyInstance,
  { config, clock, measures }: Pick<Deps, 'config' | 'clock' | 'measures'>,
  findViewer: FindViewer,
) {
  const turns = new Turns();
  turnAway(app, measures);
  measures.gauge('crowd_waiting', () => app.waitingInCrowds());
  noticeProxy(app, config);
  guardBursts(app, turns);
  sayMoments(app);
  guardHost(app, config);
  guardAddress(app);
  guardOrigin(app, config);
  guardRates(app, { config, measures }, 'address');
  guardSession(app, config, findViewer, clock);
  guardRates(app, { config, measures }, 'account');
  guardLargeBodies(app, senderOf);
  guardShares(app, turns, actorOf, config.rateLimitFactor);
  acceptJson(app, turns, actorOf);
}
