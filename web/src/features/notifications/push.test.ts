// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPush, wantsPush } from './push.ts';

const made = { unsubscribe: vi.fn(async () => true), toJSON: () => ({ endpoint: 'https://push.example/1' }) };
let answer: (subscription: typeof made) => void = () => {};
const asked: string[] = [];

describe('turning pushes on', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    asked.length = 0;
    made.unsubscribe.mockClear();
    const pushManager = {
      getSubscription: async () => null,
      subscribe: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    };
    vi.stubGlobal('navigator', {
      serviceWorker: { register: async () => {}, ready: Promise.resolve({ pushManager }) },
    });
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(String(url));
      return Response.json({ success: true, data: { publicKey: 'AAAA' } });
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  it('is given up when the push service does not answer in time, and what comes later is taken back', async () => {
    const starting = startPush('aiko', 'en');
    const failed = expect(starting).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(15_000);
    await failed;
    answer(made);
    await vi.advanceTimersByTimeAsync(0);
    expect(made.unsubscribe).toHaveBeenCalledOnce();
    expect([wantsPush('aiko'), asked.length]).toEqual([false, 1]);
  });

  it('is done when the server knows it', async () => {
    const starting = startPush('aiko', 'en');
    await vi.advanceTimersByTimeAsync(14_000);
    answer(made);
    await starting;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(made.unsubscribe).not.toHaveBeenCalled();
    expect([wantsPush('aiko'), asked.length]).toEqual([true, 2]);
  });
});
