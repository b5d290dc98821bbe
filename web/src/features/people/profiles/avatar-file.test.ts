import { expect, it } from 'vitest';
import { avatarProblem } from './avatar-file.ts';

const megabyte = 1024 * 1024;

it.each([
  ['text/plain', 7, { text: 'notImage' }],
  ['', 7, { text: 'notImage' }],
  ['image/svg+xml', 7, { text: 'formats' }],
  ['image/jpeg', 20 * megabyte, { text: 'tooLarge', n: 20 }],
  ['image/png', 0, { text: 'invalid' }],
  ['image/webp', 20 * megabyte - 1, null],
  ['image/gif', 1, null],
])('a file of type %s with %i bytes (PROF-066, PROF-068)', (type, size, problem) => {
  expect(avatarProblem({ type, size })).toEqual(problem);
});
