// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { typeOf } from '#features/media/media.api.ts';
import { acceptedTypes, checkFiles } from './media-files.ts';

const file = (name: string, type: string, size = 10) => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};

test('refuses types that are not pictures (MEDIA-017, MEDIA-020)', () => {
  const { taken, problems } = checkFiles([file('a.txt', 'text/plain'), file('b.png', 'image/png')], 0);
  expect(taken.map(({ name }) => name)).toEqual(['b.png']);
  expect(problems).toEqual([{ kind: 'notSupported', type: 'text/plain' }]);
});

test('refuses files of 20 MB and more by name (MEDIA-015, MEDIA-019)', () => {
  const { taken, problems } = checkFiles([file('big.jpg', 'image/jpeg', 20 * 1024 * 1024)], 0);
  expect(taken).toEqual([]);
  expect(problems).toEqual([{ kind: 'tooLarge', file: 'big.jpg', megabytes: 20 }]);
});

test('takes up to four in all (MEDIA-014, MEDIA-021)', () => {
  const three = ['1', '2', '3'].map((name) => file(`${name}.gif`, 'image/gif'));
  const { taken, problems } = checkFiles(three, 2);
  expect(taken).toHaveLength(2);
  expect(problems).toEqual([{ kind: 'tooMany', count: 4 }]);
});

test('an empty file cannot be processed (MEDIA-022)', () => {
  expect(checkFiles([file('empty.png', 'image/png', 0)], 0).problems).toEqual([{ kind: 'failed' }]);
});

test('videos of four kinds, whatever systems call them (MEDIA-018, MEDIA-036)', () => {
  const named: [string, string, string][] = [
    ['a.mp4', 'video/mp4', 'video/mp4'],
    ['a.m4v', 'video/x-m4v', 'video/mp4'],
    ['a.webm', 'video/webm', 'video/webm'],
    ['a.mov', 'video/quicktime', 'video/quicktime'],
    ['a.MOV', '', 'video/quicktime'],
    ['a.avi', 'video/avi', 'video/x-msvideo'],
    ['a.avi', 'video/vnd.avi', 'video/x-msvideo'],
    ['a.AVI', '', 'video/x-msvideo'],
  ];
  for (const [name, type, expected] of named) {
    expect(typeOf(file(name, type)), `${name} ${type}`).toBe(expected);
    expect(checkFiles([file(name, type)], 0).taken).toHaveLength(1);
  }
});

test('what is no video of these is named by its type, or its ending (MEDIA-020)', () => {
  const { problems } = checkFiles([file('a.mkv', 'video/x-matroska'), file('b.heic', '')], 0);
  expect(problems).toEqual([
    { kind: 'notSupported', type: 'video/x-matroska' },
    { kind: 'notSupported', type: 'heic' },
  ]);
});

test('the chooser names neither HEIC nor all pictures, so that Safari hands over JPEG', () => {
  expect(acceptedTypes).not.toMatch(/image\/\*|hei[cf]/);
});

test('videos of 3 MB and more are refused by name (MEDIA-016, MEDIA-019)', () => {
  const most = 3 * 1024 * 1024;
  expect(checkFiles([file('a.mp4', 'video/mp4', most - 1)], 0).taken).toHaveLength(1);
  expect(checkFiles([file('big.avi', '', most)], 0)).toEqual({
    taken: [],
    problems: [{ kind: 'tooLarge', file: 'big.avi', megabytes: 3 }],
  });
});
