// @vitest-environment happy-dom
import type { Post } from '@dazi/contract/posts/posts';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { cellKey } from '#features/posts/posts/map-counts.api.ts';
import { usePostPins } from './use-post-pins.ts';

const level = 10;
const place = { latitude: 60.4, longitude: 5.34 };
const post = (id: string) =>
  ({ id, content: id, location: place, media: [], user: { name: 'Hege' } }) as unknown as Post;
const counts = { level, counts: [{ key: cellKey(place, level), posts: 3, ...place }] };

function pinsOf(lookedAt: string | null) {
  const { result } = renderHook(() => usePostPins(['a', 'b', 'c'].map(post), counts, [lookedAt]));
  return result.current.map(({ id, count }) => [id, count]);
}

test('what is looked at stands beside the counter of its cell and is not counted there', () => {
  const cell = `cell:${cellKey(place, level)}`;
  expect(pinsOf(null)).toEqual([[cell, 3]]);
  expect(pinsOf('b')).toEqual([
    ['b', undefined],
    [cell, 2],
  ]);
});
