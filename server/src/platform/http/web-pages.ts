import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import { port } from '../ports.ts';
import { answerNotFound } from './errors.ts';
import { serveNearTiles } from './near-tiles.ts';

const noncePlaceholder = '__CSP_NONCE__';

/** Only with a key. https://developers.google.com/maps/documentation/javascript/content-security-policy */
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
  mediaOrigin: string | null = null,
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
  if (mediaOrigin !== null) {
    for (const name of ['img-src', 'media-src']) directives[name] = [...directives[name]!, mediaOrigin];
  }
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');
}

/** A worker has its own policy, by which it may fetch: the map's asks this server for tiles. */
const workerPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";
const workerFile = /worker[^/\\]*\.m?js(\.br)?$/;

const serviceWorker = /service-worker\.js(\.br)?$/;

export interface LinkPreview {
  title: string;
  description: string;
  path: string;
  /** Null is the picture of the product. */
  image: { path: string; isLarge: boolean } | null;
}

/** By the id in the address; null for what visitors do not see. */
export interface Previews {
  post(deps: Deps, postId: string): Promise<LinkPreview | null>;
  room(deps: Deps, roomId: string): Promise<LinkPreview | null>;
  plan(deps: Deps, planId: string): Promise<LinkPreview | null>;
}
export const previewsPort = port<Previews>('what links to pages show');

const productPreview: LinkPreview = {
  title: 'Dazi 搭子',
  description: 'Meet and talk to the people around you: short messages on a map, read by whoever is near.',
  path: '/',
  image: null,
};
const productPicture = '/icon-512.png';

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Tags for the head of a page; everything that people wrote is escaped. */
function previewTags({ title, description, path, image }: LinkPreview, publicUrl: string): string {
  const tags: [kind: 'property' | 'name', name: string, content: string][] = [
    ['property', 'og:site_name', 'Dazi 搭子'],
    ['property', 'og:type', path === '/' ? 'website' : 'article'],
    ['property', 'og:title', title],
    ['property', 'og:description', description],
    ['property', 'og:url', publicUrl + path],
    ['property', 'og:image', publicUrl + (image?.path ?? productPicture)],
    ['name', 'twitter:card', image?.isLarge ? 'summary_large_image' : 'summary'],
    ['name', 'twitter:title', title],
    ['name', 'twitter:description', description],
    ['name', 'twitter:image', publicUrl + (image?.path ?? productPicture)],
  ];
  return tags
    .map(([kind, name, content]) => `<meta ${kind}="${name}" content="${escaped(content)}" />`)
    .join('\n    ');
}

/** What index.html shows before the code has come is for newcomers: only the first page has it. */
const firstPaint = /<main class="[^"]*\bwelcome-first-paint\b[^>]*>.*?<\/main>/s;

/** What programs that watch a server ask of many; with a page each of them would take it for well. */
const watchedElsewhere: ReadonlySet<string> = new Set(['/metrics', '/health', '/healthz']);

export const makeNonce = () => randomBytes(16).toString('base64');

/** What lies in it at the start, by path from there; case matters, whatever the file system thinks. */
function filesIn(directory: string): Set<string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)));
  return new Set(sep === '/' ? paths : paths.map((path) => path.replaceAll(sep, '/')));
}

/** Serves the built web: hashed files for ever, and the page itself for every address of the app. */
export async function serveWeb(
  app: FastifyInstance,
  deps: Deps,
  directory: string,
  previews: Previews,
): Promise<void> {
  const indexFile = join(directory, 'index.html');
  if (!existsSync(indexFile)) throw new Error(`The web is not built: ${indexFile} is missing`);
  const files = filesIn(directory);
  // It is a page, with a nonce of its own in every answer.
  files.delete('index.html');
  const { map, s3 } = deps.config;
  const mediaOrigin = s3?.redirects ? new URL(s3.endpoint).origin : null;
  const welcomingPage = readFileSync(indexFile, 'utf8');
  // A page is cut once, at its end of the head; a text in a preview may hold any placeholder.
  const cut = (page: string) => {
    const headEnd = page.indexOf('</head>');
    return headEnd < 0 ? [page] : [page.slice(0, headEnd), page.slice(headEnd)];
  };
  const welcoming = cut(welcomingPage);
  const plain = cut(welcomingPage.replace(firstPaint, ''));
  const sendPage = (reply: FastifyReply, preview: LinkPreview | null = null, parts = plain) => {
    const nonce = makeNonce();
    const html = parts.map((part) => part.replaceAll(noncePlaceholder, nonce));
    const tags = preview ? `  ${previewTags(preview, deps.config.publicUrl)}\n  ` : '';
    return reply
      .header('content-security-policy', pagePolicy(nonce, [], map.googleKey !== null, mediaOrigin))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html.join(tags));
  };
  await app.register(fastifyStatic, {
    root: directory,
    // Its own route reads the directories on its way with every answer, to know how names are spelled.
    serve: false,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders(reply, path) {
      if (workerFile.test(path)) reply.header('content-security-policy', workerPolicy);
      const forEver = path.includes(`${join(directory, 'assets')}`);
      const cacheControl = forEver ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
      // What works for the browser beside its pages is never an old one.
      reply.header('cache-control', serviceWorker.test(path) ? 'no-cache' : cacheControl);
    },
  });
  app.get<{ Params: { '*': string } }>('/*', { schema: { hide: true } }, ({ params }, reply) => {
    if (files.has(params['*'])) return reply.sendFile(params['*']);
    return void reply.callNotFound();
  });
  await serveNearTiles(app, join(directory, 'map', 'near.pack'));
  // Whoever has a cookie of ours has been here.
  app.get('/', ({ cookies }, reply) =>
    sendPage(reply, productPreview, Object.keys(cookies).length === 0 ? welcoming : plain),
  );
  for (const [path, previewOf] of [
    ['/post/:id', previews.post],
    ['/chat-rooms/:id', previews.room],
    ['/plan/:id', previews.plan],
  ] as const) {
    app.get<{ Params: { id: string } }>(
      path,
      { config: { budget: 'read' } },
      async ({ params, cookies, log }, reply) => {
        // Who has cookies of ours is no preview maker, and may have reasons not to see the author.
        const isVisitor = Object.keys(cookies).length === 0 && /^[\w-]{1,64}$/.test(params.id);
        if (!isVisitor) return sendPage(reply);
        // The page is worth having without its preview.
        const preview = await previewOf(deps, params.id).catch((error: unknown) => {
          log.warn({ err: error }, 'no preview');
          return null;
        });
        return sendPage(reply, preview);
      },
    );
  }
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const isPage = request.method === 'GET' && !path.startsWith('/api/') && !/\.\w+$/.test(path);
    if (isPage && !watchedElsewhere.has(path)) return sendPage(reply);
    return answerNotFound(request, reply);
  });
}
