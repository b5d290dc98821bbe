// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/query-client.ts';

const { logFailure, showToast } = vi.hoisted(() => ({ logFailure: vi.fn(), showToast: vi.fn() }));
vi.mock('#platform/failures.ts', async (original) => ({ ...(await original<object>()), logFailure }));
vi.mock('#ui/toast-store.ts', () => ({ showToast }));
vi.mock('./file-queue.ts', async (original) => ({
  ...(await original<object>()),
  prepared: () => Promise.resolve(),
  sendFiles: () => Promise.reject(new Error('no room left')),
}));
const { useFileSending } = await import('./use-file-sending.ts');

test('a failure of the whole process is known as such and said (COMP-068)', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  let send = async () => true;
  function Probe() {
    ({ send } = useFileSending('c1', 'mika', null));
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <QueryClientProvider client={createQueryClient()}>
        <Probe />
      </QueryClientProvider>,
    ),
  );
  await act(async () => send());
  expect(logFailure.mock.calls.map(([error]) => (error as Error).message)).toEqual(['Upload process failed']);
  expect(showToast).toHaveBeenCalledWith({ type: 'error', message: expect.any(String) });
  await act(async () => root.unmount());
});
