// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MapName } from '#map/map-names.ts';
import type { MapPlace } from '#map/map-types.ts';
import { drawHook } from '#testing/draw.tsx';
import { type LookedAround, useFoundPlaces } from './found-places.ts';

const chiyoda = { latitude: 35.694, longitude: 139.753 };
const shibuya = { latitude: 35.665, longitude: 139.699 };
const station = { latitude: 35.659, longitude: 139.701 };
const town = { name: 'Chiyoda', names: {}, country: 'JP', ...chiyoda, population: 0, near: null };
let towns: object[];
let queries: string[];

beforeEach(() => {
  queries = [];
  towns = [town];
  vi.stubGlobal('fetch', async (request: string | Request) => {
    const address = new URL(typeof request === 'string' ? request : request.url, 'http://dazi.example');
    queries.push(address.searchParams.get('query')!);
    return Response.json({ success: true, data: towns });
  });
});
afterEach(() => vi.unstubAllGlobals());

async function found(text: string, around: LookedAround | null = null) {
  const { result } = await drawHook(() => useFoundPlaces(text, around));
  await vi.waitFor(() => expect(result.current.data).toBeDefined());
  return result.current.data!.places;
}

test('MAP-204 a short plus code is looked for near all that is named with it', async () => {
  const [place] = await found('MQJ8+7C Chiyoda City, Tokyo, Japan');
  expect(queries).toEqual(['Chiyoda City, Tokyo, Japan']);
  expect(place).toMatchObject({ name: 'MQJ8+7C Chiyoda City, Tokyo, Japan', of: 'plusCode' });
  expect(place!.latitude).toBeCloseTo(35.68066, 4);
  expect(place!.longitude).toBeCloseTo(139.76606, 4);
});

const ofMap = (kind: MapName['kind'], name: string, names: string[], place: MapPlace): MapName => ({
  ...{ kind, name, names: [name, ...names], near: null },
  ...place,
});

test('MAP-203 what the map and the list of towns both have is listed once, in every language', async () => {
  towns = [
    { ...town, ...shibuya, name: 'Shibuya', names: { ja: '渋谷', zh: '渋谷区' } },
    { ...town, ...station, name: 'Shibuya Station', names: { ja: '渋谷駅', zh: '涩谷站' } },
  ];
  const names = [
    ofMap('station', '渋谷', ['Shibuya', '涩谷'], station),
    ofMap('quarter', '渋谷', ['Shibuya'], shibuya),
    ofMap('street', '渋谷中央街', [], station),
  ];
  const places = await found('渋谷', { middle: shibuya, names });
  expect(places.map(({ name, of }) => [name, of])).toEqual([
    ['Shibuya', undefined],
    ['Shibuya Station', 'station'],
    ['渋谷中央街', 'street'],
  ]);
});

test('MAP-203 a station far away is one, too, and a town that ends in the word is none', async () => {
  towns = [
    { ...town, ...station, name: 'Shibuya Station', names: { ja: '渋谷駅' } },
    { ...town, name: 'College Station', population: 100_000 },
  ];
  const places = await found('station');
  expect(places.map(({ of, population }) => [of, population])).toEqual([
    ['station', null],
    [undefined, 100_000],
  ]);
});

test('MAP-203 a station, a street and a park are not the town that they are called after', async () => {
  towns = [{ ...town, name: 'Haarlem' }];
  const names = (['station', 'street', 'park', 'town'] as const).map((kind) =>
    ofMap(kind, 'Haarlem', [], chiyoda),
  );
  const places = await found('Haarlem', { middle: chiyoda, names });
  expect(places.map(({ of }) => of)).toEqual([undefined, 'station', 'street', 'park']);
});

test('MAP-203 what is listed once is not crowded out by larger towns', async () => {
  const larger = Array.from({ length: 7 }, (_, index) => ({
    ...town,
    name: `Shibu ${index}`,
    latitude: index,
  }));
  towns = [...larger, { ...town, ...station, name: 'Shibuya Station', names: { ja: '渋谷駅' } }];
  const names = [
    ofMap('station', 'Shibuya', [], station),
    ...['North', 'South'].map((side) => ofMap('street', `Shibu ${side}`, [], shibuya)),
  ];
  const listed = (await found('Shibu', { middle: shibuya, names })).map(({ name }) => name);
  expect(listed).toHaveLength(8);
  expect(listed).toEqual(expect.arrayContaining(['Shibuya Station', 'Shibu North', 'Shibu South']));
});

test('MAP-203 of equal names that of the place where somebody looks goes first, and no other name does', async () => {
  const far = { latitude: 36.75, longitude: 138.37 };
  towns = [
    { ...town, ...far, name: 'Nakano', population: 42_708 },
    { ...town, ...shibuya, name: 'Nakanojō', population: 17_741 },
    { ...town, ...shibuya, name: 'Nakanō' },
    { ...town, ...station, name: 'Nakano Station', names: { ja: '中野駅' } },
  ];
  const order = async (middle: MapPlace | null) =>
    (await found('nakano', middle && { middle, names: [] })).map(({ latitude, name }) => [name, latitude]);
  const [larger, other, ...near] = await order(null);
  expect(larger).toEqual(['Nakano', far.latitude]);
  expect(await order(shibuya)).toEqual([...near, larger, other]);
  expect(await order({ latitude: 0, longitude: 0 })).toEqual(await order(null));
});

test('MAP-203 where the towns cannot be asked for, what the map has of that name is found', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  const around = { middle: shibuya, names: [ofMap('station', 'Shibuya', ['渋谷'], station)] };
  expect(await found('Shib', around)).toMatchObject([{ name: 'Shibuya', of: 'station' }]);
  const { result } = await drawHook(() => useFoundPlaces('Paris', around));
  await vi.waitFor(() => expect(result.current.isError).toBe(true));
});
