import { expect, test } from 'vitest';
import { circleShape, pathOf } from '#map/circle-shape.ts';
import { distance_km, metresPerPixel, placeAtPixels, worldPixels } from '#map/geometry.ts';

const places = [
  { latitude: 0, longitude: 0 },
  { latitude: 37.77, longitude: -122.447 },
  { latitude: 69.6, longitude: 18.9 },
  // Over the date line.
  { latitude: -16.5, longitude: 179.9 },
];

test.each(places)('every corner is as far from %o as the radius', (place) => {
  for (const radius_m of [1609, 160_900, 804_500]) {
    const zoom = 9;
    const origin = worldPixels(place, zoom);
    for (const { x, y } of circleShape(place, radius_m, zoom)) {
      const corner = placeAtPixels({ x: origin.x + x, y: origin.y + y }, zoom);
      expect(distance_km(place, corner)).toBeCloseTo(radius_m / 1000, 1);
    }
  }
});

test('a small one is round', () => {
  const place = places[1]!;
  const wanted = 1609 / metresPerPixel(place.latitude, 14);
  for (const { x, y } of circleShape(place, 1609, 14)) {
    expect(Math.hypot(x, y) / wanted).toBeCloseTo(1, 1);
  }
});

test('it is one closed outline', () => {
  const path = pathOf(circleShape(places[1]!, 1609, 12));
  expect(path).toMatch(/^M-?[\d.]+ -?[\d.]+(L-?[\d.]+ -?[\d.]+){95}Z$/);
});
