import { expect, test } from 'vitest';
import { ageOf } from '#platform/age-text.ts';
import { claimOf } from './claim.ts';
import { firstSentence, offeredRule } from './offered-rule.ts';
import { isOverdue } from './urgency.ts';

const at = Date.parse('2026-11-25T12:00:00.000Z');
const before = (minutes: number) => new Date(at - minutes * 60_000).toISOString();

test('a case is overdue once the time of its urgency is over', () => {
  expect([isOverdue(before(59), 'hour', at), isOverdue(before(61), 'hour', at)]).toEqual([false, true]);
  expect([isOverdue(before(61), 'day', at), isOverdue(before(25 * 60), 'day', at)]).toEqual([false, true]);
});

test('a case that was taken is nobody’s any more when the time is over', () => {
  const taken = { takenBy: { id: 'u1', name: 'Rosa', avatarUrl: null }, takenUntil: before(-5) };
  expect(claimOf(taken, 'u1', at)).toBe('mine');
  expect(claimOf(taken, 'u2', at)).toBe('others');
  expect(claimOf({ ...taken, takenUntil: before(0) }, 'u2', at)).toBeNull();
  expect(claimOf({ takenBy: null, takenUntil: null }, 'u1', at)).toBeNull();
});

test('how old an account is, is said in the largest unit that says something', () => {
  const day_ms = 24 * 60 * 60_000;
  expect([0.1, 3, 45, 100, 800].map((days) => ageOf(days * day_ms, 'en'))).toEqual([
    '2 hours',
    '3 days',
    '45 days',
    '3 months',
    '2 years',
  ]);
});

test('the rule offered is that of the most urgent open report that has one', () => {
  const report = (reason: 'other' | 'spam' | 'unsafe_meeting', state: 'open' | 'dismissed' = 'open') => ({
    reason,
    state,
  });
  expect(offeredRule([report('other')])).toBeNull();
  expect(offeredRule([report('other'), report('spam'), report('unsafe_meeting')])).toBe(10);
  expect(offeredRule([report('unsafe_meeting', 'dismissed'), report('spam')])).toBe(9);
});

test('of a rule its first sentence stands in the choice', () => {
  expect(firstSentence('Be kind. No insults, no threats.')).toBe('Be kind');
  expect(firstSentence('待人友善。不辱骂，不威胁。')).toBe('待人友善');
  expect(firstSentence('No end')).toBe('No end');
});
