import { expect, test } from 'vitest';
import { parts } from './areas.ts';
import { notificationCodes } from './notices.ts';
import { areas, endpoints, errorDefinitions } from './registry.ts';

test('the areas stand in their order', () => {
  expect(areas.map(({ name }) => name)).toEqual([...new Set(parts.map((part) => part.split('/')[0]))]);
});

test('no two areas share an error code, and no two endpoints a name or an address', () => {
  const codes = areas.flatMap((area) => Object.keys(area.errors));
  expect(codes).toHaveLength(new Set(codes).size);
  expect(Object.keys(errorDefinitions)).toEqual(expect.arrayContaining(codes));
  for (const key of [({ name }) => name, ({ method, path }) => `${method} ${path}`] satisfies ((
    one: (typeof endpoints)[number],
  ) => string)[]) {
    const keys = endpoints.map(key);
    expect(keys.filter((one, place) => keys.indexOf(one) !== place)).toEqual([]);
  }
});

test('whatever may notify somebody is of one area, and among what notifications know', () => {
  const codes: string[] = areas.flatMap((area) => area.notices.codes);
  expect(codes).toHaveLength(new Set(codes).size);
  expect(codes.sort()).toEqual([...notificationCodes].sort());
  for (const { notices } of areas) expect(Object.keys(notices.texts)).toEqual(notices.codes);
});
