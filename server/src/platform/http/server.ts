import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { constants } from 'node:zlib';
import { usualUploadPath } from '@dazi/contract/media/uploads.rules';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import {
  type createSerializerCompiler,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { AppError } from '../app-error.ts';
import type { Config } from '../config.ts';
import { type LogDestination, loggerOptions } from '../log.ts';
import { guardCrowds } from './crowds.ts';
import { answerClientError, errorAnswers } from './errors.ts';
import { network } from './guards.ts';
import { pathOf, probePaths } from './probes.ts';
import type { RedisRequestCounts } from './redis-request-counts.ts';
import { countsOf } from './request-counts.ts';
import { setSecurityHeaders } from './security-headers.ts';

/** Answers are made anew each time: level 4 is as small as gzip at a fraction of the time of level 11. */
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const packsWell = /^text\/(?!event-stream)|[+/](?:json|text|xml)(?:;|$)|\/x-protobuf(?:;|$)/;

/** Beyond this the request is not JSON that anybody of ours would send. */
const maxParameterLength = 500;

/** In tests and development only: in production checking answers would cost 40 % on lists. */
function serializers(config: Config) {
  if (config.checksItself) return serializerCompiler;
  return (() => JSON.stringify) as unknown as ReturnType<typeof createSerializerCompiler>;
}

function trustedProxies({ trustProxy }: Config) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy;
}

/** As proxies write them; anything else could forge lines of a log. */
const soundRequestId = /^[\w-]{8,64}$/;

/** A proxy's own id goes on, so that its lines and ours belong together. */
const requestIds =
  ({ trustProxy }: Config) =>
  ({ headers }: IncomingMessage): string => {
    const given = headers['x-request-id'];
    if (trustProxy !== false && typeof given === 'string' && soundRequestId.test(given)) return given;
    return randomUUID();
  };

const lookForIdle_ms = 50;

/**
 * Fastify closes idle connections once, and would wait a minute for those a browser opened ahead of need and never
 * used, and for those whose answer ends after that one look.
 */
function closeUnneededConnections(app: FastifyInstance) {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', (request) => unused.delete(request.socket));
  app.addHook('preClose', async () => {
    const look = setInterval(() => {
      for (const socket of unused) socket.destroy();
      app.server.closeIdleConnections();
    }, lookForIdle_ms);
    app.server.once('close', () => clearInterval(look));
    if (!app.server.listening) clearInterval(look);
  });
}

/** Browsers expect nothing in advance; whoever expects what we don't know is told so in the envelope. */
function answerExpectations(app: FastifyInstance) {
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { code, status, message } = new AppError('EXPECTATION_FAILED');
    const body = JSON.stringify({ success: false, error: message, code });
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    });
    response.end(body);
  });
}

/** What comes to the configured address of uploads is answered as at the usual one. */
const toUsualUploads =
  (uploadPath: string) =>
  ({ url = '' }: { url?: string | undefined }): string =>
    url.startsWith(`${uploadPath}/`) ? usualUploadPath + url.slice(uploadPath.length) : url;

export async function makeServer(
  config: Config,
  logTo?: LogDestination,
  countsTogether: () => RedisRequestCounts | null = () => null,
): Promise<FastifyInstance> {
  const answerError = errorAnswers(config);
  const app = Fastify({
    logger: { ...loggerOptions(config), ...(logTo ? { stream: logTo } : {}) },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(config),
    requestIdHeader: false,
    genReqId: requestIds(config),
    ...(config.uploadPath !== usualUploadPath && { rewriteUrl: toUsualUploads(config.uploadPath) }),
    routerOptions: { maxParamLength: maxParameterLength },
    requestTimeout: 60_000,
    // Without a host a request gets the envelope as any other that names a wrong one.
    http: { requireHostHeader: false },
    forceCloseConnections: 'idle',
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializers(config));
  app.setErrorHandler(answerError);
  closeUnneededConnections(app);
  guardCrowds(app, ({ ip }) => network(ip));
  answerExpectations(app);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  app.addHook('onResponse', async (request, reply) => {
    // The pattern of the route, never the address: a query may hold a position or a text.
    const route = request.routeOptions.url ?? 'unknown';
    if (route === '/api/health' || probePaths.has(pathOf(request.url))) return;
    request.log.info({
      route,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: fastBrotli,
    customTypes: packsWell,
    // Nobody of ours packs what they send, and what is small packed may be huge.
    globalDecompression: false,
  });
  await app.register(cookie);
  await app.register(rateLimit, { global: false, store: countsOf(countsTogether) });
  setSecurityHeaders(app, config);
  app.addHook('onSend', async (_request, reply, payload) => {
    // Pages and files say themselves how long they are kept.
    if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store');
    }
    return payload;
  });
  return app;
}
