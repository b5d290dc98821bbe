import type { Post } from '@dazi/contract/posts/posts';
import { expect, test } from 'vitest';
import { seenWithin } from './seen-posts.ts';

const box = { west: 0, south: 0, east: 2, north: 2 };
const now = Date.parse('2026-11-23T12:00:00.000Z');
const post = (id: string, parts: Partial<Post> = {}) =>
  ({ id, userId: 'theo', location: { latitude: 1, longitude: 1 }, expiresAt: null, ...parts }) as Post;
const at = '2026-11-23T10:00:00.000Z';

test('of what was seen last, what is there still', () => {
  const posts = [
    post('stays'),
    post('elsewhere', { location: { latitude: 3, longitude: 1, display: 'approximate' } }),
    post('ended', { expiresAt: '2026-11-23T12:00:00.000Z' }),
    post('lasts', { expiresAt: '2026-11-23T12:00:00.001Z' }),
    post('blocked', { userId: 'rosa' }),
  ];
  const left = seenWithin({ at, posts }, box, now, (authorId) => authorId === 'rosa');
  expect(left).toEqual({ at, posts: [posts[0], posts[3]] });
});

test('nothing left is nothing, not an empty town', () => {
  expect(seenWithin({ at, posts: [post('blocked')] }, box, now, () => true)).toBeNull();
});
