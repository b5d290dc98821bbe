import { leaderLimits } from '@dazi/contract/chat/rooms.rules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterElection,
  afterObjection,
  afterSuccession,
  countsFrom,
  countsOf,
  isElected,
  isRestricted,
  type Leadership,
  mayObjectNow,
  settledSince,
} from './leaders.rules.ts';

const hour_ms = 60 * 60 * 1000;
const day_ms = 24 * hour_ms;
const opened = new Date(Date.UTC(2026, 0, 1));
const after = (ms: number) => new Date(opened.getTime() + ms);
const electorate = (objectedAt: Date | null = null) => ({ createdAt: opened, objectedAt });

test('more than half of three or more elect', () => {
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 10_000 }), fc.nat(10_000), (members, votes) => {
      fc.pre(votes <= members);
      expect(isElected(votes, members)).toBe(votes > members - votes);
      // Nobody else can be elected with the votes that are left.
      if (isElected(votes, members)) expect(isElected(members - votes, members)).toBe(false);
    }),
  );
  expect([isElected(1, 1), isElected(2, 2), isElected(1, 3), isElected(2, 3), isElected(2, 4)]).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});

describe('votes', () => {
  const byAll = (voters: number, candidateId: string, joinedAt = opened) =>
    Array.from({ length: voters }, (_, number) => ({ voterId: `voter ${number}`, candidateId, joinedAt }));

  test('are listed by candidate, and counted of those who were there long enough', () => {
    const votes = [...byAll(2, 'ann'), ...byAll(1, 'bob', after(1)), ...byAll(1, 'ann', after(1))];
    expect(countsOf(votes, opened)).toEqual({
      ann: { votes: 2, voters: ['voter 0', 'voter 1', 'voter 0'] },
      bob: { votes: 0, voters: ['voter 0'] },
    });
  });

  test('of a great many members for one are counted without keeping everybody waiting', () => {
    expect(countsOf(byAll(50_000, 'ann'), opened).ann).toMatchObject({ votes: 50_000 });
  }, 5_000);
});

describe('who counts', () => {
  const countsAt = (joined_ms: number, now_ms: number, objectedAt: Date | null = null) =>
    after(joined_ms) <= settledSince(electorate(objectedAt), after(now_ms));

  test.each([
    ['everybody on the first day', 23 * hour_ms, 23 * hour_ms + 1, true],
    ['then not who came just now', 23 * hour_ms, 24 * hour_ms, false],
    ['but half of the age of a young room', 23 * hour_ms, 46 * hour_ms, true],
    ['and not a moment sooner', 23 * hour_ms, 46 * hour_ms - 2, false],
    ['seven days in an old one', 60 * day_ms, 67 * day_ms, true],
    ['and no less', 60 * day_ms, 67 * day_ms - 1, false],
  ])('%s', (_what, joined_ms, now_ms, counts) => {
    expect(countsAt(joined_ms, now_ms)).toBe(counts);
  });

  test('for a while after an objection who had been there seven days by then', () => {
    const objectedAt = after(20 * day_ms);
    expect(countsAt(13 * day_ms, 21 * day_ms, objectedAt)).toBe(true);
    expect(countsAt(13 * day_ms + 1, 49 * day_ms, objectedAt)).toBe(false);
    expect(countsAt(13 * day_ms + 1, 50 * day_ms, objectedAt)).toBe(true);
  });

  /** As the rule was written down, without what the code makes of it. */
  function counts(joined: number, now: number, objection: number | null): boolean {
    if (objection !== null && now < objection + 30 * day_ms) return joined <= objection - 7 * day_ms;
    if (now < day_ms) return true;
    return now - joined >= Math.min(7 * day_ms, now / 2);
  }

  test('is as it was written, and somebody counts from when they are told', () => {
    const moment = fc.integer({ min: 0, max: 90 * day_ms });
    fc.assert(
      fc.property(moment, moment, fc.option(moment), (joined, now, objection) => {
        fc.pre(joined <= now && (objection === null || objection <= now));
        const objectedAt = objection === null ? null : after(objection);
        expect(countsAt(joined, now, objectedAt)).toBe(counts(joined, now, objection));
        const from = countsFrom(after(joined), electorate(objectedAt), after(now));
        expect(from === null).toBe(counts(joined, now, objection));
        if (!from) return;
        const from_ms = from.getTime() - opened.getTime();
        expect(from_ms).toBeGreaterThan(now);
        expect(counts(joined, from_ms, objection)).toBe(true);
        expect(counts(joined, Math.max(now, from_ms - 2), objection)).toBe(false);
      }),
    );
  });

  test('whoever joins to vote waits as long as the room was old, seven days at most', () => {
    const moment = fc.integer({ min: day_ms, max: 90 * day_ms });
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 30 * day_ms }), (joined, later_ms) => {
        const waited = Math.min(7 * day_ms, joined);
        expect(countsAt(joined, joined + later_ms)).toBe(later_ms >= waited);
      }),
    );
  });
});

