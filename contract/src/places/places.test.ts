import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boxContains, distanceKm, earthRadiusKm, roundedForAsking } from './places.rules.ts';
import { positionSchema } from './places.ts';

const options = { seed: 20_260_701, numRuns: 3000 };
const position = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe('distanceKm', () => {
  test('is the same there and back, nothing to oneself, and never more than half round the earth', () => {
    fc.assert(
      fc.property(position, position, (one, other) => {
        const there = distanceKm(one, other);
        expect(there).toBeGreaterThanOrEqual(0);
        expect(there).toBeLessThanOrEqual(Math.PI * earthRadiusKm + 1e-6);
        expect(distanceKm(other, one)).toBeCloseTo(there, 9);
        expect(distanceKm(one, one)).toBe(0);
      }),
      options,
    );
  });

  test('is no longer directly than by way of a third place', () => {
    fc.assert(
      fc.property(position, position, position, (one, way, other) => {
        expect(distanceKm(one, other)).toBeLessThanOrEqual(
          distanceKm(one, way) + distanceKm(way, other) + 1e-3,
        );
      }),
      options,
    );
  });

  test.each([
    // A degree of latitude, and the same along the equator.
    [{ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 }, 111.1949],
    [{ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111.1949],
    [{ latitude: 90, longitude: 12 }, { latitude: 90, longitude: -77 }, 0],
    [{ latitude: -90, longitude: 0 }, { latitude: 90, longitude: 0 }, 20_015.0868],
    // San Francisco to Tokyo.
    [{ latitude: 37.7749, longitude: -122.4194 }, { latitude: 35.6762, longitude: 139.6503 }, 8270.6],
  ])('from %j to %j is %f km', (one, other, km) => {
    expect(Math.abs(distanceKm(one, other) - km)).toBeLessThan(Math.max(0.001, km * 0.0005));
  });
});

describe('boxContains', () => {
  test('holds both sides of the date line when the box crosses it', () => {
    const crossing = { west: 179, east: -179, south: -1, north: 1 };
    for (const longitude of [179, 179.5, 180, -180, -179.5, -179]) {
      expect(boxContains(crossing, { latitude: 0, longitude })).toBe(true);
    }
    for (const longitude of [178.9, -178.9, 0]) {
      expect(boxContains(crossing, { latitude: 0, longitude })).toBe(false);
    }
    expect(boxContains(crossing, { latitude: 1.01, longitude: 180 })).toBe(false);
  });

  test('a box and the one that goes the other way round hold everything between them', () => {
    fc.assert(
      fc.property(position, position, position, (one, other, place) => {
        const there = { west: one.longitude, east: other.longitude, south: -90, north: 90 };
        const back = { west: other.longitude, east: one.longitude, south: -90, north: 90 };
        expect(boxContains(there, place) || boxContains(back, place)).toBe(true);
      }),
      options,
    );
  });
});

describe('roundedForAsking', () => {
  test('has 3 decimals, is a position still, and moves by less than 80 m', () => {
    fc.assert(
      fc.property(position, (place) => {
        const rounded = roundedForAsking(place);
        expect(positionSchema.safeParse(rounded).success).toBe(true);
        expect(distanceKm(place, rounded)).toBeLessThan(0.08);
        for (const degrees of [rounded.latitude, rounded.longitude]) {
          expect(String(degrees)).toMatch(/^-?\d+(\.\d{1,3})?$/);
        }
      }),
      options,
    );
  });
});
