// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { drawHook } from '#testing/draw.tsx';
import type { QueuedFile } from './file-queue.ts';

const { sendFiles, waiting, status } = vi.hoisted(() => ({
  sendFiles: vi.fn(),
  waiting: { files: [] as unknown[] },
  status: { now: 'error' },
}));
vi.mock('#ui/toast-store.ts', () => ({ showToast: () => {} }));
vi.mock('#platform/stream.ts', async (original) => ({
  ...(await original<object>()),
  useStreamStatus: () => status.now,
}));
vi.mock('./file-queue.ts', async (original) => ({
  ...(await original<object>()),
  prepared: () => Promise.resolve(),
  filesOf: () => waiting.files,
  sendFiles,
}));
const { useFileSending } = await import('./use-file-sending.ts');
const { waitsForNetwork } = await import('./file-queue.ts');

const lost = { id: 'f1', state: 'failed', failure: { kind: 'network' } } as QueuedFile;
const tries = () => sendFiles.mock.calls.map((call) => call[5]);

beforeEach(() => {
  sendFiles.mockReset();
  sendFiles.mockResolvedValue({ sent: 1, failed: [] });
  waiting.files = [lost];
  status.now = 'error';
});

test('files that wait go when the server answers again, whatever the device says of its network', async () => {
  const { rerender } = await drawHook(() => useFileSending('c1', 'mika', null));
  expect(tries()).toEqual([]);
  status.now = 'connected';
  await act(async () => rerender());
  expect(tries()).toEqual([{ which: waitsForNetwork }]);
});

test('they go when their conversation is opened again', async () => {
  status.now = 'connected';
  await drawHook(() => useFileSending('c1', 'mika', null));
  expect(tries()).toEqual([{ which: waitsForNetwork }]);
});

test('where none waits nothing is done', async () => {
  waiting.files = [];
  status.now = 'connected';
  await drawHook(() => useFileSending('c1', 'mika', null));
  await act(async () => window.dispatchEvent(new Event('online')));
  expect(tries()).toEqual([]);
});