test('throw-away accounts elect nobody sooner than the room was old or in seven days, and overturn no objection', () => {
  const room = fc.record({
    ages: fc.array(fc.nat(1000), { minLength: 2, maxLength: 39 }),
    came_ms: fc.integer({ min: 0, max: 60 * day_ms }),
    throwAways: fc.integer({ min: 1, max: 60 }),
    waited_ms: fc.integer({ min: 0, max: 20 * day_ms }),
    objected_ms: fc.integer({ min: 0, max: leaderLimits.objection_ms - 1 }),
    later_ms: fc.integer({ min: 0, max: leaderLimits.objected_ms - 1 }),
  });
  const elections = { onFirstDay: 0, later: 0, soonAgain: 0 };
  fc.assert(
    fc.property(room, ({ ages, came_ms, throwAways, waited_ms, objected_ms, later_ms }) => {
      const founders = [0, ...ages.map((age) => (age / 1000) * Math.min(came_ms, 3 * day_ms))];
      const elects = (now_ms: number, objectedAt: Date | null) => {
        const since = settledSince(electorate(objectedAt), after(now_ms));
        const counted = founders.filter((joined) => after(joined) <= since).length;
        const votes = after(came_ms) <= since ? throwAways : 0;
        return isElected(votes, counted + votes);
      };
      const voted_ms = came_ms + waited_ms;
      if (!elects(voted_ms, null)) return;
      if (voted_ms < day_ms) elections.onFirstDay++;
      else {
        elections.later++;
        expect(waited_ms).toBeGreaterThanOrEqual(Math.min(7 * day_ms, came_ms));
      }
      const objection_ms = voted_ms + objected_ms;
      if (!elects(objection_ms + later_ms, after(objection_ms))) return;
      elections.soonAgain++;
      expect(waited_ms).toBeGreaterThanOrEqual(5 * day_ms);
    }),
    { numRuns: 20_000, seed: 7 },
  );
  for (const count of Object.values(elections)) expect(count).toBeGreaterThan(100);
});

describe('what a vote leaves behind', () => {
  const first: Leadership = {
    ownerSince: null,
    ownerIsElected: false,
    restrictedUntil: null,
    deposedId: null,
    objectionUntil: null,
    objectedAt: null,
  };
  const elect = (before: Leadership, outgoingId: string | null, electedId: string, at: Date) =>
    afterElection(before, { electedId, outgoingId }, at);

  test('48 hours in which much waits and whoever was voted out may object', () => {
    const voted = elect(first, 'ann', 'bob', after(0));
    const [within, over] = [after(leaderLimits.restricted_ms - 1), after(leaderLimits.restricted_ms)];
    expect([isRestricted(voted, within), isRestricted(voted, over)]).toEqual([true, false]);
    expect([mayObjectNow(voted, 'ann', within), mayObjectNow(voted, 'ann', over)]).toEqual([true, false]);
    expect(mayObjectNow(voted, 'bob', within)).toBe(false);
  });

  test('a second vote right behind it takes nothing away, and starts the 48 hours anew', () => {
    const voted = elect(elect(first, 'ann', 'bob', after(0)), 'bob', 'cat', after(hour_ms));
    expect(mayObjectNow(voted, 'ann', after(47 * hour_ms))).toBe(true);
    expect(mayObjectNow(voted, 'bob', after(47 * hour_ms))).toBe(false);
    expect(isRestricted(voted, after(48 * hour_ms))).toBe(true);
  });

  test('who was voted in less than seven days ago does not object; later they do', () => {
    const voted = elect(first, 'ann', 'bob', after(0));
    const soon = elect(voted, 'bob', 'cat', after(7 * day_ms - 1));
    expect(mayObjectNow(soon, 'bob', after(7 * day_ms))).toBe(false);
    const late = elect(voted, 'bob', 'cat', after(7 * day_ms));
    expect(mayObjectNow(late, 'bob', after(7 * day_ms))).toBe(true);
  });

  test('an objection ends the restriction, and while it holds there is no other', () => {
    const objected = afterObjection(after(hour_ms));
    expect(isRestricted(objected, after(hour_ms))).toBe(false);
    const again = elect(objected, 'ann', 'bob', after(30 * day_ms));
    expect(mayObjectNow(again, 'ann', after(30 * day_ms))).toBe(false);
    const later = elect(objected, 'ann', 'bob', after(31 * day_ms));
    expect(mayObjectNow(later, 'ann', after(31 * day_ms))).toBe(true);
  });

  test('passed on otherwise it stays restricted, unless to whoever was voted out', () => {
    const voted = elect(first, 'ann', 'bob', after(0));
    const other = afterSuccession(voted, 'cat', after(1));
    expect(isRestricted(other, after(2))).toBe(true);
    expect(mayObjectNow(other, 'ann', after(2))).toBe(true);
    const back = afterSuccession(voted, 'ann', after(1));
    expect(isRestricted(back, after(2))).toBe(false);
    expect(mayObjectNow(back, 'ann', after(2))).toBe(false);
    // Voted in again they are a new leader like any other, who objects to nobody.
    const again = elect(voted, 'bob', 'ann', after(1));
    expect([isRestricted(again, after(2)), mayObjectNow(again, 'ann', after(2))]).toEqual([true, false]);
  });
});
