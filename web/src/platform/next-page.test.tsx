// @vitest-environment happy-dom
import { QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Asking, draw } from '#testing/draw.tsx';
import { loadNextPage } from './next-page.ts';

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const asked: { page: number; answer(): void }[] = [];
let more = () => Promise.resolve();

function List() {
  const list = useInfiniteQuery({
    queryKey: ['list'],
    initialPageParam: 0,
    queryFn: ({ pageParam: page }) =>
      new Promise<number>((resolve) => asked.push({ page, answer: () => resolve(page) })),
    getNextPageParam: (last) => (last < 2 ? last + 1 : null),
  });
  more = () => loadNextPage(list);
  return list.data?.pages.join(' ');
}

const answerNext = (page: number) =>
  act(async () => {
    await expect.poll(() => asked[0]?.page).toBe(page);
    asked.shift()?.answer();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

test('a page that a refresh overtook is asked for again', async () => {
  const { container: box } = await draw(
    <Asking client={client}>
      <List />
    </Asking>,
  );
  await answerNext(0);
  expect(box.textContent).toBe('0');

  await act(async () => void more());
  expect(asked.splice(0).map(({ page }) => page)).toEqual([1]);
  await act(async () => void client.invalidateQueries({ queryKey: ['list'] }));
  await answerNext(0);
  await answerNext(1);
  expect(box.textContent).toBe('0 1');

  await act(async () => void more());
  await answerNext(2);
  expect(box.textContent).toBe('0 1 2');
  expect(asked).toEqual([]);
});
