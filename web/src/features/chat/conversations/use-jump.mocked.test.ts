// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#platform/api.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { drawHook } from '#testing/draw.tsx';
import { logIn } from './conversations.api.ts';
import { privateConversation, saidBy, theo } from './replica/private-samples.ts';
import { replicaOf } from './replica/replica-store.ts';

const { call, showToast } = vi.hoisted(() => ({ call: vi.fn(), showToast: vi.fn() }));
vi.mock('#platform/api.ts', async (original) => ({ ...(await original<object>()), call }));
vi.mock('#ui/toast-store.ts', () => ({ showToast }));
const { useJump } = await import('./use-jump.ts');

const onFound = vi.fn();
beforeEach(() => {
  for (const mock of [call, showToast, onFound]) mock.mockReset();
});

/** Somebody wants to see message 3 of a log of which the 40th is here. */
async function jump() {
  const client = createQueryClient();
  const { asked, dispatch } = replicaOf(client).ask();
  const conversation = privateConversation('c1', { lastSequence: 40 });
  const page = { messages: [saidBy(40, theo)], hasOlder: true, hiddenUpTo: 0, lastSequence: 40, change: 0 };
  dispatch({ kind: 'conversation answered', conversation, page, asked });
  const wanted = { sequence: 3 };
  const drawn = await drawHook(() => useJump('c1', wanted, onFound, []), client);
  return { ...drawn, held: () => logIn(client, 'c1')?.messages.map(({ sequence }) => sequence) };
}
const said = () => showToast.mock.calls.map(([{ message }]) => message);

test('without an answer nobody is told that the message is not there any more', async () => {
  call.mockRejectedValue(new ApiError('NETWORK', 'Network error'));
  await jump();
  expect(said()).toEqual(['Older messages could not be loaded.']);
});

test('what the server does not show is not there any more, and where one was is stayed', async () => {
  call.mockResolvedValue({
    ...{ data: [saidBy(5, theo)], lastSequence: 40, change: 0, hasOlder: false, hasNewer: true },
    hiddenUpTo: 0,
  });
  const { held } = await jump();
  expect(said()).toEqual(['This message is not there any more.']);
  expect([held(), onFound.mock.calls]).toEqual([[40], [[]]]);
});

test('whoever has gone elsewhere meanwhile is told nothing', async () => {
  let fail = (_error: unknown) => {};
  call.mockReturnValue(new Promise((_resolve, reject) => (fail = reject)));
  const { unmount } = await jump();
  unmount();
  await act(async () => fail(new ApiError('NETWORK', 'Network error')));
  expect(said()).toEqual([]);
});
