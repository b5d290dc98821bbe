import { expect, test } from 'vitest';
import { namesAmong } from '#map/source-names.ts';

const middle = { latitude: 35.68, longitude: 139.76 };
const tokyo = { source: 'near', layer: 'stations', place: middle };

test.each([
  ['en', 'Tokyo'],
  ['ja', '東京'],
  ['zh', '东京'],
] as const)(
  'MAP-203 a station of the offline world is called as the map calls it: in %s %s',
  (language, name) => {
    const properties = { name: '東京', name_en: 'Tokyo', name_zh: '东京', lines: 9 };
    const [station] = namesAmong([{ ...tokyo, properties }], middle, language);
    expect(station).toMatchObject({ kind: 'station', name });
    expect([...station!.names].sort()).toEqual(['Tokyo', '东京', '東京'].sort());
  },
);

test.each(['en', 'ja', 'zh'] as const)('MAP-203 without one in %s it has its own', (language) => {
  const [station] = namesAmong([{ ...tokyo, properties: { name: '初台' } }], middle, language);
  expect(station).toMatchObject({ name: '初台' });
});
