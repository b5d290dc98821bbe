import { describe, expect, it } from 'vitest';
import { laneOf, searchOf, standsIn } from './lanes.ts';

const one = (isArchived: boolean) => ({ settings: { isMuted: false, isPinned: false, isArchived } });

describe('the lanes of conversations', () => {
  it.each(['own', 'requests', 'archived'] as const)('%s is found again in its address', (lane) => {
    expect(laneOf(new URLSearchParams(searchOf[lane]))).toBe(lane);
  });

  it.each([
    ['own', false, true],
    ['own', true, false],
    ['archived', false, false],
    ['archived', true, true],
    ['requests', false, true],
    ['requests', true, true],
  ] as const)('in %s one whose archived is %s stands: %s', (lane, isArchived, stands) => {
    expect(standsIn(lane, one(isArchived))).toBe(stands);
  });

  it('are both searched from the own one', () => {
    expect([true, false].map((isArchived) => standsIn('own', one(isArchived), 'ferry'))).toEqual([
      true,
      true,
    ]);
    expect(standsIn('archived', one(false), 'ferry')).toBe(false);
  });
});
