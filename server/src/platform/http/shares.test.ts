import { expect, test } from 'vitest';
import { Shares } from './shares.ts';

test('of one actor as many are under way as may; the next begins when one is done', () => {
  const shares = new Shares();
  const begun: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) shares.enter('ann', 2, () => begun.push(name));
  shares.enter('bob', 2, () => begun.push('of bob'));
  expect(begun).toEqual(['a', 'b', 'of bob']);
  shares.leave('ann');
  expect(begun).toEqual(['a', 'b', 'of bob', 'c']);
  for (let count = 0; count < 3; count++) shares.leave('ann');
  expect(begun.at(-1)).toBe('d');
  shares.enter('ann', 1, () => begun.push('again'));
  expect(begun.at(-1)).toBe('again');
});
