import type { Socket } from 'node:net';
import { type ErrorCode, errorDefinitions } from '@dazi/contract/registry';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError } from '../app-error.ts';
import { withoutQuery } from '../database/builder.ts';
import { DatabaseGone, TransactionOverdue } from '../database/connection.ts';
import { StorageUnavailable } from '../storage/file-storage.ts';
import { mayAnswer } from './endpoint-errors.ts';

/** Whoever made more mistakes than this reads no longer list of them. */
const mostFields = 20;

/** What is different a moment later, perhaps. */
const passing = [DatabaseGone, TransactionOverdue, StorageUnavailable];
const fullDisk = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** What the framework refuses by itself, in our words. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'INVALID_INPUT',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'INVALID_INPUT',
  FST_ERR_CTP_INVALID_JSON_BODY: 'INVALID_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'INVALID_JSON',
  FST_ERR_BAD_URL: 'NOT_FOUND',
};

function asAppError(error: FastifyError): AppError | null {
  if (error instanceof AppError) return error;
  if (passing.some((kind) => error instanceof kind) || fullDisk.has(error.code)) {
    return new AppError('UNAVAILABLE', { retryAfter_s: 5 });
  }
  const code =
    frameworkCodes[error.code] ??
    (error instanceof SyntaxError && error.statusCode === 400 ? 'INVALID_JSON' : undefined);
  if (code) return new AppError(code);
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError('INVALID_INPUT');
  return null;
}

/** What people are told of what was thrown; null for a fault of ours. */
export const appErrorOf = (thrown: unknown): AppError | null =>
  asAppError(withoutQuery(thrown) as FastifyError);

/** In tests and development a code that its endpoint does not list fails; in production people get the answer. */
function undeclared({ routeOptions }: FastifyRequest, code: ErrorCode): string | null {
  const endpoint = routeOptions?.config?.endpoint;
  if (!endpoint || mayAnswer(endpoint, code)) return null;
  return `${endpoint.name} answers ${code}: list it in the errors of the endpoint in the contract`;
}

/** The one place where errors become answers. Nothing of the inside leaks out. */
export const errorAnswers =
  ({ checksItself }: { checksItself: boolean }) =>
  (thrown: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const error = withoutQuery(thrown) as FastifyError;
    if (hasZodFastifySchemaValidationErrors(error)) {
      return reply.code(400).send({
        success: false,
        error: errorDefinitions.INVALID_INPUT.text,
        code: 'INVALID_INPUT',
        fields: error.validation.slice(0, mostFields).map((issue) => ({
          path: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
          code: issue.keyword,
        })),
      });
    }
    const said = asAppError(error);
    const known = said?.status === 401 && request.out ? new AppError(request.out) : said;
    // What we refuse by ourselves, as by a full queue, is no failure: that it was refused stands in the line of the request.
    if (!known || (known.status === 503 && !(error instanceof AppError))) {
      request.log.error({ err: error }, 'request failed');
    }
    const { code, status, message, retryAfter_s, fields } = known ?? new AppError('INTERNAL');
    const mistake = checksItself ? undeclared(request, code) : null;
    if (mistake) {
      request.log.error(mistake);
      return reply.code(500).send({ success: false, error: mistake, code: 'INTERNAL' });
    }
    if (retryAfter_s !== undefined) reply.header('retry-after', retryAfter_s);
    return reply.code(status).send({ success: false, error: message, code, ...(fields && { fields }) });
  };

export function answerNotFound(_request: FastifyRequest, reply: FastifyReply) {
  const { code, status, message } = new AppError('NOT_FOUND');
  return reply.code(status).send({ success: false, error: message, code });
}

/** What is no HTTP request, or has more headers than anybody reads, gets the envelope as well. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const { code, message } = new AppError('INVALID_INPUT');
  const body = JSON.stringify({ success: false, error: message, code });
  socket.end(
    `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  );
}
