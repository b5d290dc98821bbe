import type { Budget, DataOf, Endpoint, TopOf } from '@dazi/contract/kernel/endpoint';
import { failureSchema } from '@dazi/contract/kernel/endpoint';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '../app-error.ts';
import type { Actor } from './viewer.ts';

/** `actor` is there for endpoints that need a session. */
export interface Call<E extends Endpoint> {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  viewer: Actor | null;
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
}
type Answer<E extends Endpoint> = { data: DataOf<E> } & TopOf<E>;

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** For what is not an endpoint of the contract: redirects and the stream. */
    budget?: Budget;
    /** So many of a crowd at one thing are worked on at once here, where most of them wait for the others and are then done together. */
    mostOfCrowd?: number;
  }
  interface FastifyRequest {
    viewer: Actor | null;
    /** What somebody who was put out reads where a visitor is asked to sign in; `viewer` is null then. */
    out: 'ACCOUNT_SUSPENDED' | 'ACCOUNT_CLOSED' | null;
    /** Somebody whose account is deleted and may be restored; `viewer` is null then. */
    returning: (Actor & { leftAt: Date }) | null;
    sessionId: string | null;
    sessionEndsAt: Date | null;
    /** By which the person names the session. */
    deviceId: string | null;
    isKept: boolean;
  }
}

const routePath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** The fields of a DELETE may come in the body or in the query. */
function mergeQueryIntoBody(request: FastifyRequest, _reply: FastifyReply, done: () => void) {
  const body = request.body ?? {};
  // Anything but an object is left as it is, for the schema to refuse.
  if (typeof body === 'object' && !Array.isArray(body)) {
    request.body = { ...(request.query as object), ...body };
  }
  done();
}

function emptyBodyIsNothing(request: FastifyRequest, _reply: FastifyReply, done: () => void) {
  request.body ??= {};
  done();
}

function checkActor(endpoint: Endpoint, request: FastifyRequest) {
  if (!endpoint.actor) return;
  const fields = (endpoint.method === 'GET' ? request.query : request.body) as Record<string, unknown>;
  const named = fields[endpoint.actor];
  if (named === undefined || named === request.viewer?.id) return;
  throw new AppError(request.viewer ? 'NOT_YOURSELF' : 'SIGN_IN_REQUIRED');
}

/** What is read of a request, for routes that answer a file. */
export const fileSchemaOf = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  operationId: endpoint.name,
  params: endpoint.params,
  querystring: endpoint.query,
});

/** The same with what is answered. Administrators' calls are not described. */
export const schemaOf = (endpoint: Endpoint) => ({
  hide: endpoint.who === 'administrator',
  ...fileSchemaOf(endpoint),
  ...(endpoint.method === 'GET' ? {} : { body: endpoint.body }),
  response: {
    200: z.object({ success: z.literal(true), data: endpoint.data, ...endpoint.top }),
    default: failureSchema,
  },
});

export function handle<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
  further: Pick<FastifyContextConfig, 'mostOfCrowd'> = {},
): void {
  app.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    bodyLimit: endpoint.bodyLimit,
    config: { endpoint, ...further },
    schema: schemaOf(endpoint),
    ...(endpoint.method === 'GET'
      ? {}
      : { preValidation: endpoint.method === 'DELETE' ? mergeQueryIntoBody : emptyBodyIsNothing }),
    preHandler: (request, _reply, done) => {
      checkActor(endpoint, request);
      done();
    },
    handler: async (request, reply) => {
      const answer = await handler({
        params: request.params as z.output<E['params']>,
        query: request.query as z.output<E['query']>,
        body: request.body as z.output<E['body']>,
        viewer: request.viewer,
        // The guard has refused the call already when the endpoint needs a session and there is none.
        actor: (request.viewer ?? request.returning) as Actor,
        request,
        reply,
      });
      return { success: true, ...answer };
    },
  });
}
