import { expect, it } from 'vitest';
import { SPREAD_AT_MOST, spreadOffsets, stepAside } from '#map/spread.ts';

it('gives every pin of a spread room to be touched', () => {
  for (let count = 2; count <= SPREAD_AT_MOST; count += 1) {
    const offsets = spreadOffsets(count);
    expect(offsets).toHaveLength(count);
    for (const [index, one] of offsets.entries()) {
      for (const other of offsets.slice(index + 1)) {
        expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(44);
      }
    }
  }
});

it('steps aside just far enough', () => {
  expect(stepAside({ x: 80, y: 0 }, 50)).toEqual({ x: 0, y: 0 });
  expect(stepAside({ x: 20, y: 0 }, 50)).toEqual({ x: 30, y: 0 });
  const { x, y } = stepAside({ x: 0, y: 0 }, 50);
  expect(Math.hypot(x, y)).toBeCloseTo(50);
});
