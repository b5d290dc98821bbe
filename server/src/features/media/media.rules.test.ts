import { describe, expect, test } from 'vitest';
import { bytesOfDataUrl, isTooLarge, storageKey } from './media.rules.ts';

describe('data URLs', () => {
  test.each([
    ['data:image/png;base64,AAAA', [0, 0, 0]],
    ['data:;base64,AAAA', [0, 0, 0]],
    ['data:image/png;charset=utf-8;base64,AA==', [0]],
    ['DATA:IMAGE/PNG;BASE64,AAAA', [0, 0, 0]],
  ])('%s', (url, bytes) => {
    expect([...bytesOfDataUrl(url)!]).toEqual(bytes);
  });

  test.each([
    '',
    'data:',
    'data:image/png;base64,',
    'data:image/png,AAAA',
    'data:image/png;base64,AA%41A',
    'data:image/png;base64,AA<A',
    'data:image/png;base64,AAAA\u0000',
    'https://elsewhere.example/x.png',
    'javascript:alert(1)',
    '/api/media/x',
    `data:image/${'x'.repeat(300)};base64,AAAA`,
  ])('%j is none', (url) => {
    expect(bytesOfDataUrl(url)).toBeNull();
  });
});

test('20 MB are not too large, a byte more is', () => {
  expect(isTooLarge(new Uint8Array(20 * 1024 * 1024))).toBe(false);
  expect(isTooLarge(new Uint8Array(20 * 1024 * 1024 + 1))).toBe(true);
});

test('a storage key has no part that leads elsewhere', () => {
  expect(storageKey('0190-abCD', 'thumbnail')).toBe('cd/0190-abCD/thumbnail');
});
