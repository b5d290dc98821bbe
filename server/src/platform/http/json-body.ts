import type { Readable } from 'node:stream';
import type { ErrorCode } from '@dazi/contract/registry';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../app-error.ts';
import { JsonShape } from './json-shape.ts';
import type { Turns } from './turns.ts';

/** Keys that reach into what every object is made of when somebody copies them carelessly. */
const isForbiddenKey = (key: string, value: unknown) =>
  key === '__proto__' ||
  (key === 'constructor' && typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype'));

/** Half a character becomes the sign for what cannot be shown, as it does where bytes are read as text. */
function cleanString(text: string): string {
  if (text.includes('\0')) throw new AppError('INVALID_INPUT');
  return text.isWellFormed() ? text : text.toWellFormed();
}

/**
 * The value without half characters. PostgreSQL stores a NUL character nowhere: INVALID_INPUT, as for keys that are
 * never sent in good faith. The recursion is bounded by `jsonLimits`.
 */
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanString(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) value[at] = cleaned(value[at]);
    return value;
  }
  const object = value as Record<string, unknown>;
  for (const key of Object.keys(object)) {
    const inner = object[key];
    if (isForbiddenKey(key, inner)) throw new AppError('INVALID_JSON');
    const cleanKey = cleanString(key);
    if (cleanKey !== key) delete object[key];
    object[cleanKey] = cleaned(inner);
  }
  return object;
}

/** Parses the text of a body; none at all is an empty object. INVALID_JSON, INVALID_INPUT. */
export function parseJson(text: string): unknown {
  // A mark of the byte order belongs to the encoding, not to the text.
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (json === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new AppError('INVALID_JSON');
  }
  return cleaned(value);
}

interface BodyLimit {
  limit_bytes: number;
  announced_bytes: number;
  tooLarge: ErrorCode;
}

function limitOf({ routeOptions, headers }: FastifyRequest): BodyLimit {
  const { endpoint } = routeOptions.config;
  return {
    limit_bytes: routeOptions.bodyLimit ?? 0,
    announced_bytes: Number(headers['content-length'] ?? 0),
    tooLarge: (endpoint?.tooLargeError ?? 'TOO_LARGE') as ErrorCode,
  };
}

/**
 * Reads a body up to a limit and judges its shape while it comes. The rest of a body of a bad shape is read and thrown
 * away, because somebody who is still sending does not hear the answer. INVALID_INPUT, and `tooLarge`.
 */
export function readJsonText(
  payload: Readable,
  { limit_bytes, announced_bytes, tooLarge }: BodyLimit,
  done: (error: Error | null, text: string) => void,
): void {
  const fail = (error: Error) => {
    payload.removeAllListeners('data');
    done(error, '');
  };
  if (announced_bytes > limit_bytes) {
    fail(new AppError(tooLarge));
    return;
  }
  if (payload.destroyed) {
    fail(new AppError('INVALID_INPUT'));
    return;
  }
  const shape = new JsonShape();
  const chunks: Buffer[] = [];
  let received_bytes = 0;
  let isOver = false;
  const end = (error: Error | null) => {
    if (isOver) return;
    isOver = true;
    if (error) fail(error);
    else done(null, Buffer.concat(chunks, received_bytes).toString('utf8'));
  };
  payload.on('data', (chunk: Buffer) => {
    received_bytes += chunk.length;
    if (received_bytes > limit_bytes) {
      end(new AppError(tooLarge));
      return;
    }
    shape.add(chunk);
    if (shape.isAcceptable) chunks.push(chunk);
    else chunks.length = 0;
  });
  payload.once('close', () => end(new AppError('INVALID_INPUT')));
  payload.once('end', () => end(shape.isAcceptable ? null : new AppError('INVALID_INPUT')));
  payload.once('error', (error) => end(error instanceof AppError ? error : new AppError('INVALID_INPUT')));
}

/** Takes JSON, each endpoint's within its own limit, and makes objects of it when it is the sender's turn. */
export function acceptJson(app: FastifyInstance, turns: Turns, actorOf: (request: FastifyRequest) => string) {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (request, payload, done) => {
    readJsonText(payload, limitOf(request), (error, text) => {
      if (error) return done(error);
      turns.take(actorOf(request), () => {
        let value: unknown;
        try {
          value = parseJson(text);
        } catch (refused) {
          return done(refused as Error);
        }
        done(null, value);
      });
    });
  });
}
