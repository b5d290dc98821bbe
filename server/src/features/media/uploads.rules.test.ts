import { uploadLimits } from '@dazi/contract/media/uploads.rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acceptPreset, partOf, partStarts } from './uploads.rules.ts';

const chunk = uploadLimits.chunk_bytes;
const limit = uploadLimits.video_megabytes * 1024 * 1024;
const id = 'an-upload-id';

describe('presets', () => {
  test('this host knows one of each kind', () => {
    expect(() => acceptPreset('image', 'dazi_images')).not.toThrow();
    expect(() => acceptPreset('video', 'dazi_videos')).not.toThrow();
    for (const preset of ['images', 'default', 'ml_default', 'dazi_videos', 'DAZI_IMAGES', '', null]) {
      expect(() => acceptPreset('image', preset)).toThrow('Upload preset not found');
    }
  });
});

describe('parts', () => {
  test('a file without headers comes whole', () => {
    expect(partOf(undefined, undefined, 7)).toBeNull();
  });

  test.each([
    ['an id alone', id, undefined, 7],
    ['a range alone', undefined, 'bytes 0-6/7', 7],
    ['a short id', 'short', 'bytes 0-6/7', 7],
    ['an id with other letters', '../../etc/x', 'bytes 0-6/7', 7],
    ['another unit', id, 'items 0-6/7', 7],
    ['an unknown size', id, 'bytes 0-6/*', 7],
    ['a beginning in between', id, 'bytes 1-6/7', 6],
    ['an end before the beginning', id, `bytes ${chunk}-6/${chunk + 7}`, 7],
    ['a beginning beyond the end', id, `bytes ${chunk}-${chunk + 6}/7`, 7],
    ['an end beyond the end', id, 'bytes 0-7/7', 8],
    ['another size than announced', id, 'bytes 0-6/7', 8],
    ['a short part that is not the last', id, `bytes 0-6/${chunk * 2}`, 7],
    ['a byte of an empty file', id, 'bytes 0-0/0', 1],
    ['a last part that is longer than a part', id, `bytes 0-${chunk}/${chunk + 1}`, chunk + 1],
    ['nothing, where the file ends', id, `bytes ${chunk}-${chunk - 1}/${chunk}`, 0],
  ])('%s is refused', (_what, uploadId, range, size) => {
    expect(() => partOf(uploadId, range, size)).toThrow('The upload is not complete');
  });

  test('more than 100 MB are refused, however many digits they take', () => {
    const range = (total: number) => `bytes 0-${chunk - 1}/${total}`;
    expect(partOf(id, range(limit), chunk)).toMatchObject({ total: limit, isLast: false });
    expect(() => partOf(id, range(limit + 1), chunk)).toThrow('The file is too large');
    expect(() => partOf(id, range(9_999_999_999), chunk)).toThrow('The file is too large');
    expect(() => partOf(id, `bytes 0-${chunk - 1}/${'9'.repeat(30)}`, chunk)).toThrow('not complete');
  });

  test('a file cut into parts is understood, whatever its size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: limit }), (total) => {
        const starts = partStarts(total);
        const parts = starts.map((first) => {
          const last = Math.min(first + chunk, total) - 1;
          return partOf(id, `bytes ${first}-${last}/${total}`, last - first + 1)!;
        });
        expect(parts.map(({ first }) => first)).toEqual(starts);
        expect(parts.map(({ isLast }) => isLast)).toEqual(
          starts.map((_each, at) => at === starts.length - 1),
        );
        expect(starts.at(-1)! + chunk).toBeGreaterThanOrEqual(total);
      }),
    );
  });

  test('whatever is said, a part that is accepted is one of those a file is cut into', () => {
    const number = fc.oneof(
      fc.nat(3 * chunk),
      fc.constantFrom(0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk - 1, 2 * chunk, 3 * chunk - 1),
    );
    fc.assert(
      fc.property(number, number, number, number, (first, last, total, size) => {
        let part: ReturnType<typeof partOf>;
        try {
          part = partOf(id, `bytes ${first}-${last}/${total}`, size);
        } catch {
          return;
        }
        expect(partStarts(total)).toContain(first);
        expect(size).toBe(Math.min(chunk, total - first));
        expect(part).toEqual({ uploadId: id, first, total, isLast: first + size === total });
      }),
      { numRuns: 2000 },
    );
  });
});
