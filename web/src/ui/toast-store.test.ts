import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ToastStore } from '#ui/toast-store.ts';

describe('toasts', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const phases = (store: ToastStore) => store.snapshot().map(({ phase }) => phase);

  it('are hidden, shown after 10 ms, close after 5 s and are gone 300 ms later', () => {
    const store = new ToastStore();
    store.show({ type: 'info', message: 'hello' });
    expect(phases(store)).toEqual(['hidden']);
    vi.advanceTimersByTime(10);
    expect(phases(store)).toEqual(['shown']);
    vi.advanceTimersByTime(4999);
    expect(phases(store)).toEqual(['shown']);
    vi.advanceTimersByTime(1);
    expect(phases(store)).toEqual(['closing']);
    vi.advanceTimersByTime(300);
    expect(phases(store)).toEqual([]);
  });

  it('are seen, too, when the same is said twice at once', () => {
    const store = new ToastStore();
    store.show({ type: 'error', message: 'no network' });
    store.show({ type: 'error', message: 'no network' });
    vi.advanceTimersByTime(10);
    expect(phases(store)).toEqual(['shown']);
    vi.advanceTimersByTime(4999);
    expect(phases(store)).toEqual(['shown']);
    vi.advanceTimersByTime(1);
    expect(phases(store)).toEqual(['closing']);
  });

  it('wait while somebody reads them', () => {
    const store = new ToastStore();
    const id = store.show({ type: 'error', title: 'no' });
    vi.advanceTimersByTime(1000);
    store.hold(id);
    vi.advanceTimersByTime(60_000);
    expect(phases(store)).toEqual(['shown']);
    store.release(id);
    vi.advanceTimersByTime(4999);
    expect(phases(store)).toEqual(['shown']);
    vi.advanceTimersByTime(1);
    expect(phases(store)).toEqual(['closing']);
  });

  it('stay for their time after a page that stood still', () => {
    const store = new ToastStore();
    store.show({ type: 'info', message: 'hello' });
    vi.advanceTimersByTime(10);
    // Nothing was drawn meanwhile, and what was due comes when it goes on.
    vi.setSystemTime(Date.now() + 20_000);
    vi.advanceTimersToNextTimer();
    expect(phases(store)).toEqual(['shown']);
    vi.advanceTimersByTime(4500);
    expect(phases(store)).toEqual(['shown']);
    vi.advanceTimersByTime(500);
    expect(phases(store)).toEqual(['closing']);
  });

  it('stack with the newest last, and say the same thing once', () => {
    const store = new ToastStore();
    const first = store.show({ type: 'info', message: 'a' });
    store.show({ type: 'info', message: 'b' });
    expect(store.show({ type: 'info', message: 'a' })).toBe(first);
    expect(store.snapshot().map(({ message }) => message)).toEqual(['a', 'b']);
  });

  it('offer what was meant last when the same thing is said again', () => {
    const store = new ToastStore();
    const undone: string[] = [];
    for (const one of ['first', 'second']) {
      store.show({
        type: 'success',
        message: 'done',
        action: { label: 'Undo', run: () => undone.push(one) },
      });
    }
    for (const { action } of store.snapshot()) action?.run();
    expect(undone).toEqual(['second']);
  });
});
