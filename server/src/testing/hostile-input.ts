import fc from 'fast-check';
import { diceOf, turnsOf } from './test-share.ts';

/** What careless servers stumble over. */

/** The same requests at every run; a failure names the request. */
export const bounded = { seed: diceOf(20_301), numRuns: turnsOf(60), endOnFailure: true };

export type Path = (string | number)[];

/** The places of all values in a JSON value, the whole one included. */
export function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => pathsIn(part, [...path, key]))];
}

/** JSON text of the value with one place replaced by raw JSON; without raw JSON the place is left out. */
export function spoilt(value: unknown, [head, ...rest]: Path, raw: string | null): string {
  if (head === undefined) return raw ?? '';
  const entries = Object.entries(value as object).flatMap(([key, part]): [string, string][] => {
    if (key !== String(head)) return [[key, JSON.stringify(part)]];
    if (rest.length === 0) return raw === null ? [] : [[key, raw]];
    return [[key, spoilt(part, rest, raw)]];
  });
  return Array.isArray(value)
    ? `[${entries.map(([, part]) => part).join()}]`
    : `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${part}`).join()}}`;
}

export function textsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => textsIn(part, [...path, key]));
}

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

export const hostileJson = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      null,
      'null',
      'true',
      '0',
      '-0',
      '-1',
      '1.5',
      '1e308',
      '1e400',
      '9007199254740993',
      '2147483648',
      '""',
      '" "',
      '"\\u0000"',
      '"a\\u0000b"',
      '"\\ud800"',
      '"\\udc00\\ud800"',
      '"\\u202e\\ufeff\\uffff"',
      '"\\b\\f\\u001b[31m"',
      '"__proto__"',
      '"constructor"',
      '"\' OR 1=1 --"',
      '"{{7*7}}"',
      '"../../../etc/passwd"',
      '"0000-01-01T00:00:00Z"',
      '"9999-12-31T23:59:59-23:59"',
      '"2030-02-30T00:00:00Z"',
      '"data:image/png;base64,"',
      '"data:image/png;base64,AAAA"',
      '"data:text/html,<script>"',
      '"https://elsewhere.example/x.png"',
      JSON.stringify('x'.repeat(5000)),
      JSON.stringify('\u{1f600}'.repeat(400)),
      '[]',
      '{}',
      '[null]',
      '[[]]',
      '{"length":7}',
      '{"__proto__":{"isAdministrator":true}}',
      '{"constructor":{"prototype":{"isAdministrator":true}}}',
      '{"toString":1,"valueOf":2,"then":3}',
      nested(20_000, '[', ']'),
      nested(5000, '{"a":', '}').replace('{"a":}', '{"a":0}'),
    ),
  },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)) },
);

/** Query values as they stand in the address, escaped or not. */
export const hostileQuery = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      null,
      '',
      '%00',
      'a%00b',
      '%ff',
      '%ED%A0%80',
      '%zz',
      '%',
      '%20',
      'NaN',
      'Infinity',
      '-1',
      '0',
      '1e400',
      '0x10',
      '1.5',
      '99999999999999999999',
      '__proto__',
      '%5C',
      '%25%5F%5C',
      "'%20OR%201=1--",
      ',,,,',
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59-23:59',
      '9999-12-31T23:59:59Z',
      Buffer.from('0000-01-01T00:00:00Z x').toString('base64url'),
      Buffer.from('+275760-09-13T00:00:00.000Z x').toString('base64url'),
      Buffer.from('-000001-01-01T00:00:00.000Z x').toString('base64url'),
      Buffer.from('1 x').toString('base64url'),
      Buffer.from("2030-01-01 x' OR 1=1").toString('base64url'),
      Buffer.from([0xff, 0x00, 0x20]).toString('base64url'),
      'x'.repeat(6000),
      '%F0%9F%98%80'.repeat(100),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }).map((text) => encodeURIComponent(text)),
  },
);

/** Parts of a path as they stand in the address. */
export const hostileParam = fc.constantFrom(
  '%00',
  'a%00',
  '..',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%2f',
  '%5c',
  '%ff',
  '%zz',
  '%',
  '%20',
  'a%20b',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  '-',
  '*',
  ':messageId',
  '{messageId}',
  "'%20OR%201=1",
  '%F0%9F%98%80',
  'x'.repeat(65),
  'x'.repeat(499),
  'x'.repeat(600),
  '',
);
