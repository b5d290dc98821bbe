import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  acceptDescription,
  acceptJoinRadius,
  acceptName,
  acceptPosition,
  answered,
  membershipStatus,
  milesBetween,
} from './rooms.rules.ts';

describe('names', () => {
  test('are one line without blanks at the ends', () => {
    expect(acceptName('  Chess\r\n\tin the\u0000park ')).toBe('Chess in the park');
    expect(acceptName('x'.repeat(50))).toHaveLength(50);
    expect(acceptName('Chess\u202e\u2066 krap\u202c')).toBe('Chess krap');
  });

  test.each([null, undefined, '', '  \n', '\u0007'])('%j is none', (name) => {
    expect(() => acceptName(name)).toThrow('Please enter a name for your chat room.');
  });

  test('are counted after trimming, as browsers count', () => {
    expect(acceptName(` ${'x'.repeat(50)} `)).toHaveLength(50);
    expect(() => acceptName('x'.repeat(51))).toThrow('50 characters or less');
    expect(() => acceptName('\u{1f600}'.repeat(26))).toThrow('50 characters or less');
  });

  test('what is accepted is accepted again as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (text) => {
        let name: string;
        try {
          name = acceptName(text);
        } catch {
          return;
        }
        expect(acceptName(name)).toBe(name);
      }),
    );
  });
});

describe('descriptions', () => {
  test('may be left out and keep their lines', () => {
    for (const none of [null, undefined, '', ' \n ']) expect(acceptDescription(none)).toBeNull();
    expect(acceptDescription(' Any level\nBring\u0007 a\u202e board ')).toBe('Any level\nBring a board');
    expect(acceptDescription('x'.repeat(200))).toHaveLength(200);
    expect(() => acceptDescription('x'.repeat(201))).toThrow('up to 200 characters');
  });
});

describe('the join radius', () => {
  test('is 100 miles when nothing is said, and from 1 to 500', () => {
    expect([acceptJoinRadius(null), acceptJoinRadius(undefined)]).toEqual([100, 100]);
    for (const miles of [1, 1.5, 499.99, 500]) expect(acceptJoinRadius(miles)).toBe(miles);
    for (const miles of [0, 0.99, 500.01, -5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => acceptJoinRadius(miles)).toThrow('between 1 and 500 miles');
    }
  });
});

test('half a position is none', () => {
  expect(acceptPosition({ latitude: 0, longitude: 0 }, 'JOIN_POSITION_MISSING')).toEqual({
    latitude: 0,
    longitude: 0,
  });
  for (const input of [{}, { latitude: 1 }, { longitude: 1 }, { latitude: null, longitude: 1 }]) {
    expect(() => acceptPosition(input, 'JOIN_POSITION_MISSING')).toThrow('Location required to join');
    expect(() => acceptPosition(input, 'ROOM_POSITION_MISSING')).toThrow('Location is required to create');
  }
});

test('miles are those of the product', () => {
  const sanFrancisco = { latitude: 37.7749, longitude: -122.4194 };
  const losAngeles = { latitude: 34.0522, longitude: -118.2437 };
  expect(milesBetween(sanFrancisco, losAngeles)).toBeCloseTo(347.4, 0);
  expect(milesBetween(sanFrancisco, sanFrancisco)).toBe(0);
});

describe('how somebody stands', () => {
  test.each([
    ['OWNER', 'DENIED', true, 'owner'],
    ['MEMBER', 'DENIED', false, 'member'],
    ['ADMIN', null, false, 'member'],
    [null, null, true, 'denied'],
    [null, 'PENDING', true, 'denied'],
    [null, 'DENIED', false, 'denied'],
    [null, 'PENDING', false, 'pending'],
    // Let in once and gone since.
    [null, 'APPROVED', false, 'non-member'],
    [null, null, false, 'non-member'],
  ] as const)('role %s, request %s, banned %s: %s', (role, request, isBanned, status) => {
    expect(membershipStatus(role, request, isBanned)).toBe(status);
  });
});

describe('answers to a request', () => {
  test.each([
    ['PENDING', 'approve', 'APPROVED'],
    ['PENDING', 'deny', 'DENIED'],
    ['DENIED', 'approve', 'APPROVED'],
  ] as const)('%s, %s: %s', (status, action, after) => {
    expect(answered(status, action)).toBe(after);
  });

  test.each([
    ['APPROVED', 'approve'],
    ['APPROVED', 'deny'],
    ['DENIED', 'deny'],
  ] as const)('%s is not answered with %s any more', (status, action) => {
    expect(() => answered(status, action)).toThrow('answered already');
  });
});
