// @vitest-environment happy-dom
import type { Plan } from '@dazi/contract/plans/plans';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { planKeys, refreshPlan } from './plans.api.ts';

/** What a page of somebody asks again who looks at a plan, and hosts it no longer or still. */
async function askedBy(mine: { isHost: boolean }): Promise<string[]> {
  const client = new QueryClient();
  const asked: string[] = [];
  const watch = (queryKey: readonly string[], was: unknown, answer: unknown) => {
    client.setQueryData(queryKey, was);
    const queryFn = () => {
      asked.push(queryKey.slice(1, 4).join(' '));
      return answer;
    };
    return new QueryObserver(client, { queryKey, queryFn, staleTime: Infinity }).subscribe(() => {});
  };
  const plan = (isHost: boolean) => ({ id: 'one', mine: { isHost } }) as Plan;
  const ends = [
    watch([...planKeys.one('one'), 'ann'], plan(true), plan(mine.isHost)),
    watch([...planKeys.people('one'), 'asked', 'ann'], [], []),
    watch([...planKeys.people('one'), 'going', 'ann'], [], []),
  ];
  await refreshPlan(client, 'one');
  for (const end of ends) end();
  client.clear();
  return asked;
}

test('who asks to join is asked for by the host alone, and by nobody who has just left', async () => {
  expect(await askedBy({ isHost: true })).toEqual(['one one ann', 'people one asked', 'people one going']);
  expect(await askedBy({ isHost: false })).toEqual(['one one ann', 'people one going']);
});
