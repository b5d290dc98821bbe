import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerNotFound } from './errors.ts';

const noncePlaceholder = '__CSP_NONCE__';

/**
 * What Google documents for its maps, added only where there is a key: its hosts, and the code it makes at
 * run time. https://developers.google.com/maps/documentation/javascript/content-security-policy
 */
const googleMapsSources: Readonly<Record<string, readonly string[]>> = {
  'script-src': [
    "'unsafe-eval'",
    'blob:',
    'https://*.googleapis.com',
    'https://*.gstatic.com',
    'https://*.google.com',
    'https://*.ggpht.com',
    'https://*.googleusercontent.com',
  ],
  'style-src': ['https://fonts.googleapis.com'],
  'img-src': [
    'https://*.googleapis.com',
    'https://*.gstatic.com',
    'https://*.google.com',
    'https://*.googleusercontent.com',
  ],
  'connect-src': [
    'https://*.googleapis.com',
    'https://*.google.com',
    'https://*.gstatic.com',
    'data:',
    'blob:',
  ],
  'worker-src': ['blob:'],
  'font-src': ["'self'", 'https://fonts.gstatic.com'],
  'frame-src': ['https://*.google.com'],
};

/** The policy of every page: nothing inline, nothing from elsewhere; libraries style with the nonce. */
export function pagePolicy(
  nonce: string,
  formTargets: readonly string[] = [],
  withGoogleMaps = false,
): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", `'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'connect-src': ["'self'"],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'", ...formTargets],
    'frame-ancestors': ["'none'"],
  };
  if (withGoogleMaps) {
    for (const [name, sources] of Object.entries(googleMapsSources)) {
      directives[name] = [...(directives[name] ?? []), ...sources];
    }
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** A worker has its own policy, by which it may fetch: the map's asks this server for tiles. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";
const workerFile = /worker[^/\\]*\.m?js$/;

export const makeNonce = () => randomBytes(16).toString('base64');

/** Serves the built web: hashed files for ever, and the page itself for every address of the app. */
export async function serveWeb(
  app: FastifyInstance,
  directory: string,
  googleMapsKey: string | null,
): Promise<void> {
  const indexFile = join(directory, 'index.html');
  if (!existsSync(indexFile)) throw new Error(`The web is not built: ${indexFile} is missing`);
  const page = readFileSync(indexFile, 'utf8');
  const sendPage = (reply: FastifyReply) => {
    const nonce = makeNonce();
    return reply
      .header('content-security-policy', pagePolicy(nonce, [], googleMapsKey !== null))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(noncePlaceholder, nonce));
  };
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: true,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders(reply, path) {
      if (workerFile.test(path)) reply.header('content-security-policy', workerPolicy);
      const forEver = path.includes(`${join(directory, 'assets')}`);
      reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
    },
  });
  app.get('/', (_request, reply) => sendPage(reply));
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const isPage = request.method === 'GET' && !path.startsWith('/api/') && !/\.\w+$/.test(path);
    if (isPage) return sendPage(reply);
    return answerNotFound(request, reply);
  });
}
