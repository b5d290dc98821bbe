import { expect, test } from 'vitest';
import { mediaIdOf } from './media.rules.ts';

test('a text names a medium by its address alone', () => {
  expect(mediaIdOf('/api/media/abc_DEF-1')).toBe('abc_DEF-1');
  for (const content of [
    '/api/media/',
    '/api/media/a/thumbnail',
    '/api/media/../settings',
    '/api/media/a?x=1',
    '/api/media/a\n',
    `/api/media/${'x'.repeat(65)}`,
    'https://elsewhere.example/api/media/abc',
    ' /api/media/abc',
    'abc',
    '',
  ]) {
    expect(mediaIdOf(content), content).toBeNull();
  }
});
