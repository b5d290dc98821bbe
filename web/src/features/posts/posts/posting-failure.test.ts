import { expect, test } from 'vitest';
import { ApiError } from '#platform/api.ts';
import { postingFailure } from './posting-failure.ts';

const refusal = (status: number, code: string, message: string) => new ApiError(code, message, { status });

test.each([
  ['POST-069', refusal(413, 'TOO_LARGE', 'Some text'), { key: 'tooLarge' }],
  ['POST-070', new Error('That is too LARGE'), { key: 'tooLarge' }],
  ['POST-072', refusal(400, 'INVALID_IMAGE', 'Invalid image format'), { key: 'invalidFormat' }],
  ['POST-073', refusal(0, 'NETWORK', 'Network error'), { key: 'network' }],
  ['POST-073b', new TypeError('Failed to fetch'), { key: 'network' }],
  ['POST-074', refusal(503, 'UNAVAILABLE', 'Later, please'), { key: 'other', message: 'Later, please' }],
  [
    'POST-094',
    refusal(400, 'POST_EMPTY', 'Please enter a message'),
    { key: 'other', message: 'Please enter a message' },
  ],
  ['POST-072 without a word', refusal(400, 'UNSAID', ''), { key: 'invalidFormat' }],
  ['POST-075', refusal(500, 'UNSAID', ''), { key: 'failed' }],
  ['POST-075 of no answer', new Error(''), { key: 'failed' }],
  ['POST-075b', 'nothing known', { key: 'failed' }],
])('%s', (_id, error, expected) => {
  expect(postingFailure(error)).toEqual(expected);
});
