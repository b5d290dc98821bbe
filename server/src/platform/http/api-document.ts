import { endpoints } from '@dazi/contract/registry';
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import Fastify, { type HTTPMethods } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { withErrorResponses } from './error-responses.ts';
import { fileSchemaOf, schemaOf } from './routes.ts';

/** A route of the server, in words that can be told to a thread. */
export interface DescribedRoute {
  method: HTTPMethods;
  url: string;
  /** The name of the endpoint of the contract, if it is one. */
  endpoint: string | null;
  /** False for what answers a file. */
  answersJson: boolean;
  hide: boolean;
  summary: string | null;
}

export const apiDocument = (version: string): FastifyDynamicSwaggerOptions => ({
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

/** The OpenAPI document of these routes as JSON. Takes this thread most of a second. */
export async function makeApiDocument(version: string, routes: readonly DescribedRoute[]): Promise<string> {
  const app = Fastify({ exposeHeadRoutes: false });
  // Nobody calls it.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, apiDocument(version));
  const named = new Map(endpoints.map((endpoint) => [endpoint.name, endpoint]));
  for (const { method, url, endpoint: name, answersJson, hide, summary } of routes) {
    const endpoint = name === null ? undefined : named.get(name);
    const schema = endpoint
      ? (answersJson ? schemaOf : fileSchemaOf)(endpoint)
      : { ...(summary !== null && { summary }) };
    app.route({ method, url, schema: { ...schema, hide }, handler: async () => null });
  }
  await app.ready();
  const document = JSON.stringify(app.swagger());
  await app.close();
  return document;
}
