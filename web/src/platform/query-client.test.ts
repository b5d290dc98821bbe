import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const client = createQueryClient();
const queryKey = ['list'];
/** What is asked and not answered yet. */
let asked: ((answer: string) => void)[];
let failing: ((error: Error) => void)[];

const observer = () =>
  new QueryObserver<string>(client, {
    queryKey,
    retry: false,
    queryFn: () =>
      new Promise((resolve, reject) => {
        asked.push(resolve);
        failing.push(reject);
      }),
  });
const data = () => client.getQueryData<string>(queryKey);
const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  asked = [];
  failing = [];
});
afterEach(() => {
  client.clear();
  vi.restoreAllMocks();
});

test('what is told of during the first answer is asked for after it, once', async () => {
  const close = observer().subscribe(() => {});
  const told = [client.invalidateQueries({ queryKey }), client.invalidateQueries({ queryKey })];
  await soon();
  expect(asked).toHaveLength(1);
  asked[0]!('before');
  await soon();
  expect(data()).toBe('before');
  expect(asked).toHaveLength(2);
  asked[1]!('after');
  await Promise.all(told);
  expect(data()).toBe('after');
  close();
});

test('whoever comes back to it later does not take the first answer for new either', async () => {
  observer().subscribe(() => {})();
  void client.invalidateQueries({ queryKey });
  asked[0]!('before');
  await soon();
  expect(asked).toHaveLength(1);
  const close = observer().subscribe(() => {});
  expect(asked).toHaveLength(2);
  close();
});

test('a first answer that does not come is not asked for by itself', async () => {
  const close = observer().subscribe(() => {});
  const told = client.invalidateQueries({ queryKey });
  failing[0]!(new Error('away'));
  await told;
  expect(asked).toHaveLength(1);
  close();
});

test('later answers are asked for anew at once', async () => {
  const close = observer().subscribe(() => {});
  asked[0]!('first');
  await soon();
  void client.invalidateQueries({ queryKey });
  void client.invalidateQueries({ queryKey });
  expect(asked).toHaveLength(3);
  asked[2]!('third');
  await soon();
  expect(asked).toHaveLength(3);
  expect(data()).toBe('third');
  close();
});
