import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { keepAnswer } from './keep-answer.ts';

const queryKey = ['settings'];
const client = new QueryClient();
afterEach(() => client.clear());

/** Whoever looks at the settings, with each answer of the server that comes when it is told to. */
function watched() {
  const answers: ((value: string) => void)[] = [];
  const observer = new QueryObserver<string>(client, {
    queryKey,
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
    retry: false,
  });
  const seen: (string | undefined)[] = [];
  const end = observer.subscribe(({ data }) => {
    if (data !== seen.at(-1)) seen.push(data);
  });
  const answer = async (value: string) => {
    answers.shift()?.(value);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { observer, seen, answer, end };
}

test('what was asked before a change and comes after it is not shown', async () => {
  const { observer, seen, answer, end } = watched();
  await answer('before');
  const asking = observer.refetch();
  keepAnswer<string>(client, queryKey, 'changed');
  await answer('before');
  await asking;
  expect(client.getQueryData(queryKey)).toBe('changed');
  expect(client.getQueryState(queryKey)).toMatchObject({ status: 'success', fetchStatus: 'idle' });
  expect(seen.filter(Boolean)).toEqual(['before', 'changed']);
  end();
});

test('also where nothing was known before, and what is asked afterwards is shown', async () => {
  const { observer, answer, end } = watched();
  keepAnswer<string>(client, queryKey, 'changed');
  await answer('before');
  expect(client.getQueryData(queryKey)).toBe('changed');
  const asking = observer.refetch();
  await answer('later');
  await asking;
  expect(client.getQueryData(queryKey)).toBe('later');
  end();
});
