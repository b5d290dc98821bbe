import { describe, expect, test } from 'vitest';
import { actorFor } from '#platform/http/viewer.ts';
import {
  accountName,
  isAdministrator,
  lastActiveIsOld,
  safeReturnPath,
  visibleEmail,
} from './identity.rules.ts';

describe('where to go after signing in', () => {
  test.each([
    ['/', '/'],
    ['/profile/x?tab=posts#top', '/profile/x?tab=posts#top'],
    ['/messages?with=a%2Fb', '/messages?with=a%2Fb'],
    ['/地図', '/%E5%9C%B0%E5%9B%B3'],
    ['/a/../b', '/b'],
  ])('%s is a path of our own', (given, expected) => {
    expect(safeReturnPath(given)).toBe(expected);
  });

  test.each([
    undefined,
    null,
    7,
    ['/x'],
    '',
    'profile',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/\u0000',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    'https://evil.example/',
    ' /x',
    `/${'x'.repeat(2000)}`,
  ])('%j is not', (given) => {
    expect(safeReturnPath(given)).toBe('/');
  });
});

describe('an e-mail address (PRIVACY-012)', () => {
  const viewer = (id: string, isAdministrator = false) => ({
    ...actorFor({ id, name: id, avatarUrl: null, createdAt: new Date(0) }),
    isAdministrator,
  });

  test.each([
    ['its owner', viewer('ann'), 'ann.b@people.example'],
    ['the administrator', viewer('bob', true), 'ann.b@people.example'],
    ['somebody signed in', viewer('bob'), null],
    ['a visitor', null, null],
  ])('%s sees what it may', (_who, who, expected) => {
    expect(visibleEmail('ann.b@people.example', 'ann', who)).toBe(expected);
  });

  test('there may be none', () => {
    expect(visibleEmail(null, 'ann', viewer('ann'))).toBeNull();
  });
});

describe('administrators', () => {
  const installation = { adminEmails: ['boss@people.example'], demoPublic: false };
  const boss = { email: 'Boss@People.example', emailVerified: true };
  test('are named by verified address', () => {
    expect(isAdministrator(boss, installation)).toBe(true);
    expect(isAdministrator({ ...boss, emailVerified: false }, installation)).toBe(false);
    expect(isAdministrator({ email: 'x@people.example', emailVerified: true }, installation)).toBe(false);
    expect(isAdministrator({ email: null, emailVerified: true }, installation)).toBe(false);
  });

  test('are not there where anyone can claim any address', () => {
    expect(isAdministrator(boss, { ...installation, demoPublic: true })).toBe(false);
  });
});

test('lastActive is old after more than a minute', () => {
  const now = new Date('2030-01-01T00:01:00.000Z');
  expect(lastActiveIsOld(new Date('2030-01-01T00:00:00.000Z'), now)).toBe(false);
  expect(lastActiveIsOld(new Date('2029-12-31T23:59:59.999Z'), now)).toBe(true);
});

test.each([
  ['Ann', 'Ann'],
  ['  Ann ', 'Ann'],
  ['x'.repeat(80), 'x'.repeat(50)],
  ['', 'User'],
  ['   ', 'User'],
  ['\u0000\u0007', 'User'],
  ['An\u0000n', 'Ann'],
  [null, 'User'],
  ['Theo\u202e\u2066', 'Theo'],
  ['\u202etpircs', 'tpircs'],
  // Something is there, and nothing of it can be seen.
  ['\u3164\u200d', 'User'],
])('the name %j becomes %j', (given, expected) => {
  expect(accountName(given)).toBe(expected);
});

test.each([
  [`${'x'.repeat(49)}😀`, 'x'.repeat(49)],
  [`${'x'.repeat(48)}😀`, `${'x'.repeat(48)}😀`],
  [`${'x'.repeat(45)}👩‍👩‍👧`, 'x'.repeat(45)],
  [`${'名'.repeat(49)}か\u3099`, '名'.repeat(49)],
  [`${'e\u0301'.repeat(25)}e\u0301`, 'e\u0301'.repeat(25)],
  [`👩${'\u200d👩'.repeat(40)}`, expect.stringMatching(/^[^\ud800-\udfff]*$/u)],
  ['', 'User'],
])('the name %j is cut between characters', (name, expected) => {
  const cut = accountName(name);
  expect(cut.length).toBeLessThanOrEqual(50);
  expect(cut).toEqual(expected);
});
