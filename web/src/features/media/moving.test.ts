import { expect, test } from 'vitest';
import { moves } from './moving.ts';

const blob = (...parts: (string | number[])[]) =>
  new Blob(
    parts.map((part) =>
      Uint8Array.from(typeof part === 'string' ? [...part].map((each) => each.charCodeAt(0)) : part),
    ),
  );
const webp = (flags: number) => blob('RIFF', [40, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, flags, 0, 0, 0]);
const signature = '\x89PNG\r\n\x1a\n';
const piece = (name: string, size: number): (string | number[])[] => [
  [0, 0, 0, size],
  name,
  Array(size + 4).fill(0),
];

test.each([
  ['a GIF', blob('GIF89a'), true],
  ['a WebP that moves', webp(0x02), true],
  ['a WebP that moves and is see-through', webp(0x12), true],
  ['a WebP with metadata', webp(0x0c), false],
  ['a plain WebP', blob('RIFF', [40, 0, 0, 0], 'WEBPVP8 ', [10, 0, 0, 0, 2, 0, 0, 0]), false],
  ['a PNG that moves', blob(signature, ...piece('IHDR', 13), ...piece('acTL', 8), ...piece('IDAT', 9)), true],
  ['a PNG', blob(signature, ...piece('IHDR', 13), ...piece('IDAT', 9), ...piece('acTL', 8)), false],
  ['a PNG that is cut off', blob(signature, [0, 0]), false],
  ['a JPEG', blob([0xff, 0xd8, 0xff, 0xe0]), false],
  ['nothing', blob(), false],
])('%s', async (_what, file, expected) => {
  expect(await moves(file)).toBe(expected);
});
