// @vitest-environment happy-dom
import type { Post } from '@dazi/contract/posts/posts';
import { expect, test } from 'vitest';
import { withReaction } from './reactions.api.ts';

const post = (parts: Partial<Post>) =>
  ({ reactions: {}, myReaction: null, _count: { comments: 0, reactions: 0 }, ...parts }) as Post;

test('a first reaction adds one (REACT-013)', () => {
  const after = withReaction(
    post({ reactions: { HEART: 2 }, _count: { comments: 0, reactions: 2 } }),
    'HEART',
  );
  expect(after).toMatchObject({ reactions: { HEART: 3 }, myReaction: 'HEART', _count: { reactions: 3 } });
});

test('the same kind again takes it back (REACT-012)', () => {
  const before = post({
    reactions: { HEART: 1 },
    myReaction: 'HEART',
    _count: { comments: 0, reactions: 1 },
  });
  expect(withReaction(before, 'HEART')).toMatchObject({
    reactions: {},
    myReaction: null,
    _count: { reactions: 0 },
  });
});

test('another kind replaces it (REACT-014)', () => {
  const before = post({
    reactions: { HEART: 1 },
    myReaction: 'HEART',
    _count: { comments: 0, reactions: 1 },
  });
  expect(withReaction(before, 'SAD')).toMatchObject({
    reactions: { SAD: 1 },
    myReaction: 'SAD',
    _count: { reactions: 1 },
  });
});
