import { beforeEach, expect, test } from 'vitest';
import { RecentNews } from './recent-news.rules.ts';

let now: number;
let news: RecentNews;
beforeEach(() => {
  now = 1000;
  news = new RecentNews(() => now);
});

test('knows what was told, and nothing from before it began to listen', () => {
  expect(news.isQuiet(['a'], 1000)).toBe(false);
  expect(news.isQuiet(['a'], 1001)).toBe(true);
  now = 2000;
  news.note('a');
  expect(news.isQuiet(['a'], 1999)).toBe(false);
  expect(news.isQuiet(['a'], 2000), 'within the same millisecond').toBe(false);
  expect(news.isQuiet(['a'], 2001)).toBe(true);
  expect(news.isQuiet(['b'], 1500)).toBe(true);
  expect(news.isQuiet(['b', 'a'], 1500)).toBe(false);
});

test('what was told again counts when it was told last', () => {
  now = 2000;
  news.note('a');
  now = 3000;
  news.note('b');
  news.note('a');
  expect(news.isQuiet(['a'], 2500)).toBe(false);
});

test('what is over a minute old is dropped, and nothing is said of then', () => {
  now = 2000;
  news.note('a');
  now = 2001 + 60_000;
  news.note('b');
  expect(news.isQuiet(['c'], 2000)).toBe(false);
  expect(news.isQuiet(['a'], 2001)).toBe(true);
  expect(news.isQuiet(['b'], 2001)).toBe(false);
});

test('is of bounded size', () => {
  for (let topic = 0; topic < 60_000; topic++) {
    now++;
    news.note(`t${topic}`);
  }
  expect(news.isQuiet(['unknown'], 1001 + 5000)).toBe(false);
  expect(news.isQuiet(['unknown'], 1001 + 10_001)).toBe(true);
});

test('after a gap nothing is known of before', () => {
  now = 2000;
  news.forget();
  expect(news.isQuiet(['a'], 2000)).toBe(false);
  expect(news.isQuiet(['a'], 2001)).toBe(true);
});
