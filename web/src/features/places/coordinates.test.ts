import { expect, test } from 'vitest';
import { coordinatesIn, coordinatesText } from './coordinates.ts';

test.each([
  ['37.7699, -122.4468', 37.7699, -122.4468],
  ['37.7699 -122.4468', 37.7699, -122.4468],
  ['37.7699,-122.4468', 37.7699, -122.4468],
  ['37.7699° −122.4468°', 37.7699, -122.4468],
  ['３５．６８、１３９．７７', 35.68, 139.77],
  ['0, 0', 0, 0],
  ['37.7699N 122.4468W', 37.7699, -122.4468],
  ['N 37.7699, W 122.4468', 37.7699, -122.4468],
  ['122.4468° W, 37.7699° N', 37.7699, -122.4468],
  ['37°46′11.6″N 122°26′48.5″W', 37.76989, -122.44681],
  ["37° 46' S, 122° 26' E", -37.76667, 122.43333],
  ['北緯35.68度 東経139.77度', 35.68, 139.77],
  ['东经121.47, 北纬31.23', 31.23, 121.47],
])('%s', (text, latitude, longitude) => {
  const found = coordinatesIn(text)!;
  expect(found.latitude).toBeCloseTo(latitude, 4);
  expect(found.longitude).toBeCloseTo(longitude, 4);
});

test.each([
  '',
  'Tokyo',
  '37',
  '37.7',
  '95, 10',
  '10, 181',
  '1, 2, 3',
  'N 37, N 12',
  '37°70′N 122°W',
  'San 5, 6 Oaks',
  '94117-1234',
])('%j is no place', (text) => expect(coordinatesIn(text)).toBeNull());

test('are written with the accuracy of some metres', () => {
  expect(coordinatesText({ latitude: 1, longitude: -122.44681 })).toBe('1.0000, -122.4468');
});
