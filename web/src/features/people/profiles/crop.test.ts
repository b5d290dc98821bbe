import { describe, expect, it } from 'vitest';
import { cutOut, heldCrop, wholePicture, zoomed } from './crop.ts';

const wide = { width: 800, height: 400 };

describe('a crop', () => {
  it('begins in the middle, with the shorter edge in full', () => {
    expect(cutOut(wide, wholePicture)).toEqual({ x: 200, y: 0, edge: 400 });
    expect(cutOut({ width: 300, height: 900 }, wholePicture)).toEqual({ x: 0, y: 300, edge: 300 });
  });

  it('never shows what is beside the picture', () => {
    for (const [x, y] of [
      [9, 9],
      [-9, -9],
    ] as const) {
      const { x: left, y: top, edge } = cutOut(wide, { zoom: 2, x, y });
      expect(left).toBeGreaterThanOrEqual(0);
      expect(top).toBeGreaterThanOrEqual(0);
      expect(left + edge).toBeLessThanOrEqual(800);
      expect(top + edge).toBeLessThanOrEqual(400);
    }
    expect(heldCrop(wide, { zoom: 1, x: 3, y: 1 })).toEqual({ zoom: 1, x: 0.5, y: 0 });
  });

  it('follows the finger: a window width to the right shows what is to the left', () => {
    expect(cutOut(wide, { zoom: 1, x: 0.25, y: 0 })).toEqual({ x: 100, y: 0, edge: 400 });
  });

  it('zooms about the middle, from 1 to 4', () => {
    const before = cutOut(wide, { zoom: 2, x: 0.3, y: 0.2 });
    const after = cutOut(wide, zoomed(wide, { zoom: 2, x: 0.3, y: 0.2 }, 3));
    expect(after.x + after.edge / 2).toBeCloseTo(before.x + before.edge / 2, 9);
    expect(after.y + after.edge / 2).toBeCloseTo(before.y + before.edge / 2, 9);
    expect(zoomed(wide, wholePicture, 99).zoom).toBe(4);
    expect(zoomed(wide, wholePicture, 0).zoom).toBe(1);
  });
});
