import { expect, test } from 'vitest';
import { parts } from './areas.ts';
import { generalErrors } from './kernel/errors.ts';
import { notificationCodes } from './notices.ts';
import { areas, type ErrorCode, endpoints, errorDefinitions } from './registry.ts';

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

test('endpoints list codes that exist, each once, and none that any endpoint may answer', () => {
  const known = new Set(Object.keys(errorDefinitions));
  const wrong = endpoints.flatMap(({ name, errors, signInError, tooLargeError }) => {
    const general = errors.filter((code) => code in generalErrors);
    const apart = [signInError, tooLargeError].filter((code) => code !== undefined);
    const unknown = [...errors, ...apart].filter((code) => !known.has(code));
    const twice = errors.filter((code, place) => errors.indexOf(code) !== place || code === signInError);
    return [...general, ...unknown, ...twice].map((code) => `${name}: ${code}`);
  });
  expect(wrong).toEqual([]);
});

test('what an endpoint says to a visitor is a 401, and to a large body a 413', () => {
  const statusOf = (code: string | undefined) => errorDefinitions[code as ErrorCode]?.status;
  for (const { name, signInError, tooLargeError } of endpoints) {
    if (signInError) expect(statusOf(signInError), name).toBe(401);
    if (tooLargeError) expect(statusOf(tooLargeError), name).toBe(413);
  }
});
