// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LoadMore } from './LoadMore.tsx';

const box = document.createElement('div');
let root: ReturnType<typeof createRoot>;
const fetchNextPage = vi.fn();
const shown = { data: ['first'], hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false };

const show = (state: Partial<typeof shown>) =>
  act(async () =>
    root.render(
      <LoadMore list={{ ...shown, fetchNextPage, ...state }} label="Load more" failed="They did not come" />,
    ),
  );
const press = () => act(async () => box.querySelector('button')!.click());

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  fetchNextPage.mockReset().mockResolvedValue({ data: ['first', 'second'], hasNextPage: false });
  root = createRoot(box);
});
afterEach(() => act(async () => root.unmount()));

test('brings the next page while there is one', async () => {
  await show({});
  expect(box.textContent).toBe('Load more');
  await press();
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  await show({ isFetchingNextPage: true });
  await press();
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  await show({ hasNextPage: false });
  expect(box.textContent).toBe('');
});

test('says that the next page did not come, and asks for it again', async () => {
  await show({ isFetchNextPageError: true });
  expect(box.querySelector('[role="alert"]')!.textContent).toContain('They did not come');
  await press();
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
  await show({ isFetchNextPageError: true, isFetchingNextPage: true });
  expect(box.querySelector('[role="alert"]')).toBeNull();
});
