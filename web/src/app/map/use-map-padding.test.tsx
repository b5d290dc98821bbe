// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useMapPadding } from './use-map-padding.ts';

afterEach(() => vi.unstubAllGlobals());

/** A window of this height, below 768 pixels wide or not. */
function turn(height: number, isSmall = true) {
  vi.stubGlobal('innerHeight', height);
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('<') === isSmall }),
  );
}

test('when a phone is turned, the free part of the map follows the sheet', async () => {
  turn(640);
  const { result } = renderHook(() => useMapPadding('half', { withBar: false }));
  const before = result.current;
  expect(before.bottom).toBeCloseTo(0.46 * 640 + 60);
  turn(360);
  await act(async () => void window.dispatchEvent(new Event('resize')));
  expect(result.current.bottom).toBeCloseTo(0.46 * 360 + 60);
  expect(result.current.top + result.current.bottom).toBeLessThan(360);
});

test('beside a panel the height changes nothing', async () => {
  turn(900, false);
  const { result } = renderHook(() => useMapPadding('half', { withBar: false }));
  const before = result.current;
  turn(700, false);
  await act(async () => void window.dispatchEvent(new Event('resize')));
  expect(result.current).toBe(before);
});
