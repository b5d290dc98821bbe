import type { Position } from '@dazi/contract/places/places';
import { distanceKm } from '@dazi/contract/places/places.rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fairPoint, farthestKm, roundedPoint } from './meeting-point.rules.ts';

const at = (latitude: number, longitude: number): Position => ({ latitude, longitude });
const farthest = (point: Position, positions: readonly Position[]) =>
  Math.max(...positions.map((position) => distanceKm(point, position)));
const near = (point: Position | null, expected: Position, within_km = 0.01) =>
  expect(distanceKm(point!, expected), JSON.stringify(point)).toBeLessThan(within_km);

describe('the fair point', () => {
  test('of nobody is none, of one where they are, of two half way', () => {
    expect(fairPoint([])).toBeNull();
    near(fairPoint([at(37.77, -122.45)]), at(37.77, -122.45));
    near(fairPoint([at(0, 10), at(0, 20)]), at(0, 15));
    near(fairPoint([at(5, 5), at(5, 5)]), at(5, 5));
  });

  test('is not pulled to where most are', () => {
    near(fairPoint([at(0, 10), at(0, 10.1), at(0, 10.2), at(0, 20)]), at(0, 15));
  });

  test('lies across the date line and on the poles as elsewhere', () => {
    near(fairPoint([at(0, 179), at(0, -179)]), at(0, 180));
    near(fairPoint([at(-17, 178), at(-17, -178), at(-16.9, 179.9)]), at(-17.0, 180), 20);
    near(fairPoint([at(80, 0), at(80, 120), at(80, -120)]), at(90, 0));
    near(fairPoint([at(-80, 0), at(-80, 180)]), at(-90, 0));
    near(fairPoint([at(90, 50), at(90, -130)]), at(90, 0));
  });

  test('of opposite ends of the earth is half way', () => {
    const ends = [at(0, 0), at(0, 180)];
    expect(farthest(fairPoint(ends)!, ends)).toBeCloseTo((6371 * Math.PI) / 2, 0);
    expect(fairPoint([at(90, 0), at(-90, 0)])).not.toBeNull();
  });

  test('is nearer to the farthest than any point beside it', () => {
    const place = fc.record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const around = fc.tuple(place, fc.double({ min: 0.01, max: 25, noNaN: true })).chain(([middle, reach]) =>
      fc.array(
        fc.record({
          latitude: fc
            .double({ min: -reach, max: reach, noNaN: true })
            .map((off) => Math.max(-90, Math.min(90, middle.latitude + off))),
          longitude: fc
            .double({ min: -reach, max: reach, noNaN: true })
            .map((off) => ((middle.longitude + off + 540) % 360) - 180),
        }),
        { minLength: 1, maxLength: 12 },
      ),
    );
    fc.assert(
      fc.property(around, (positions) => {
        const point = fairPoint(positions)!;
        const reach = farthest(point, positions);
        const step = Math.max(0.001, reach / 111 / 20);
        for (const [north, east] of [
          [1, 0],
          [-1, 0],
          [0, 1],
          [0, -1],
          [1, 1],
          [-1, -1],
        ] as const) {
          const latitude = point.latitude + north * step;
          if (Math.abs(latitude) > 90) continue;
          const beside = at(latitude, point.longitude + east * step);
          expect(farthest(beside, positions)).toBeGreaterThanOrEqual(reach - 0.01);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('takes a time that grows with their number alone', () => {
    let looks = 0;
    const counted = (count: number) => {
      looks = 0;
      const positions = Array.from({ length: count }, (_each, index) => {
        const position = at(40 + Math.sin(index * 12.9898) * 5, 10 + Math.sin(index * 78.233) * 5);
        return {
          get latitude() {
            looks++;
            return position.latitude;
          },
          longitude: position.longitude,
        };
      });
      const before = process.cpuUsage();
      fairPoint(positions);
      return process.cpuUsage(before).user;
    };
    counted(5000);
    expect(looks).toBe(5000);
    // A time that grew with the square would be 10 s, not some milliseconds.
    expect(counted(50_000) / 1000).toBeLessThan(1000);
  });
});

describe('what is told of it', () => {
  test('is rounded to about a kilometre', () => {
    expect(roundedPoint(at(37.76991, -122.44683))).toEqual(at(37.77, -122.45));
    expect(roundedPoint(at(0.001, -179.999))).toEqual(at(0, 180));
    expect(Object.is(roundedPoint(at(-0.001, -0.001)).latitude, 0)).toBe(true);
  });

  test('and how far the farthest is in whole kilometres', () => {
    expect(farthestKm(at(0, 0), [at(0, 0), at(0, 1)])).toBe(112);
    expect(farthestKm(at(0, 0), [at(0, 0)])).toBe(1);
  });
});
