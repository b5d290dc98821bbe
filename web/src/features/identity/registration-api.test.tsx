// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawHook } from '#testing/draw.tsx';
import { useMakeInvitation } from './registration.api.ts';

let asked: { clientId?: string }[];
let lost: number;
beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    asked.push(JSON.parse(body));
    if (lost-- > 0) throw new TypeError('Failed to fetch');
    return Response.json({ success: true, data: { id: `made ${asked.length}` } });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('an invitation whose answer was lost is asked for once more, and is no other one', async () => {
  const { result } = await drawHook(() => useMakeInvitation('mika'));
  const make = () => act(async () => result.current.mutateAsync().catch(() => {}));
  lost = 4;
  const first = make();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  await first;
  const second = make();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  await second;
  expect(asked).toHaveLength(5);
  expect(new Set(asked.map(({ clientId }) => clientId)).size).toBe(1);
  expect(asked[0]!.clientId).toEqual(expect.any(String));
  await make();
  expect(asked[5]!.clientId).not.toBe(asked[0]!.clientId);
});
