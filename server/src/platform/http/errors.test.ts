import { endpoint } from '@dazi/contract/kernel/endpoint';
import type { ErrorCode } from '@dazi/contract/registry';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AppError } from '../app-error.ts';
import { readConfig } from '../config.ts';
import { TransactionOverdue } from '../database/connection.ts';
import { handle } from './routes.ts';
import { makeServer } from './server.ts';

const bookmark = endpoint({
  name: 'bookmark',
  method: 'GET',
  path: '/bookmark',
  summary: 'Refuses',
  who: 'anyone',
  signInError: 'BOOKMARK_SIGN_IN_REQUIRED',
  tooLargeError: 'IMAGE_TOO_LARGE',
  data: z.object({}),
  errors: ['POST_NOT_FOUND'],
});

const answerOf = (code: ErrorCode, environment: string) => answerTo(new AppError(code), environment);

async function answerTo(error: Error, environment: string, write: (line: string) => void = () => {}) {
  const server = await makeServer(readConfig({ NODE_ENV: environment }), { write });
  handle(server, bookmark, async () => {
    throw error;
  });
  const answer = await server.inject({ url: '/bookmark' });
  await server.close();
  const { statusCode: status, headers } = answer;
  return { status, retryAfter: headers['retry-after'], ...answer.json<{ code: string; error: string }>() };
}

test.each([
  ['POST_NOT_FOUND', 404],
  ['BOOKMARK_SIGN_IN_REQUIRED', 401],
  ['IMAGE_TOO_LARGE', 413],
  ['FORBIDDEN', 403],
] as const)('%s, which the endpoint lists or anybody may answer, is answered', async (code, status) => {
  expect(await answerOf(code, 'test')).toMatchObject({ status, code });
});

test.each(['test', 'development'])(
  'a code that the endpoint does not list fails in %s',
  async (environment) => {
    expect(await answerOf('COMMENT_NOT_FOUND', environment)).toEqual({
      status: 500,
      retryAfter: undefined,
      success: false,
      code: 'INTERNAL',
      error: 'bookmark answers COMMENT_NOT_FOUND: list it in the errors of the endpoint in the contract',
    });
  },
);

test('and is answered all the same in production', async () => {
  expect(await answerOf('COMMENT_NOT_FOUND', 'production')).toMatchObject({
    status: 404,
    code: 'COMMENT_NOT_FOUND',
  });
});

test('what was rolled back since it took too long is told to come back', async () => {
  expect(await answerTo(new TransactionOverdue(), 'test')).toMatchObject({
    status: 503,
    code: 'UNAVAILABLE',
    retryAfter: '5',
  });
});

test.each([
  ['a refusal of ours', new AppError('UNAVAILABLE', { retryAfter_s: 2 }), 0],
  ['a transaction that took too long', new TransactionOverdue(), 1],
  ['what nobody knows', new Error('unknown'), 1],
])('%s is logged as a failure so many times', async (_case, error, times) => {
  const failures: unknown[] = [];
  await answerTo(error, 'production', (line) => {
    const { msg, err } = JSON.parse(line) as { msg: string; err: unknown };
    if (msg === 'request failed') failures.push(err);
  });
  expect(failures).toHaveLength(times);
});
