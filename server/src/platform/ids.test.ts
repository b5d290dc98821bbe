import { expect, test } from 'vitest';
import { randomIds } from './ids.ts';

const now = new Date('2026-11-22T12:00:00.000Z');

test('ids and secrets are never given twice, however many are drawn together', () => {
  const ids = Array.from({ length: 5000 }, () => randomIds.next(now));
  const secrets = Array.from({ length: 5000 }, () => randomIds.secret());
  expect(new Set(ids).size).toBe(5000);
  expect(new Set(secrets).size).toBe(5000);
  // Not the end of one and the beginning of the next either: 16 characters are 96 bits.
  expect(new Set(secrets.map((secret) => secret.slice(-16))).size).toBe(5000);
  expect(new Set(secrets.map((secret) => Buffer.from(secret, 'base64url').length))).toEqual(new Set([32]));
});

test('ids sort by time and say that they are of version 7', () => {
  const [earlier, later] = [randomIds.next(now), randomIds.next(new Date(now.getTime() + 1))];
  expect(earlier < later).toBe(true);
  expect(earlier).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(earlier.replace('-', '').slice(0, 12), 16)).toBe(now.getTime());
});

test('ids of one instant sort in the order in which they were made', () => {
  const instant = new Date('2026-11-22T12:00:01.000Z');
  const ids = Array.from({ length: 2048 }, () => randomIds.next(instant));
  expect(ids.toSorted()).toEqual(ids);
});
