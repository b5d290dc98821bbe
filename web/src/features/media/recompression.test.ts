import { describe, expect, test } from 'vitest';
import {
  defaultRecompression,
  desktopRecompression,
  fittedSize,
  mobileRecompression,
  qualities,
  smallEnough,
} from './recompression.ts';

describe('limits', () => {
  test('are those of the product (MEDIA-028, MEDIA-029, MEDIA-030)', () => {
    expect(defaultRecompression).toEqual({
      width_px: 400,
      height_px: 400,
      quality: 0.8,
      size_bytes: 204_800,
    });
    expect(desktopRecompression).toEqual({
      width_px: 1200,
      height_px: 1200,
      quality: 0.85,
      size_bytes: 819_200,
    });
    expect(mobileRecompression).toEqual({
      width_px: 1000,
      height_px: 1000,
      quality: 0.8,
      size_bytes: 614_400,
    });
  });

  test('fit the longer edge and never enlarge', () => {
    expect(fittedSize(4000, 3000, desktopRecompression)).toEqual({ width: 1200, height: 900 });
    expect(fittedSize(900, 3000, desktopRecompression)).toEqual({ width: 360, height: 1200 });
    expect(fittedSize(30, 20, desktopRecompression)).toEqual({ width: 30, height: 20 });
  });
});

describe('quality', () => {
  test('falls in steps of 0.1 to a floor of 0.1 (MEDIA-032, MEDIA-033)', () => {
    expect(qualities(0.85)).toEqual([0.85, 0.75, 0.65, 0.55, 0.45, 0.35, 0.25, 0.15, 0.1]);
    expect(qualities(0.8).at(-1)).toBe(0.1);
  });

  test('stops where the size fits', async () => {
    const tried: number[] = [];
    const encode = async (quality: number) => {
      tried.push(quality);
      return new Blob([new Uint8Array(quality * 1_000_000)]);
    };
    const blob = await smallEnough(encode, mobileRecompression);
    expect(blob.size).toBeLessThanOrEqual(614_400);
    expect(tried).toEqual([0.8, 0.7, 0.6]);
  });

  test('gives the smallest result when nothing fits (MEDIA-035)', async () => {
    const sizes = [900_000, 700_000, 800_000, 750_000, 720_000, 710_000, 705_000, 703_000, 702_000];
    const encode = async () => new Blob([new Uint8Array(sizes.shift() ?? 710_000)]);
    expect((await smallEnough(encode, mobileRecompression)).size).toBe(700_000);
  });
});
