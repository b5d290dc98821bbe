import fc from 'fast-check';
import { expect, test } from 'vitest';
import { genesis } from '#platform/chain.ts';
import {
  chained,
  commitmentOf,
  type LedgerWallet,
  type Link,
  refusalOf,
  type TransferRequest,
} from './ledger.rules.ts';

const link: Link = {
  number: 1,
  id: 'a',
  kind: 'transfer',
  fromWalletId: 'one',
  toWalletId: 'two',
  amountMinor: 5,
  createdAt: new Date(0),
  commitment: commitmentOf('salt', { actorId: 'ann', memo: 'Thanks!' }),
};

test('the chain changes with everything that a link says', () => {
  const changes: Partial<Link>[] = [
    { number: 2 },
    { id: 'b' },
    { kind: 'deposit' },
    { fromWalletId: 'three' },
    { toWalletId: 'three' },
    { amountMinor: 6 },
    { createdAt: new Date(1) },
    { commitment: commitmentOf('salt', { actorId: 'ann', memo: 'Thanks' }) },
  ];
  const hashes = [chained(genesis, link), chained(genesis.replace('0', '1'), link)];
  for (const change of changes) hashes.push(chained(genesis, { ...link, ...change }));
  expect(new Set(hashes).size).toBe(changes.length + 2);
});

test('a commitment tells nothing without its salt, and no two texts share one', () => {
  const details = fc.record({ actorId: fc.option(fc.string()), memo: fc.option(fc.string()) });
  fc.assert(
    fc.property(fc.string(), fc.string(), details, details, (salt, other, one, two) => {
      const isSame = JSON.stringify([salt, one]) === JSON.stringify([other, two]);
      return (commitmentOf(salt, one) === commitmentOf(other, two)) === isSame;
    }),
  );
});

const wallet = (id: string, more: Partial<LedgerWallet> = {}): LedgerWallet => ({
  id,
  kind: 'user',
  userId: id,
  conversationId: null,
  balanceMinor: 10,
  isClosed: false,
  ownerId: null,
  isRestricted: false,
  user: null,
  conversation: null,
  ...more,
});
const group = wallet('group', { kind: 'group', userId: null, conversationId: 'room', ownerId: 'ann' });
const treasury = wallet('treasury', { kind: 'treasury', userId: null, balanceMinor: -50 });
const request = (change: Partial<TransferRequest> = {}): TransferRequest => ({
  actorId: 'ann',
  kind: 'transfer',
  fromWalletId: 'ann',
  toWalletId: 'bob',
  amountMinor: 10,
  memo: null,
  key: null,
  ...change,
});

test.each([
  ['all of the own balance', null, request(), wallet('ann'), wallet('bob')],
  ['one more', 'INSUFFICIENT_BALANCE', request({ amountMinor: 11 }), wallet('ann'), wallet('bob')],
  ['from somebody else (WAL-073)', 'NOT_YOUR_WALLET', request(), wallet('cat'), wallet('bob')],
  ['from the own group (WAL-074)', null, request(), group, wallet('bob')],
  ['from a group of another (WAL-074)', 'NOT_YOUR_WALLET', request({ actorId: 'bob' }), group, wallet('bob')],
  [
    'from a group that voted its leader in lately',
    'LEADER_TOO_NEW',
    request(),
    { ...group, isRestricted: true },
    wallet('bob'),
  ],
  ['from nowhere (WAL-067)', 'WALLET_NOT_FOUND', request(), undefined, wallet('bob')],
  ['to nowhere (WAL-066)', 'WALLET_NOT_FOUND', request(), wallet('ann'), undefined],
  ['to itself', 'SAME_WALLET', request(), wallet('ann'), wallet('ann')],
  ['to a closed one', 'WALLET_CLOSED', request(), wallet('ann'), wallet('bob', { isClosed: true })],
  ['from a closed one', 'WALLET_CLOSED', request(), wallet('ann', { isClosed: true }), wallet('bob')],
  ['from the treasury', 'NOT_YOUR_WALLET', request(), treasury, wallet('ann')],
  ['to the treasury', 'WALLET_NOT_FOUND', request(), wallet('ann'), treasury],
  ['a deposit below zero', null, request({ actorId: null, kind: 'deposit' }), treasury, wallet('ann')],
  [
    'what a leaving person has left',
    null,
    request({ actorId: null, kind: 'return' }),
    wallet('ann', { isClosed: true }),
    treasury,
  ],
] as const)('%s: %s', (_what, refusal, asked, from, to) => {
  expect(refusalOf(asked, from, to)).toBe(refusal);
});

test('to somebody who is hidden there is nothing to send to; a wallet that is not one’s own says no more', () => {
  expect(refusalOf(request(), wallet('ann'), wallet('bob'), true)).toBe('WALLET_NOT_FOUND');
  expect(refusalOf(request(), wallet('cat'), wallet('bob'), true)).toBe('NOT_YOUR_WALLET');
});
