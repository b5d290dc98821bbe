import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { refreshPeople } from './blocks.api.ts';

it('asks again for what is shown of people and forgets what is only remembered', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const ask = vi.fn(async () => 'posts without theirs');
  client.setQueryData(['posts'], 'posts');
  const shown = new QueryObserver(client, { queryKey: ['posts'], queryFn: ask });
  const seen: unknown[] = [];
  const unsubscribe = shown.subscribe(({ data }) => seen.push(data));
  client.setQueryData(['people', 'nearby'], 'somebody');
  client.setQueryData(['conversations', 'log', 'c1'], 'what is held');
  client.setQueryData(['session'], 'me');
  await refreshPeople(client);
  expect(ask).toHaveBeenCalledTimes(1);
  // Never empty in between.
  expect(new Set(seen)).toEqual(new Set(['posts', 'posts without theirs']));
  expect(client.getQueryData(['people', 'nearby'])).toBeUndefined();
  expect(client.getQueryData(['conversations', 'log', 'c1'])).toBe('what is held');
  expect(client.getQueryData(['session'])).toBe('me');
  unsubscribe();
});
