import { once } from 'node:events';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply, RouteOptions } from 'fastify';
import { startThread } from '../thread.ts';
import { apiDocument, type DescribedRoute } from './api-document.ts';

interface Packed {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** Packed once, because it never changes while the server runs. */
async function packed(text: string): Promise<Packed> {
  const plain = Buffer.from(text);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(plain), promisify(gzip)(plain)]);
  return { plain, br, gzip: gz };
}

/** In a thread of its own, which nobody waits for but those who ask for the document. */
async function documentInThread(version: string, routes: readonly DescribedRoute[]): Promise<string> {
  const workerData = { version, routes };
  const worker = startThread(new URL('./api-document-worker.ts', import.meta.url), { workerData });
  const ended = once(worker, 'exit').then(() => {
    throw new Error('The document of the calls was not made');
  });
  const [document] = await Promise.race([once(worker, 'message'), ended]);
  return document as string;
}

function described({ method, url, schema, config }: RouteOptions): DescribedRoute[] {
  const {
    hide = false,
    summary = null,
    response,
  } = (schema ?? {}) as Partial<DescribedRoute & { response: object }>;
  const endpoint = config?.endpoint?.name ?? null;
  return [method]
    .flat()
    .filter((each) => each !== 'HEAD')
    .map((each) => ({ method: each, url, endpoint, answersJson: response !== undefined, hide, summary }));
}

/** The OpenAPI document, made from the contract when it is first asked for, and pages to browse it. */
export async function serveApiDocs(app: FastifyInstance, version: string): Promise<void> {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', (route) => void routes.push(...described(route)));
  // The pages want it there. It would make the document in this thread, and is asked to by tests alone.
  await app.register(swagger, apiDocument(version));
  let made: Promise<Packed> | null = null;
  const sendDocument = async (reply: FastifyReply, type = 'application/json; charset=utf-8') => {
    made ??= documentInThread(version, routes)
      .then(packed)
      .catch((error) => {
        made = null;
        throw error;
      });
    const { br, gzip: gz, plain } = await made;
    const accepted = reply.request.headers['accept-encoding'] ?? '';
    reply.header('vary', 'accept-encoding').type(type);
    if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(br);
    if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(gz);
    return reply.send(plain);
  };
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: (policy) => policy,
    uiHooks: {
      // The library would write the whole document anew for each who asks.
      async preHandler(request, reply) {
        const { url } = request.routeOptions;
        if (url === '/api/docs/json') return sendDocument(reply);
        // JSON is YAML as well.
        if (url === '/api/docs/yaml') return sendDocument(reply, 'application/x-yaml; charset=utf-8');
      },
    },
  });
  app.get(
    '/api/openapi.json',
    { schema: { hide: true }, config: { budget: 'read' } },
    async (_request, reply) => sendDocument(reply),
  );
}
