// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useCloseRequests } from './close-requests.ts';

/** As the browser does it: a watcher is asked once, and the latest of them first. */
class FakeWatcher {
  static all: FakeWatcher[] = [];
  onclose: (() => void) | null = null;

  constructor() {
    FakeWatcher.all.push(this);
  }

  destroy() {
    FakeWatcher.all = FakeWatcher.all.filter((one) => one !== this);
  }
}

const goBack = () =>
  act(async () => {
    const latest = FakeWatcher.all.at(-1);
    latest?.destroy();
    latest?.onclose?.();
  });

beforeEach(() => {
  FakeWatcher.all = [];
  globalThis.CloseWatcher = FakeWatcher;
});
afterEach(() => {
  globalThis.CloseWatcher = undefined;
});

test('what is open is closed by what the device has for it, and listens no longer than that', () => {
  const close = vi.fn();
  const { rerender, unmount } = renderHook(({ open }) => useCloseRequests(open, close), {
    initialProps: { open: false },
  });
  expect(FakeWatcher.all).toHaveLength(0);
  rerender({ open: true });
  rerender({ open: true });
  expect(FakeWatcher.all).toHaveLength(1);
  rerender({ open: false });
  expect(FakeWatcher.all).toHaveLength(0);
  rerender({ open: true });
  unmount();
  expect(FakeWatcher.all).toHaveLength(0);
  expect(close).not.toHaveBeenCalled();
});

test('what stays open hears of it again once somebody has touched anything', async () => {
  const close = vi.fn();
  const { unmount } = renderHook(() => useCloseRequests(true, close));
  await goBack();
  await goBack();
  expect(close).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('pointerdown'));
  dispatchEvent(new Event('pointerdown'));
  expect(FakeWatcher.all).toHaveLength(1);
  await goBack();
  expect(close).toHaveBeenCalledTimes(2);
  unmount();
  dispatchEvent(new Event('pointerdown'));
  expect(FakeWatcher.all).toHaveLength(0);
});
