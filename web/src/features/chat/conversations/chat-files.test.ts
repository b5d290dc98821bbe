// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { acceptedFiles, isChatVideo, problemOf } from './chat-files.ts';

const file = (name: string, type: string, size = 10) => {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const mb = 1024 * 1024;

test('videos by type and by ending (COMP-056, COMP-057)', () => {
  for (const type of ['mp4', 'webm', 'avi', 'quicktime', 'x-msvideo']) {
    expect(isChatVideo(file('a', `video/${type}`)), type).toBe(true);
  }
  for (const ending of ['mp4', 'webm', 'MOV', 'avi']) expect(isChatVideo(file(`a.${ending}`, ''))).toBe(true);
  expect(isChatVideo(file('a.mkv', 'video/x-matroska'))).toBe(false);
  expect(isChatVideo(file('a.png', 'image/png'))).toBe(false);
});

test('what is no video is refused above 20 MB (COMP-054)', () => {
  expect(problemOf(file('big.png', 'image/png', 20 * mb))).toBeNull();
  expect(problemOf(file('big.png', 'image/png', 20 * mb + 1))).toEqual({
    kind: 'tooLarge',
    file: 'big.png',
    megabytes: 20,
  });
  expect(problemOf(file('big.pdf', 'application/pdf', 21 * mb))?.kind).toBe('tooLarge');
  expect(problemOf(file('long.mp4', 'video/mp4', 90 * mb))).toBeNull();
});

test('other files are refused by name (COMP-055, COMP-058)', () => {
  expect(problemOf(file('notes.txt', 'text/plain'))).toEqual({ kind: 'unsupported', file: 'notes.txt' });
  expect(problemOf(file('a.mkv', 'video/x-matroska'))?.kind).toBe('unsupported');
  expect(problemOf(file('a.svg', 'image/svg+xml'))).toEqual({ kind: 'invalidImage', file: 'a.svg' });
  expect(problemOf(file('empty.png', 'image/png', 0))?.kind).toBe('empty');
});

test.each(['', 'image/heic', 'image/heif'])(
  'HEIC is refused with what to do instead, by type "%s"',
  (type) => {
    const refused = { kind: 'heic', file: 'IMG_0001.HEIC' };
    expect(problemOf(file('IMG_0001.HEIC', type))).toEqual(refused);
  },
);

test('the chooser names neither HEIC nor all pictures, so that Safari hands over JPEG', () => {
  expect(acceptedFiles).not.toMatch(/image\/\*|hei[cf]/);
});

test('the chooser offers pictures and the five kinds of videos (COMP-003, COMP-074)', () => {
  for (const kind of [
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/webp',
    'video/mp4',
    'video/webm',
    'video/quicktime',
    'video/x-msvideo',
    '.avi',
    '.mov',
  ]) {
    expect(acceptedFiles.split(',')).toContain(kind);
  }
});
