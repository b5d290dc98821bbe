// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { acceptedAvatars, avatarProblem } from './avatar-file.ts';

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
  expect(avatarProblem({ name: 'me', type, size })).toEqual(problem);
});

it.each(['', 'image/heic', 'image/heif-sequence'])(
  'HEIC is a picture of another kind, by type "%s"',
  (type) => {
    expect(avatarProblem({ name: 'IMG_0001.HEIC', type, size: 7 })).toEqual({ text: 'formats' });
  },
);

it('the chooser names neither HEIC nor all pictures, so that Safari hands over JPEG', () => {
  expect(acceptedAvatars).not.toMatch(/image\/\*|hei[cf]/);
});
