import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areaLevel, areaLimit } from './areas.rules.ts';
import {
  areasOf,
  boxAround,
  type CellLevel,
  cellOf,
  cellsInBox,
  centreOf,
  coverLevels,
  coverLimit,
  coverOf,
} from './cells.ts';
import { boxContains, distanceKm, earthRadiusKm } from './places.rules.ts';
import type { Box, Position } from './places.ts';

const finestLevel = 14;
const options = { seed: 20_260_701, numRuns: 3000 };

const latitude = fc.oneof(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.constantFrom(-90, 90, 0, 85.0511287798066, -85.0511287798066, 85.06, 45),
);
const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.constantFrom(-180, 180, 0, 179.99999, -179.99999, 90),
);
const position = fc.record({ latitude, longitude });
const radius = fc.oneof(
  fc.constantFrom(0.1, 1, 5, 10, 25, 50),
  fc.double({ min: 0.1, max: 20_000, noNaN: true }),
);
/** Also boxes that cross the date line. */
const box = fc.record({ west: longitude, east: longitude, one: latitude, other: latitude }).map(
  ({ west, east, one, other }): Box => ({
    west,
    east,
    south: Math.min(one, other),
    north: Math.max(one, other),
  }),
);
const share = fc.double({ min: 0, max: 1, noNaN: true });

const wrapped = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** A position inside a box. */
function within({ west, east, south, north }: Box, across: number, up: number): Position {
  const width = west <= east ? east - west : east - west + 360;
  const longitude = west + across * width;
  return {
    latitude: Math.min(north, south + up * (north - south)),
    longitude: longitude > 180 ? Math.min(longitude - 360, Math.max(east, west - 360)) : longitude,
  };
}

/** Where one arrives from a centre. */
function going(from: Position, km: number, bearing: number): Position {
  const [angle, at] = [km / earthRadiusKm, (from.latitude * Math.PI) / 180];
  const sine = Math.sin(at) * Math.cos(angle) + Math.cos(at) * Math.sin(angle) * Math.cos(bearing);
  const turned = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(at),
    Math.cos(angle) - Math.sin(at) * sine,
  );
  return {
    latitude: (Math.asin(Math.max(-1, Math.min(1, sine))) * 180) / Math.PI,
    longitude: wrapped(from.longitude + (turned * 180) / Math.PI),
  };
}

describe('cells', () => {
  test('of a coarser level are the finer ones without their last bits', () => {
    fc.assert(
      fc.property(position, fc.integer({ min: 0, max: finestLevel }), (place, level) => {
        const coarser = cellOf(place, finestLevel) >> (2 * (finestLevel - level));
        expect(cellOf(place, level)).toBe(coarser);
      }),
      options,
    );
  });

  test('have numbers that fit a 32-bit integer', () => {
    fc.assert(
      fc.property(position, (place) => {
        const cell = cellOf(place, finestLevel);
        expect(Number.isInteger(cell)).toBe(true);
        expect(cell).toBeGreaterThanOrEqual(0);
        expect(cell).toBeLessThan(4 ** finestLevel);
      }),
      options,
    );
  });

  test('have a middle that lies in them', () => {
    for (const level of [...coverLevels, areaLevel]) {
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 4 ** level - 1 }), (cell) => {
          expect(cellOf(centreOf(cell, level), level)).toBe(cell);
        }),
        { ...options, numRuns: 500 },
      );
    }
  });

  test('on both sides of the date line are different, the line itself is one', () => {
    expect(cellOf({ latitude: 10, longitude: 180 }, 14)).toBe(cellOf({ latitude: 10, longitude: -180 }, 14));
    expect(cellOf({ latitude: 10, longitude: 179.99 }, 14)).not.toBe(
      cellOf({ latitude: 10, longitude: -179.99 }, 14),
    );
  });
});

