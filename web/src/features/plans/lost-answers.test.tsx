// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking } from '#testing/draw.tsx';
import {
  useAnswerRequest,
  useConfirmPlan,
  useLeavePlan,
  useRemoveFromPlan,
  useTakeOverPlan,
} from './plan-people.api.ts';
import { useCallOffPlan, useRepeatPlan } from './plans.api.ts';

const wrapper = ({ children }: { children: ReactNode }) => (
  <Asking client={createQueryClient()}>{children}</Asking>
);

const going = { id: 'p1', state: 'open', mine: { standing: 'going', isHost: false, unsure: true } };
/** What the server says of the plan afterwards; null is that there is none for this reader. */
let now: object | null;
let lost: number;
beforeEach(() => {
  lost = 1;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET' && lost-- > 0) throw new TypeError('Failed to fetch');
    if (now) return Response.json({ success: true, data: now });
    return Response.json({ success: false, code: 'PLAN_NOT_FOUND', error: '' }, { status: 404 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function outcomeOf(useWork: () => { mutateAsync(given?: never): Promise<unknown> }, given?: object) {
  const { result } = renderHook(useWork, { wrapper });
  return act(() =>
    result.current.mutateAsync(given as never).then(
      () => 'done',
      () => 'failed',
    ),
  );
}

const mine = (changes: object) => ({ ...going, mine: { ...going.mine, ...changes } });
test.each([
  ['leaving', () => useLeavePlan('u1', 'p1'), mine({ standing: 'left' })],
  ['leaving one that only those in it see', () => useLeavePlan('u1', 'p1'), null],
  ['calling off', () => useCallOffPlan('u1', 'p1'), { ...going, state: 'called_off' }],
  ['taking over', () => useTakeOverPlan('u1', 'p1'), mine({ isHost: true })],
  ['still coming', () => useConfirmPlan('u1', 'p1'), mine({ unsure: false })],
])(
  '%s whose answer was lost is done where the plan says so, and failed where not',
  async (_what, useWork, done) => {
    now = done;
    expect(await outcomeOf(useWork as never)).toBe('done');
    lost = 1;
    now = going;
    expect(await outcomeOf(useWork as never)).toBe('failed');
  },
);

test('a plan that is repeated is asked for twice more by the same id', async () => {
  now = { ...going, id: 'p2' };
  const useWork = () => useRepeatPlan('u1', 'p1');
  expect(await outcomeOf(useWork as never)).toBe('done');
  lost = 3;
  expect(await outcomeOf(useWork as never)).toBe('failed');
});

test('of two tabs that repeat a plan the second has the plan that the first has made', async () => {
  const first = { ...going, id: 'p2' };
  let copiedToId: string | null = 'p2';
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET')
      return Response.json({ success: false, code: 'PLAN_REPEATED', error: '' }, { status: 409 });
    return Response.json({ success: true, data: url.includes('p2') ? first : { ...going, copiedToId } });
  });
  const { result } = renderHook(() => useRepeatPlan('u1', 'p1'), { wrapper });
  const repeat = () => act(() => result.current.mutateAsync({ clientId: 'once-again' }));
  expect(await repeat()).toMatchObject({ id: 'p2' });
  copiedToId = null;
  await expect(repeat()).rejects.toMatchObject({ code: 'PLAN_REPEATED' });
});

test.each([
  ['leaves', () => useLeavePlan('u1', 'p1'), 'NOT_IN_PLAN', mine({ standing: 'left' })],
  ['calls off', () => useCallOffPlan('u1', 'p1'), 'PLAN_OVER', { ...going, state: 'called_off' }],
])('whoever %s on two devices at once has done so on both', async (_what, useWork, code, done) => {
  let plan: object = done;
  vi.stubGlobal('fetch', async (_url: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET'
      ? Response.json({ success: true, data: plan })
      : Response.json({ success: false, code, error: '' }, { status: 409 }),
  );
  expect(await outcomeOf(useWork as never)).toBe('done');
  plan = mine({ standing: 'declined' });
  expect(await outcomeOf(useWork as never)).toBe('failed');
});

type Place = 'asked' | 'waiting' | 'going' | 'nowhere' | 'unknown';
test.each<[string, () => { mutateAsync(given: never): Promise<unknown> }, object, Place[]]>([
  ['letting in', () => useAnswerRequest('u1', 'p1'), { action: 'let_in' }, ['going', 'waiting']],
  ['saying no', () => useAnswerRequest('u1', 'p1'), { action: 'decline' }, ['nowhere']],
  ['removing', () => useRemoveFromPlan('u1', 'p1'), { reason: 'other' }, ['nowhere']],
])('%s whose answer was lost is done where the person stands so now', async (what, useWork, given, done) => {
  let place: Place;
  let isAnswered = false;
  const guest = { person: { id: 'u2' } };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    if (method !== 'GET' && isAnswered)
      return Response.json({ success: false, code: 'REQUEST_ANSWERED', error: '' }, { status: 409 });
    if (method !== 'GET' || place === 'unknown') throw new TypeError('Failed to fetch');
    return Response.json({ success: true, data: url.includes(`standing=${place}`) ? [guest] : [] });
  });
  for (place of ['asked', 'waiting', 'going', 'nowhere', 'unknown'] as const) {
    const outcome = await outcomeOf(useWork as never, { personId: 'u2', ...given });
    expect([place, outcome]).toEqual([place, done.includes(place) ? 'done' : 'failed']);
  }
  if (what === 'removing') return;
  // So it is where another device of theirs was faster.
  isAnswered = true;
  for (place of ['waiting', 'nowhere'] as const) {
    const outcome = await outcomeOf(useWork as never, { personId: 'u2', ...given });
    expect([place, outcome]).toEqual([place, done.includes(place) ? 'done' : 'failed']);
  }
});
