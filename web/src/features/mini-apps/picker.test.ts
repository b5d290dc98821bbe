import { expect, it } from 'vitest';
import { type Offered, offeredFor } from './picker.ts';

const offered: Offered[] = [
  { type: 'a', name: 'Quiz', description: 'Everyone answers', category: 'games', categoryName: 'ゲーム' },
  { type: 'b', name: 'Poll', description: 'One question', category: 'polls', categoryName: '投票' },
];
const types = (category: Parameters<typeof offeredFor>[1], query: string) =>
  offeredFor(offered, category, query).map(({ type }) => type);

it('MINI-006 finds by every word, in name, description and category of either language', () => {
  expect(types('all', '')).toEqual(['a', 'b']);
  expect(types('all', ' ONE  poll ')).toEqual(['b']);
  expect(types('all', 'ゲーム')).toEqual(['a']);
  expect(types('all', 'games')).toEqual(['a']);
  expect(types('all', 'chess')).toEqual([]);
});

it('MINI-007 shows one category alone', () => {
  expect(types('polls', '')).toEqual(['b']);
  expect(types('polls', 'quiz')).toEqual([]);
  expect(types('social', '')).toEqual([]);
});
