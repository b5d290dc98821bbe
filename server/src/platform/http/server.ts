import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  type createSerializerCompiler,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { Config } from '../config.ts';
import { loggerOptions } from '../log.ts';
import { answerError } from './errors.ts';

/** Beyond this the request is not JSON that anybody of ours would send. */
const maxParameterLength = 500;

/**
 * Answers are checked against the contract in tests and development; in production the check would cost
 * 40 % on lists, and handlers build their answers field by field anyway.
 */
function serializers(config: Config) {
  if (config.checkAnswers) return serializerCompiler;
  return (() => JSON.stringify) as unknown as ReturnType<typeof createSerializerCompiler>;
}

/** A number of proxies in front of us, or their addresses. */
function trustedProxies({ trustProxy }: Config) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;
}

/** Parses JSON; an empty body is an empty object, whatever its declared type. */
function acceptJson(app: FastifyInstance) {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else parse(request, body as string, done);
  });
}

export async function makeServer(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: loggerOptions(config.logLevel),
    disableRequestLogging: true,
    trustProxy: trustedProxies(config),
    routerOptions: { maxParamLength: maxParameterLength },
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializers(config));
  app.setErrorHandler(answerError);
  acceptJson(app);
  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, never the address: a query may hold a position or a text.
    const route = request.routeOptions.url ?? 'unknown';
    if (route === '/api/health') return;
    request.log.info({
      route,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
  await app.register(cookie);
  await app.register(rateLimit, { global: false });
  await app.register(helmet, {
    // Pages carry their own policy with a nonce; everything else may load nothing at all.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
    return payload;
  });
  return app;
}
