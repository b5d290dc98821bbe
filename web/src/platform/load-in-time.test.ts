// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadInTime, PartNotLoaded } from '#platform/load-in-time.ts';
import { isNewVersionOut } from '#platform/new-version.ts';

describe('the code of a part', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('is given when it comes', async () => {
    await expect(loadInTime('Part', async () => ({ Part: 'part' }))).resolves.toBe('part');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails when it cannot be had twice', async () => {
    const lost = expect(loadInTime('Part', () => Promise.reject(new Error('gone')))).rejects.toBeInstanceOf(
      PartNotLoaded,
    );
    await vi.runOnlyPendingTimersAsync();
    await lost;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is asked for once more a moment after it was broken off', async () => {
    const load = vi.fn(async () => ({ Part: 'part' }));
    load.mockRejectedValueOnce(new TypeError('Importing a module script failed.'));
    const part = loadInTime('Part', load);
    await vi.advanceTimersByTimeAsync(299);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await expect(part).resolves.toBe('part');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('fails when it is not in what came', async () => {
    await expect(loadInTime<string, string>('Part', async () => ({}))).rejects.toBeInstanceOf(PartNotLoaded);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('OTHER-011 is given up on after 120 s', async () => {
    const states: string[] = [];
    loadInTime('Part', () => new Promise<never>(() => {})).then(
      () => states.push('loaded'),
      (error) => states.push(error.name),
    );
    await vi.advanceTimersByTimeAsync(119_999);
    expect(states).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(states).toEqual(['PartNotLoaded']);
  });
});

describe('a new version', () => {
  const page = (script: string) =>
    ['/assets/runtime-a.js', script]
      .map((source) => `<script type="module" crossorigin src="${source}"></script>`)
      .join('\n');
  afterEach(() => {
    vi.unstubAllGlobals();
    document.head.innerHTML = '';
  });

  it.each([
    ['/assets/index-a.js', false],
    ['/assets/index-b.js', true],
  ])('is out when the server gives %s: %s', async (given, isOut) => {
    document.head.innerHTML = page('/assets/index-a.js');
    vi.stubGlobal('fetch', async () => new Response(page(given)));
    await expect(isNewVersionOut()).resolves.toBe(isOut);
  });

  it('is not claimed when nobody answers', async () => {
    document.head.innerHTML = page('/assets/index-a.js');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(isNewVersionOut()).resolves.toBe(false);
  });
});
