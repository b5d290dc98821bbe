import { expect, test } from 'vitest';
import { PictureCache } from './picture-cache.ts';

test('is trimmed at 100 entries by the oldest 20 % (CONV-050, CONV-051)', () => {
  const cache = new PictureCache();
  for (let index = 0; index < 100; index++) cache.set(`p${index}`, 'loaded');
  expect(cache.size).toBe(100);
  cache.set('p100', 'broken');
  expect(cache.size).toBe(81);
  expect(cache.get('p19')).toBeUndefined();
  expect(cache.get('p20')).toBe('loaded');
  expect(cache.get('p100')).toBe('broken');
});

test('what was used again is not the oldest', () => {
  const cache = new PictureCache();
  for (let index = 0; index < 100; index++) cache.set(`p${index}`, 'loaded');
  cache.set('p0', 'loaded');
  cache.set('p100', 'loaded');
  expect(cache.get('p0')).toBe('loaded');
  expect(cache.get('p1')).toBeUndefined();
});
