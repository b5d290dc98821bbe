import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonShape, jsonLimits } from './json-shape.ts';

/** As it arrives: cut into pieces of this many bytes. */
function isAcceptable(json: string, piece_bytes = 7): boolean {
  const bytes = Buffer.from(json);
  const shape = new JsonShape();
  for (let at = 0; at < bytes.length; at += piece_bytes) shape.add(bytes.subarray(at, at + piece_bytes));
  return shape.isAcceptable;
}

/** Objects, arrays, elements and keys that the parser makes. */
function partsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  return 1 + inner.length + inner.reduce((sum: number, each) => sum + partsOf(each), 0);
}

describe('the shape of a JSON text', () => {
  const { depth, parts } = jsonLimits;

  test('may be as deep as the limit, and no deeper', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(isAcceptable(nested(depth))).toBe(true);
    expect(isAcceptable(nested(depth + 1))).toBe(false);
    expect(isAcceptable('{"a":'.repeat(depth + 1))).toBe(false);
    expect(isAcceptable(`[${'[],'.repeat(depth + 1)}[]]`)).toBe(true);
  });

  test('may be as wide as the limit, and no wider', () => {
    expect(isAcceptable(`[${'1,'.repeat(parts - 1)}1]`)).toBe(true);
    expect(isAcceptable(`[${'1,'.repeat(parts)}1]`)).toBe(false);
    expect(isAcceptable(`{${'"a":1,'.repeat(parts / 2)}"a":1}`)).toBe(false);
    expect(isAcceptable('{}'.repeat(parts + 1))).toBe(false);
  });

  test('what stands in a text is no structure, wherever the text is cut', () => {
    const text = JSON.stringify({ content: `[{,:\\"${'[,'.repeat(parts)}` });
    for (let piece = 1; piece < 20; piece++) expect(isAcceptable(text, piece)).toBe(true);
  });

  test('never counts less than what the parser makes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.integer({ min: 1, max: 9 }), (value, times) => {
        const many = Array.from({ length: times * 300 }, () => value);
        if (partsOf(many) > 2 * parts) expect(isAcceptable(JSON.stringify(many))).toBe(false);
        if (isAcceptable(JSON.stringify(value))) expect(partsOf(value)).toBeLessThanOrEqual(2 * parts + 2);
      }),
    );
  });
});
