import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { distanceKm } from '@dazi/contract/places/places.rules';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../testing/seeded-random.ts';
import { Gazetteer } from './gazetteer.ts';

const file = join(import.meta.dirname, '..', '..', 'gazetteer', 'towns.tsv');
const gazetteer = new Gazetteer(file);
const towns = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([, , , , , kind]) => kind !== 'quarter')
  .map(([name, , latitude, longitude]) => ({
    name: name!,
    latitude: Number(latitude),
    longitude: Number(longitude),
  }));
const named = async (prefix: string, limit = 8) =>
  (await gazetteer.search(prefix, limit)).map(({ name }) => name);

describe('the nearest town', () => {
  test('is the one that looking at every town finds', async () => {
    const random = seededRandom(4);
    for (let round = 0; round < 150; round++) {
      const near = towns[Math.floor(random() * towns.length)]!;
      const reach = [0.02, 0.5, 6][round % 3]!;
      const position = {
        latitude: Math.max(-90, Math.min(90, near.latitude + (random() - 0.5) * reach)),
        longitude: Math.max(-180, Math.min(180, near.longitude + (random() - 0.5) * reach)),
      };
      let shortest = 50;
      for (const town of towns) shortest = Math.min(shortest, distanceKm(position, town));
      const found = await gazetteer.nearest(position, 50);
      if (shortest === 50) expect(found).toBeNull();
      // Coordinates are kept in 32 bits.
      else expect(distanceKm(position, found!)).toBeLessThan(shortest + 0.01);
      // Asked again it answers from memory, and for this reach alone.
      expect(await gazetteer.nearest(position, 50)).toEqual(found);
      if (found && shortest > 0.1) expect(await gazetteer.nearest(position, shortest - 0.05)).toBeNull();
    }
  });

  test.each([
    ['San Francisco', 37.77, -122.445, 'サンフランシスコ', '旧金山'],
    ['Tokyo', 35.68, 139.7, '東京', '东京'],
    ['Suva', -18.14, 178.44, 'スバ', '苏瓦'],
  ])('of %s has its names', async (name, latitude, longitude, ja, zh) => {
    expect(await gazetteer.nearest({ latitude, longitude }, 50)).toMatchObject({ name, names: { ja, zh } });
  });

  test('is found across the date line and at the poles, or is none', async () => {
    const taveuni = await gazetteer.nearest({ latitude: -16.8, longitude: -179.99 }, 200);
    expect(taveuni).not.toBeNull();
    expect(await gazetteer.nearest({ latitude: 90, longitude: 0 }, 50)).toBeNull();
    expect(await gazetteer.nearest({ latitude: -90, longitude: 180 }, 50)).toBeNull();
    expect(await gazetteer.nearest({ latitude: 0, longitude: -30 }, 50)).toBeNull();
  });
});

test('stations and municipalities of Japan are named once, without their word twice or in Latin letters', () => {
  const lines = readFileSync(file, 'utf8').split('\n');
  expect(lines.filter((line) => /駅駅|站站|Station Station/.test(line))).toEqual([]);
  const municipality = /-(?:shi|ku|cho|machi|mura|son)\tJP\t.*\tquarter/i;
  expect(lines.filter((line) => municipality.test(line))).toEqual([]);
  for (const city of ['大阪', '京都']) {
    expect(lines.filter((line) => line.split('\t')[6] === city)).toHaveLength(1);
  }
});

