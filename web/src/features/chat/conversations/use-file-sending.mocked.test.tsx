// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { drawHook } from '#testing/draw.tsx';

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
  const { result } = await drawHook(() => useFileSending('c1', 'mika', null));
  await act(async () => result.current.send());
  expect(logFailure.mock.calls.map(([error]) => (error as Error).message)).toEqual(['Upload process failed']);
  expect(showToast).toHaveBeenCalledWith({ type: 'error', message: expect.any(String) });
});
