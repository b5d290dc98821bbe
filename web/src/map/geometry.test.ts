import { expect, it } from 'vitest';
import {
  boundsAround,
  boundsOf,
  distance_km,
  growBounds,
  metresPerPixel,
  wrapLongitude,
  wrappedBounds,
} from '#map/geometry.ts';

it('measures on a globe of 6371 km', () => {
  const oneDegree = distance_km({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 0 });
  expect(oneDegree).toBeCloseTo((Math.PI * 6371) / 180, 6);
  expect(distance_km({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(
    oneDegree,
    6,
  );
});

it('goes round the date line the short way', () => {
  expect(wrapLongitude(190)).toBe(-170);
  expect(
    boundsOf([
      { latitude: 1, longitude: 179 },
      { latitude: -1, longitude: -178 },
    ]),
  ).toEqual({ west: 179, east: -178, south: -1, north: 1 });
  expect(growBounds({ west: 170, east: -170, south: -10, north: 10 }, 0.5)).toEqual({
    west: 160,
    east: -160,
    south: -20,
    north: 20,
  });
  expect(growBounds({ west: -180, east: 180, south: -80, north: 80 }, 0.5)).toMatchObject({
    west: -180,
    east: 180,
  });
});

it('takes all but the whole world for the whole world', () => {
  const across = { south: -50, north: 80 };
  expect(wrappedBounds({ west: 170, east: 190, ...across })).toEqual({ west: 170, east: -170, ...across });
  for (const width of [359.9999, 360, 500]) {
    const bounds = wrappedBounds({ west: 8.05, east: 8.05 + width, ...across });
    expect(bounds).toEqual({ west: -180, east: 180, ...across });
  }
});

it('knows the size of a pixel', () => {
  expect(metresPerPixel(0, 0)).toBeCloseTo(78_271.5, 0);
});

it('knows what a map of a size shows', () => {
  const view = { latitude: 60, longitude: 179.9, zoom: 10 };
  const { west, south, east, north } = boundsAround(view, 1000, 600);
  const width_km = distance_km({ latitude: 60, longitude: west }, { latitude: 60, longitude: east });
  expect(width_km).toBeCloseTo(metresPerPixel(60, 10), 0);
  const height_km = distance_km({ latitude: south, longitude: 0 }, { latitude: north, longitude: 0 });
  expect(height_km).toBeCloseTo(0.6 * metresPerPixel(60, 10), 0);
  expect(east).toBeLessThan(-179);
  expect(boundsAround({ ...view, zoom: 0 }, 1000, 600)).toMatchObject({ west: -180, east: 180 });
});