describe('the search for a town', () => {
  test('goes by the beginning of its name, the largest first', async () => {
    expect((await named('San F'))[0]).toBe('San Francisco');
    expect((await named('tok'))[0]).toBe('Tokyo');
    expect(await named('San', 3)).toHaveLength(3);
  });

  test('cares for neither accents nor case nor width', async () => {
    expect(await named('zurich')).toContain('Zürich');
    expect(await named('SAO PAULO')).toContain('São Paulo');
    expect(await named('ＴＯＫＹＯ')).toContain('Tokyo');
    expect(await named('lodz')).toContain('Łódź');
    expect(await named('Tromso')).toContain('Tromsø');
    expect(await named('Weissenfels')).toContain('Weißenfels');
    for (const typed of ["Xi'an", 'xian', 'XI’AN']) expect(await named(typed)).toContain('Xi’an');
    expect(await named("'")).toEqual([]);
    expect(await named('臺北')).toContain('Taipei');
  });

  test.each([
    ['東京', 'Tokyo'],
    ['东京', 'Tokyo'],
    ['サンフラ', 'San Francisco'],
    ['旧金山', 'San Francisco'],
    ['上', 'Shanghai'],
    ['ナイロビ', 'Nairobi'],
    ['内罗毕', 'Nairobi'],
    ['渋谷', 'Shibuya'],
    ['渋谷駅', 'Shibuya Station'],
    ['Shibuya St', 'Shibuya Station'],
    ['涩谷站', 'Shibuya Station'],
    ['初台駅', 'Hatsudai Station'],
  ])('finds %s', async (prefix, name) => {
    expect(await named(prefix)).toContain(name);
  });

  test.each([
    ['上海市', 'Shanghai', 31.2],
    ['台北市', 'Taipei', 25],
    ['东京都', 'Tokyo', 35.7],
    ['Chiyoda City', 'Chiyoda', 35.7],
    ['Paris, France', 'Paris', 48.9],
    ['paris fr', 'Paris', 48.9],
    ['Shibuya, Tokyo', 'Shibuya', 35.7],
    ['Shibuya Tokyo', 'Shibuya', 35.7],
    ['渋谷、東京', 'Shibuya', 35.7],
    ['渋谷 東京', 'Shibuya', 35.7],
    ['東京 渋谷', 'Shibuya', 35.7],
    ['京都府京都市', 'Kyoto', 35],
    ['東京都渋谷区', 'Shibuya', 35.7],
    ['東京都渋谷区神南1丁目', 'Shibuya', 35.7],
    ['東京都港区六本木', 'Roppongi Station', 35.7],
    ['東京都 港区 六本木', 'Roppongi Station', 35.7],
    ['神奈川県横浜市', 'Yokohama', 35.4],
    ['〒100-0005 東京都千代田区', 'Chiyoda', 35.7],
    ['日本、東京都千代田区', 'Chiyoda', 35.7],
    ['日本东京都千代田区', 'Chiyoda', 35.7],
    ['中国北京市朝阳区', 'Beijing', 39.9],
    ['Chiyoda City, Tokyo, Japan', 'Chiyoda', 35.7],
    ['New York, NY, USA', 'New York City', 40.7],
    ['San Jose Costa Rica', 'San José', 9.9],
    ['10 Downing Street, London', 'London', 51.5],
  ])('MAP-203 finds %s, which says what it is or where', async (text, name, latitude) => {
    const [first] = await gazetteer.search(text, 8);
    expect(first).toMatchObject({ name });
    expect(first!.latitude).toBeCloseTo(latitude, 0);
  });

  test('MAP-203 a region that nobody knows here hides nothing', async () => {
    expect(await named('Springfield, Illinois')).toEqual(
      expect.arrayContaining(['Springfield', 'Springfield']),
    );
    expect(await named('Golden Gate Bridge')).toEqual([]);
  });

  test('takes no longer for texts with many parts', async () => {
    for (const text of [
      'x, '.repeat(20),
      'a '.repeat(30),
      '市'.repeat(60),
      '東京都'.repeat(20),
      ', '.repeat(30),
    ]) {
      const start = performance.now();
      await gazetteer.search(text, 8);
      expect(performance.now() - start, text).toBeLessThan(1000);
    }
  });

  test('finds every town by its whole name', async () => {
    const random = seededRandom(6);
    for (let round = 0; round < 200; round++) {
      const { name } = towns[Math.floor(random() * towns.length)]!;
      expect(await named(name, 500), name).toContain(name);
    }
  });

  test('finds the quarters that the map prints, and says of which town they are', async () => {
    const [mission] = await gazetteer.search('Mission Distr', 8);
    expect(mission).toMatchObject({ name: 'Mission District', near: { name: 'San Francisco' } });
    const [haight] = await gazetteer.search('haight', 8);
    expect(haight).toMatchObject({ country: 'US', near: { names: { ja: 'サンフランシスコ' } } });
    // What lies in a quarter is named by its town, as before.
    expect(await gazetteer.nearest(mission!, 50)).toMatchObject({ name: 'San Francisco' });
  });

  test('tells equal names of one country apart by a larger town near by', async () => {
    const found = (await gazetteer.search('Springfield', 8)).filter(({ name }) => name === 'Springfield');
    const american = found.filter(({ country }) => country === 'US');
    expect(american.length).toBeGreaterThan(3);
    const told = american.map(({ near }) => near?.name ?? '');
    expect(new Set(told).size).toBe(american.length);
    expect((await gazetteer.search('San Francisco', 1))[0]).toMatchObject({ name: 'San Francisco' });
    expect((await gazetteer.search('Yokohama', 1))[0]!.near).toBeNull();
  });

  test('MAP-203 tells names apart that are equal in another language, whole ones first', async () => {
    const found = await gazetteer.search('中央区', 8);
    const wards = found.filter(({ names }) => names.zh === '中央区');
    expect(wards.length).toBeGreaterThan(1);
    expect(wards).toEqual(found.slice(0, wards.length));
    const told = wards.map(({ near }) => near?.name);
    expect(told).not.toContain(undefined);
    expect(new Set(told).size).toBe(wards.length);
  });

  test('finds nothing for nonsense, and knows no town without its list', async () => {
    expect(await named('qqqqqq')).toEqual([]);
    expect(await named('   ')).toEqual([]);
    const empty = new Gazetteer('/nothing/here.tsv');
    expect(await empty.search('san', 5)).toEqual([]);
    expect(await empty.nearest({ latitude: 37.77, longitude: -122.44 }, 50)).toBeNull();
  });
});
