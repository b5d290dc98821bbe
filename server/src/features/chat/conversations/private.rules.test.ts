import { privateLimits } from '@dazi/contract/chat/private-conversations';
import { describe, expect, test } from 'vitest';
import {
  afterAccepting,
  afterSending,
  barredFrom,
  hearsOf,
  isOpenBetween,
  type Pair,
  type Side,
} from './private.rules.ts';

const side = (userId: string, facts: Partial<Side> = {}): Side => ({
  userId,
  request: null,
  hiddenUpTo: 0,
  hasBlocked: false,
  stands: true,
  takesMessages: true,
  ...facts,
});
const pair = (ann: Partial<Side>, bob: Partial<Side>, facts: Partial<Pair> = {}): Pair => ({
  conversationId: 'c',
  requesterId: null,
  saidCount: 0,
  shareRoom: false,
  sides: [side('ann', ann), side('bob', bob)],
  ...facts,
});
const unknown = { request: 'unanswered' } as const;

describe('writing', () => {
  test.each([
    ['blocked by oneself', { hasBlocked: true }, {}, 'BLOCKED_CONVERSATION'],
    ['blocked by the other', {}, { hasBlocked: true }, 'CANNOT_START_CONVERSATION'],
    [
      'blocked by both: one is told of the own',
      { hasBlocked: true },
      { hasBlocked: true },
      'BLOCKED_CONVERSATION',
    ],
    ['deleted', {}, { stands: false }, 'CANNOT_START_CONVERSATION'],
  ] as const)('%s', (_what, ann, bob, refusal) => {
    expect(barredFrom(pair(ann, bob), 'ann')).toBe(refusal);
    expect(afterSending(pair(ann, bob), 'ann', true)).toBe(refusal);
    expect(afterAccepting(pair(ann, bob), 'ann')).toEqual(pair(ann, bob));
  });

  test('to somebody unknown asks them, up to so many messages, and as long as there may be more people', () => {
    let asked = pair({}, unknown);
    for (let count = 1; count <= privateLimits.beforeAccepting; count++) {
      const after = afterSending(asked, 'ann', true);
      expect(after).toMatchObject({ requesterId: 'ann', saidCount: count });
      asked = after as Pair;
    }
    expect(asked.sides[1]!.request).toBe('unanswered');
    expect(afterSending(asked, 'ann', true)).toBe('REQUEST_NOT_ACCEPTED');
    expect(afterSending(pair({}, unknown), 'ann', false)).toBe('TOO_MANY_NEW_PEOPLE');
    // Who was asked before is nobody new.
    const before = pair({}, unknown, { requesterId: 'ann', saidCount: 1 });
    expect(afterSending(before, 'ann', false)).toMatchObject({ saidCount: 2 });
    expect(afterSending(asked, 'bob', true)).toMatchObject({ sides: [{ request: null }, { request: null }] });
  });

  test('in one room nobody is asked; who takes none is not written to first, known or not', () => {
    const here = pair({}, unknown, { shareRoom: true });
    expect(afterSending(here, 'ann', false)).toMatchObject({
      requesterId: null,
      sides: [{ request: null }, { request: null }],
    });
    const takesNone = { ...unknown, takesMessages: false };
    for (const facts of [{}, { shareRoom: true }]) {
      expect(afterSending(pair({}, takesNone, facts), 'ann', true)).toBe('CANNOT_START_CONVERSATION');
    }
    expect(
      afterSending(pair({}, takesNone, { saidCount: 1, requesterId: 'ann' }), 'ann', true),
    ).toMatchObject({
      saidCount: 2,
    });
    expect(afterSending(pair({}, { takesMessages: false }), 'ann', true)).toMatchObject({ saidCount: 1 });
  });
});

test('what is heard of, and when the two tell each other what they do', () => {
  expect(isOpenBetween(pair({}, {}))).toBe(true);
  for (const facts of [unknown, { request: 'declined' } as const, { hasBlocked: true }, { stands: false }]) {
    expect(isOpenBetween(pair({}, facts))).toBe(false);
    expect(isOpenBetween(pair(facts, {}))).toBe(false);
  }
  expect(hearsOf(pair({}, unknown), 'bob', 1)).toBe(true);
  expect(hearsOf(pair({}, { request: 'declined' }), 'bob', 1)).toBe(false);
  expect(hearsOf(pair({}, { hiddenUpTo: 3 }), 'bob', 3)).toBe(false);
  expect(hearsOf(pair({}, { hiddenUpTo: 3 }), 'bob', 4)).toBe(true);
  for (const blocked of [pair({ hasBlocked: true }, {}), pair({}, { hasBlocked: true })]) {
    for (const listener of ['ann', 'bob']) expect(hearsOf(blocked, listener, 9)).toBe(false);
  }
});