describe('a cover', () => {
  test('holds every position of its box, at every level, without doubles', () => {
    fc.assert(
      fc.property(
        box,
        fc.constantFrom<CellLevel>(...coverLevels),
        share,
        share,
        (area, level, across, up) => {
          const cells = cellsInBox(area, level, 4096);
          fc.pre(cells !== null);
          const place = within(area, across, up);
          fc.pre(boxContains(area, place));
          expect(cells).toContain(cellOf(place, level));
          expect(new Set(cells).size).toBe(cells!.length);
        },
      ),
      options,
    );
  });

  test('holds every position of a disc, poles and date line included', () => {
    let covered = 0;
    fc.assert(
      fc.property(position, radius, share, share, (centre, radiusKm, far, bearing) => {
        const area = boxAround(centre, radiusKm);
        const place = going(centre, radiusKm * Math.sqrt(far), bearing * 2 * Math.PI);
        fc.pre(distanceKm(centre, place) <= radiusKm);
        expect(boxContains(area, place)).toBe(true);
        const cover = coverOf(area);
        if (!cover) return;
        covered++;
        expect(cover.cells.length).toBeLessThanOrEqual(coverLimit);
        expect(cover.cells).toContain(cellOf(place, cover.level));
      }),
      { ...options, numRuns: 10_000 },
    );
    expect(covered).toBeGreaterThan(3000);
  });

  test('is as fine as its limit allows', () => {
    fc.assert(
      fc.property(position, radius, (centre, radiusKm) => {
        const area = boxAround(centre, radiusKm);
        const cover = coverOf(area);
        for (const level of coverLevels) {
          if (level === cover?.level) break;
          expect(cellsInBox(area, level)).toBeNull();
        }
      }),
      options,
    );
  });

  test('of the whole world is none, of a point one cell', () => {
    expect(coverOf({ west: -180, east: 180, south: -90, north: 90 })).toBeNull();
    expect(cellsInBox({ west: -180, east: 180, south: -90, north: 90 }, 2)).toHaveLength(16);
    const point = { west: 12, east: 12, south: 50, north: 50 };
    expect(coverOf(point)).toEqual({ level: 14, cells: [cellOf({ latitude: 50, longitude: 12 }, 14)] });
  });

  test('counts the columns of the whole world once, also when west and east share one', () => {
    const world = new Set(cellsInBox({ west: -180, east: 180, south: 1, north: 1 }, 8, 1000));
    expect(world.size).toBe(256);
    const around = cellsInBox({ west: 0.5, east: 0.4, south: 1, north: 1 }, 8, 1000);
    expect(new Set(around)).toEqual(world);
    expect(around).toHaveLength(256);
  });
});

describe('the box around a disc', () => {
  test('holds the rim', () => {
    fc.assert(
      fc.property(position, radius, share, (centre, radiusKm, bearing) => {
        const rim = going(centre, radiusKm, bearing * 2 * Math.PI);
        fc.pre(distanceKm(centre, rim) <= radiusKm);
        expect(boxContains(boxAround(centre, radiusKm), rim)).toBe(true);
      }),
      { ...options, numRuns: 10_000 },
    );
  });

  test('is a valid box', () => {
    fc.assert(
      fc.property(position, radius, (centre, radiusKm) => {
        const { west, east, south, north } = boxAround(centre, radiusKm);
        expect(south).toBeGreaterThanOrEqual(-90);
        expect(north).toBeLessThanOrEqual(90);
        expect(south).toBeLessThanOrEqual(north);
        for (const side of [west, east]) expect(Math.abs(side)).toBeLessThanOrEqual(180);
      }),
      options,
    );
  });

  test('does not reach much further than it must', () => {
    const { west, east, south, north } = boxAround({ latitude: 37.77, longitude: -122.42 }, 5);
    expect(
      distanceKm({ latitude: south, longitude: -122.42 }, { latitude: north, longitude: -122.42 }),
    ).toBeCloseTo(10, 3);
    expect(
      distanceKm({ latitude: 37.77, longitude: west }, { latitude: 37.77, longitude: east }),
    ).toBeCloseTo(10, 3);
  });
});

describe('the areas of a map', () => {
  test('are at most 32, in its box, and the nearest to its centre', () => {
    let some = 0;
    fc.assert(
      fc.property(
        position,
        fc.double({ min: 0.001, max: 1.2, noNaN: true }),
        fc.double({ min: 0.001, max: 1.2, noNaN: true }),
        (centre, wide, tall) => {
          const area: Box = {
            west: wrapped(centre.longitude - wide),
            east: wrapped(centre.longitude + wide),
            south: Math.max(-90, centre.latitude - tall),
            north: Math.min(90, centre.latitude + tall),
          };
          const areas = areasOf(area, centre);
          const all = cellsInBox(area, areaLevel, 4 * areaLimit) ?? [];
          expect(areas.length).toBe(Math.min(areaLimit, all.length));
          expect(new Set(areas).size).toBe(areas.length);
          some += areas.length;
          const away = (cell: number) => distanceKm(centre, centreOf(cell, areaLevel));
          const furthest = Math.max(0, ...areas.map(away));
          for (const cell of all)
            if (!areas.includes(cell)) expect(away(cell)).toBeGreaterThanOrEqual(furthest);
        },
      ),
      options,
    );
    expect(some).toBeGreaterThan(10_000);
  });
});
