// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MapProvider } from './map-provider.ts';
import { MapStage } from './map-stage.ts';
import { onceStill } from './reveal.ts';

const overlayRoot = document.createElement('div');
let isMoving: boolean;
const stage = new MapStage({ overlayRoot, isMoving: () => isMoving } as unknown as MapProvider);

beforeEach(() => {
  vi.useFakeTimers();
  isMoving = true;
});
afterEach(() => vi.useRealTimers());

test('acts once, when the map has come to rest', () => {
  const act = vi.fn();
  onceStill(stage, act);
  vi.advanceTimersByTime(500);
  expect(act).not.toHaveBeenCalled();
  isMoving = false;
  vi.advanceTimersByTime(500);
  expect(act).toHaveBeenCalledOnce();
});

test('leaves the map to whoever takes hold of it, and what is gone alone', () => {
  const act = vi.fn();
  onceStill(stage, act);
  overlayRoot.dispatchEvent(new Event('pointerdown'));
  const leave = onceStill(stage, act);
  leave();
  isMoving = false;
  vi.advanceTimersByTime(500);
  expect(act).not.toHaveBeenCalled();
});
