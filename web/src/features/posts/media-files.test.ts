import { expect, test } from 'vitest';
import { checkFiles } from './media-files.ts';

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
