import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type Job, startJobs } from './jobs.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => app.close());

test('a job that still runs is not begun again, and hears that the server ends', async () => {
  vi.useFakeTimers();
  const ends: (() => void)[] = [];
  const heard: boolean[] = [];
  const slow: Job = {
    name: 'slow',
    every_ms: 1000,
    run: async (_deps, signal) => {
      await new Promise<void>((resolve) => ends.push(resolve));
      heard.push(signal?.aborted ?? false);
    },
  };
  const stop = startJobs(app.deps, [slow]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ends).toHaveLength(1);
  ends[0]!();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ends).toHaveLength(2);
  const stopped = stop(() => {});
  ends[1]!();
  await stopped;
  expect(heard).toEqual([false, true]);
});
