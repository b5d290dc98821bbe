// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useLateCode } from './use-late-code.ts';

describe('code that the page goes on without', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  const part = { is: 'there' };
  const broken = () => Promise.reject(new TypeError('Importing a module script failed.'));
  /** Fails both times that one attempt asks. */
  const failingAtFirst = () => {
    const load = vi.fn(async () => ({ part }));
    load.mockImplementationOnce(broken).mockImplementationOnce(broken);
    return load;
  };
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('comes, and is asked for only where it is wanted', async () => {
    const load = vi.fn(async () => ({ part }));
    const { result, rerender } = renderHook(({ isWanted }) => useLateCode('part', load, isWanted), {
      initialProps: { isWanted: false },
    });
    await pass(1000);
    expect(load).not.toHaveBeenCalled();
    rerender({ isWanted: true });
    await pass(0);
    expect(result.current).toBe(part);
    await pass(600_000);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('is asked for again when the network is back', async () => {
    const load = failingAtFirst();
    const { result } = renderHook(() => useLateCode('part', load));
    await pass(5000);
    expect(result.current).toBeNull();
    expect(load).toHaveBeenCalledTimes(2);
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(result.current).toBe(part);
  });

  it('is asked for again after a minute, and no more once it is left', async () => {
    const load = failingAtFirst();
    const { result, unmount } = renderHook(() => useLateCode('part', load));
    await pass(400);
    await pass(59_000);
    expect(result.current).toBeNull();
    await pass(2000);
    expect(result.current).toBe(part);
    unmount();
    const left = failingAtFirst();
    renderHook(() => useLateCode('part', left)).unmount();
    await pass(600_000);
    expect(left.mock.calls.length).toBeLessThanOrEqual(2);
    expect(vi.getTimerCount()).toBe(0);
  });
});
