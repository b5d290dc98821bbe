import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** The OpenAPI document, made from the contract, and pages to browse it. */
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
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    transformStaticCSP: (policy) => policy,
  });
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
