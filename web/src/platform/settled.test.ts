import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenSettled } from './settled.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act, 1));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('what can wait is done once nothing is asked for any more', () => {
  let isAsking = true;
  const act = vi.fn();
  whenSettled(() => isAsking, act);
  vi.advanceTimersByTime(5000);
  expect(act).not.toHaveBeenCalled();
  isAsking = false;
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledOnce();
});

test('it is called off at whatever point', () => {
  for (const after_ms of [0, 300, 400]) {
    const act = vi.fn();
    const callOff = whenSettled(() => false, act);
    vi.advanceTimersByTime(after_ms);
    callOff();
    vi.advanceTimersByTime(5000);
    expect(act).not.toHaveBeenCalled();
  }
});
