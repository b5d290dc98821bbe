import { expect, test } from 'vitest';
import { type MapName, type MapNameKind, namesLike, uniqueNames } from '#map/map-names.ts';

const middle = { latitude: 35, longitude: 135 };
/** So many kilometres north of the middle. */
const at = (km: number) => ({ latitude: 35 + km / 111.2, longitude: 135 });
const called = (
  name: string,
  kind: MapNameKind,
  km: number,
  others: string[] = [],
): Omit<MapName, 'near'> => ({
  name,
  kind,
  names: [name, ...others],
  ...at(km),
});
const like = (names: readonly Omit<MapName, 'near'>[], text: string) =>
  namesLike(uniqueNames(names, middle), text, { middle, limit: 4 }).map(({ name }) => name);

test('MAP-203 a street in pieces is one, at the piece that is nearest, and two far apart are two', () => {
  const pieces = [9, 1.5, 0.4, 1].map((km) => called('Mill Lane', 'street', km));
  const found = uniqueNames(pieces, middle);
  expect(found.map(({ latitude }) => latitude)).toEqual([at(0.4).latitude, at(9).latitude]);
});

test('MAP-203 a street says by which quarter or town it is, and a quarter its town', () => {
  const names = uniqueNames(
    [
      called('Mill Lane', 'street', 1),
      called('Kiln Hill', 'quarter', 1.5),
      called('Kamitown', 'town', 4),
      called('North Quay', 'quarter', 2),
      called('Far Lane', 'street', 30),
    ],
    middle,
  );
  expect(Object.fromEntries(names.map(({ name, near }) => [name, near]))).toEqual({
    'Mill Lane': 'Kiln Hill',
    'Kiln Hill': 'Kamitown',
    'North Quay': 'Kamitown',
    Kamitown: null,
    'Far Lane': null,
  });
});

test('MAP-203 names are found by the beginning of one of their words, in any language they have', () => {
  const names = [
    called('Kiln Road', 'street', 0.5),
    called('Old Kiln Street', 'street', 0.1),
    called('Kiln', 'quarter', 3),
    called('Mölln Station', 'station', 2, ['メルン駅']),
    called('中央公園', 'park', 1),
  ];
  expect(like(names, 'kiln')).toEqual(['Kiln', 'Kiln Road', 'Old Kiln Street']);
  expect(like(names, 'MOLLN')).toEqual(['Mölln Station']);
  expect(like(names, 'メルン')).toEqual(['Mölln Station']);
  expect(like(names, '公園')).toEqual(['中央公園']);
  expect(like(names, 'iln')).toEqual([]);
  expect(like(names, ' ')).toEqual([]);
});
