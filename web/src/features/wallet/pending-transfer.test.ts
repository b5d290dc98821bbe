// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '#platform/api.ts';
import { forgetMemories, forgetStored, stored, writeStored } from '#platform/storage.ts';
import { forgetPending, isJudged, keepPending, type PendingTransfer, pendingOf } from './pending-transfer.ts';

const person = (id: string) => ({
  id,
  email: null,
  name: id,
  avatarUrl: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  lastActive: '2026-01-01T00:00:00.000Z',
  verified: true,
  gender: null,
});
const comes = (id: string) => {
  forgetMemories();
  forgetStored({ wordsOf: id });
  writeStored(stored.user, person(id));
};
const transfer = (key: string, fromWalletId = 'w1'): PendingTransfer => ({
  body: { fromWalletId, toWalletId: 'w9', amountMinor: 500, key },
  name: 'Lin',
  askedAt: 1,
});

beforeEach(() => {
  localStorage.clear();
  comes('mika');
});

it('one of a wallet is kept until it is known of, and no other goes out meanwhile', () => {
  expect(keepPending('mika', transfer('first-key'))).toBe(true);
  expect(keepPending('mika', { ...transfer('other-key'), name: 'Noor' })).toBe(false);
  expect(pendingOf('mika', 'w1')).toEqual(transfer('first-key'));
  // The same again, and one from another wallet, may.
  expect(keepPending('mika', transfer('first-key'))).toBe(true);
  expect(keepPending('mika', transfer('other-key', 'w2'))).toBe(true);
  forgetPending('mika', transfer('other-key'));
  expect(pendingOf('mika', 'w1')).not.toBeNull();
  forgetPending('mika', transfer('first-key'));
  expect(pendingOf('mika', 'w1')).toBeNull();
  expect(pendingOf('mika', 'w2')).not.toBeNull();
});

it('is there after a reload, and when the person comes back to a session that ended; for nobody else', () => {
  keepPending('mika', transfer('first-key'));
  forgetStored('words');
  forgetMemories();
  expect(pendingOf('noor', 'w1')).toBeNull();
  comes('mika');
  expect(pendingOf('mika', 'w1')).toEqual(transfer('first-key'));
  comes('noor');
  expect(localStorage.getItem('dazi.words.transfers.mika')).toBeNull();
  comes('mika');
  expect(pendingOf('mika', 'w1')).toBeNull();
});

it.each([
  ['the server has said no', 400, 'INSUFFICIENT_BALANCE', true],
  ['nobody is signed in', 401, 'SIGN_IN_REQUIRED', true],
  ['too many', 429, 'TOO_MANY_REQUESTS', true],
  ['no answer', 0, 'NETWORK', false],
  ['the server stumbled', 500, 'INTERNAL', false],
  ['a proxy gave up', 504, 'UNSAID', false],
  ['a proxy took too long', 408, 'UNSAID', false],
] as const)('%s: known %s', (_what, status, code, known) => {
  expect(isJudged(new ApiError(code, '', { status }))).toBe(known);
});
