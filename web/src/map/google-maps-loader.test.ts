// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GoogleMapsApi } from '#map/google-maps-api.ts';
import { loadGoogleMaps, scriptAddress } from '#map/google-maps-loader.ts';

const api = {} as GoogleMapsApi;

function startLoading(failures: number) {
  const at: number[] = [];
  const start = performance.now();
  const abort = new AbortController();
  const loading = loadGoogleMaps({
    key: 'k',
    language: 'ja',
    signal: abort.signal,
    loadScript: async () => {
      at.push(Math.round(performance.now() - start));
      if (at.length <= failures) throw new Error('away');
      return api;
    },
  });
  loading.catch(() => {});
  return { at, loading, abort };
}

describe('loading Google Maps', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('MAP-033 needs no retry when all is well', async () => {
    const { at, loading } = startLoading(0);
    await expect(loading).resolves.toBe(api);
    expect(at).toEqual([0]);
  });

  it('MAP-033 MAP-034 retries three times, each after twice the wait', async () => {
    const { at, loading } = startLoading(3);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(loading).resolves.toBe(api);
    expect(at).toEqual([0, 500, 1_500, 3_500]);
  });

  it('MAP-033 gives up after the third retry', async () => {
    const { at, loading } = startLoading(9);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(loading).rejects.toThrow('away');
    expect(at).toHaveLength(4);
  });

  it('stops when the map is no longer wanted', async () => {
    const { at, loading, abort } = startLoading(9);
    await vi.advanceTimersByTimeAsync(600);
    abort.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(loading).rejects.toThrow();
    expect(at).toEqual([0, 500]);
  });
});

it('asks for the language of the reader', () => {
  const address = new URL(scriptAddress('the-key', 'zh'));
  expect(address.origin + address.pathname).toBe('https://maps.googleapis.com/maps/api/js');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ key: 'the-key', language: 'zh-CN' });
});
