import type { Position } from '@dazi/contract/places/places';
import { boxContains, distanceKm } from '@dazi/contract/places/places.rules';
import { snap } from '@dazi/contract/places/snapped-cells.rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  appliedDisplay,
  approximatePositions,
  cellsInReach,
  destination,
  exactPosition,
} from './places.rules.ts';

const secret = 'a secret that nobody outside knows';
const seed = 20_260_701;
const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const anywhere = fc.record({ latitude, longitude });
const userId = fc.uuid();

const shown = (user: string, position: Position, key = secret) =>
  approximatePositions(key, user, position)[0]!;

/** How far one can go from a position in steps of latitude or longitude without leaving its cell. */
function edge(from: Position, along: keyof Position, sign: 1 | -1): number {
  const { name } = snap(from);
  const at = (offset: number) => snap({ ...from, [along]: from[along] + sign * offset }).name === name;
  let inside = 0;
  let outside = along === 'latitude' ? Math.min(0.02, 90 - Math.abs(from.latitude)) : 180;
  // Columns near the poles are wide in degrees: find the first step outside before halving.
  if (along === 'longitude') for (outside = 0.001; outside < 180 && at(outside); ) outside *= 1.5;
  for (let step = 0; step < 40; step++) {
    const middle = (inside + outside) / 2;
    if (at(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

describe('the displayed position (decision P)', () => {
  test('is the same for a person at a place, and for all positions of one cell', () => {
    fc.assert(
      fc.property(
        userId,
        anywhere,
        fc.double({ min: -0.01, max: 0.01, noNaN: true }),
        (user, place, step) => {
          const near = {
            latitude: Math.max(-90, Math.min(90, place.latitude + step)),
            longitude: place.longitude,
          };
          expect(shown(user, place)).toEqual(shown(user, { ...place }));
          if (snap(near).name === snap(place).name) expect(shown(user, near)).toEqual(shown(user, place));
          expect(shown(user, snap(place).centre)).toEqual(shown(user, place));
        },
      ),
      { seed, numRuns: 2000 },
    );
  });

  test('lies 1 to 2 km from the centre of the cell, give or take a metre', () => {
    fc.assert(
      fc.property(userId, anywhere, (user, place) => {
        const away = distanceKm(shown(user, place), snap(place).centre);
        expect(away).toBeGreaterThan(0.999);
        expect(away).toBeLessThan(2.001);
      }),
      { seed, numRuns: 5000 },
    );
  });

  test('uses the whole ring: every distance and direction comes up', () => {
    const { centre } = snap({ latitude: 37.77, longitude: -122.45 });
    const sectors = new Map<string, number>();
    for (let person = 0; person < 3200; person++) {
      const position = shown(`person-${person}`, centre);
      const ring = Math.floor((distanceKm(centre, position) - 1) * 4);
      const east = (position.longitude - centre.longitude) * Math.cos((centre.latitude * Math.PI) / 180);
      const sector = Math.floor(
        ((Math.atan2(position.latitude - centre.latitude, east) + Math.PI) / Math.PI) * 4,
      );
      const key = `${Math.min(3, ring)} ${Math.min(7, sector)}`;
      sectors.set(key, (sectors.get(key) ?? 0) + 1);
    }
    expect(sectors.size).toBe(32);
    // 100 are expected in each; five standard deviations either way.
    for (const count of sectors.values()) expect(Math.abs(count - 100)).toBeLessThan(50);
  });

  test('differs between people, between secrets and between neighbouring cells', () => {
    fc.assert(
      fc.property(userId, userId, anywhere, (one, other, place) => {
        fc.pre(one !== other);
        expect(shown(one, place)).not.toEqual(shown(other, place));
        expect(shown(one, place)).not.toEqual(shown(one, place, `${secret}!`));
      }),
      { seed, numRuns: 1000 },
    );
    const here = snap({ latitude: 35.68, longitude: 139.69 }).centre;
    const east = { ...here, longitude: here.longitude + 360 / 2 ** 15 };
    const shift = (place: Position) => {
      const position = shown('one', place);
      return [position.latitude - place.latitude, position.longitude - place.longitude].map((part) =>
        part.toFixed(5),
      );
    };
    expect(shift(east)).not.toEqual(shift(here));
  });

  test('stays a valid position at the poles and at the date line', () => {
    for (const place of [
      { latitude: 90, longitude: 0 },
      { latitude: -90, longitude: 180 },
      { latitude: 89.9999, longitude: -180 },
      { latitude: 0, longitude: 180 },
      { latitude: 60, longitude: -180 },
    ]) {
      for (let person = 0; person < 200; person++) {
        const position = shown(`person-${person}`, place);
        expect(boxContains({ west: -180, east: 180, south: -90, north: 90 }, position)).toBe(true);
        expect(distanceKm(position, place)).toBeLessThan(3);
      }
    }
    // One meridian, two names.
    expect(shown('ann', { latitude: 60, longitude: 180 })).toEqual(
      shown('ann', { latitude: 60, longitude: -180 }),
    );
  });

  test('may be that of every cell within 0.75 km north, south, east and west, and of no other', () => {
    fc.assert(
      fc.property(
        fc.record({ latitude: fc.double({ min: -84, max: 84, noNaN: true }), longitude }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (place, north, east) => {
          const stepKm = 0.749;
          const aside = stepKm / (111.195 * Math.cos((place.latitude * Math.PI) / 180));
          const inReach = {
            latitude: place.latitude + (north * stepKm) / 111.195,
            longitude: place.longitude + east * aside,
          };
          const cells = cellsInReach(place);
          expect(cells[0]).toEqual(snap(place));
          expect(cells.map(({ name }) => name)).toContain(snap(inReach).name);
          expect(new Set(cells.map(({ name }) => name)).size).toBe(cells.length);
          expect(cells.length).toBeLessThanOrEqual(9);
          for (const { centre } of cells) expect(distanceKm(place, centre)).toBeLessThan(2.1);
          const names = cellsInReach(inReach).map(({ name }) => name);
          expect(names).toContain(snap(place).name);
        },
      ),
      { seed, numRuns: 3000 },
    );
  });

  test('exact is an explicit choice and has 4 decimals', () => {
    expect(exactPosition({ latitude: 37.77493, longitude: -122.41942 })).toEqual({
      latitude: 37.7749,
      longitude: -122.4194,
    });
    fc.assert(
      fc.property(anywhere, (place) => {
        const position = exactPosition(place);
        expect(String(position.latitude)).toMatch(/^-?\d+(\.\d{1,4})?(e-\d+)?$/);
        expect(distanceKm(position, place)).toBeLessThan(0.009);
      }),
      { seed },
    );
  });

  test.each([
    ['exact', 'exact', 'exact'],
    ['exact', 'approximate', 'approximate'],
    ['approximate', 'exact', 'approximate'],
    ['approximate', 'approximate', 'approximate'],
    [undefined, 'exact', 'approximate'],
    ['exact', undefined, 'approximate'],
    [undefined, undefined, 'approximate'],
  ] as const)('asked %s, profile %s: %s', (asked, profile, applied) => {
    expect(appliedDisplay(asked, profile)).toBe(applied);
  });
});

describe('the cells', () => {
  const sizeAt = (place: Position) => {
    const { centre } = snap(place);
    const south = centre.latitude - edge(centre, 'latitude', -1);
    const north = centre.latitude + edge(centre, 'latitude', 1);
    const width = (at: number) => {
      const from = { latitude: at, longitude: centre.longitude };
      const west = edge(from, 'longitude', -1);
      const east = edge(from, 'longitude', 1);
      const cosine = Math.cos((at * Math.PI) / 180);
      return ((west + east) * Math.PI * 6371 * cosine) / 180;
    };
    const inward = (north - south) * 1e-6;
    return {
      height: ((north - south) * Math.PI * 6371) / 180,
      widths: [width(south + inward), width(centre.latitude), width(north - inward)],
    };
  };
  const expectSize = (place: Position) => {
    const { height, widths } = sizeAt(place);
    for (const size of [height, ...widths]) {
      expect(size, JSON.stringify(place)).toBeGreaterThanOrEqual(0.8);
      expect(size, JSON.stringify(place)).toBeLessThanOrEqual(1.4);
    }
  };

  test('are 0.8 to 1.4 km high and wide at every latitude', () => {
    for (let tenth = -899; tenth <= 899; tenth++) {
      expectSize({ latitude: tenth / 10, longitude: ((tenth * 37.3) % 360) / 2 });
    }
  });

  test('are not thin where the two grids meet', () => {
    for (let step = -60; step <= 60; step++) {
      for (const side of [1, -1]) expectSize({ latitude: side * (45 + step * 0.001), longitude: 7 });
    }
  });

  test('are not thin at the date line', () => {
    for (const latitude of [-80.2, -61.7, -44.99, -12, 0, 30.1, 44.99, 45.1, 52.3, 71, 85, 89.5]) {
      for (const longitude of [-180, -179.9999, 179.9999, 180]) expectSize({ latitude, longitude });
    }
  });

  test('hold the positions they are named for, and each position lies in exactly one', () => {
    fc.assert(
      fc.property(anywhere, (place) => {
        const cell = snap(place);
        const { centre } = cell;
        expect(snap(centre)).toEqual(cell);
        expect(distanceKm(centre, place)).toBeLessThan(1.2);
      }),
      { seed, numRuns: 5000 },
    );
  });
});

test('destination arrives at the distance it was given', () => {
  fc.assert(
    fc.property(
      anywhere,
      fc.double({ min: 0.1, max: 5, noNaN: true }),
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      (from, away, bearing) => {
        expect(distanceKm(from, destination(from, away, bearing))).toBeCloseTo(away, 4);
      },
    ),
    { seed, numRuns: 2000 },
  );
});
