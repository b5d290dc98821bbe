import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { withErrorResponses } from './error-responses.ts';

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

/** The OpenAPI document, made from the contract once, and pages to browse it. */
export async function serveApiDocs(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Dazi',
        version,
        description: 'Every call of the product, as server and web agree on it.',
      },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'dazi_session' } },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (made) => ('openapiObject' in made ? withErrorResponses(made.openapiObject) : {}),
  });
  let made: Promise<Packed> | null = null;
  const sendDocument = async (reply: FastifyReply, type = 'application/json; charset=utf-8') => {
    made ??= packed(JSON.stringify(app.swagger())).catch((error) => {
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
