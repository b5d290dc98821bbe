import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ballotRefusal,
  type CastBallot,
  type MotionState,
  motionDigest,
  newlyOn,
  nextState,
} from './governance.rules.ts';

/** Counts seat by seat, without looking at how the house does it. */
function countedAnew(board: readonly string[], ballots: readonly CastBallot[]): string {
  let agreed = 0;
  for (const seat of board) {
    let said: string | null = null;
    for (const { voterId, vote } of ballots) if (voterId === seat) said = vote;
    if (said === 'NO') return 'FAILED';
    if (said === 'YES') agreed += 1;
  }
  return agreed === 12 ? 'PASSED' : 'PENDING';
}

const seats = Array.from({ length: 15 }, (_each, index) => `p${index}`);
/** Mostly YES, so that some pass. */
const vote = fc
  .integer({ min: 0, max: 29 })
  .map((chance) => (chance === 0 ? ('NO' as const) : ('YES' as const)));

test('a motion stands as a second counter finds, whoever votes in whatever order (GOV-024, 055)', () => {
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(
      fc.shuffledSubarray(seats, { minLength: 10, maxLength: 12 }),
      fc.shuffledSubarray(seats, { minLength: 9 }),
      fc.array(vote, { minLength: 15, maxLength: 15 }),
      (members, voters, votes) => {
        const board = new Set(members);
        let state: MotionState = { status: 'PENDING' };
        const ballots: CastBallot[] = [];
        voters.forEach((voterId, index) => {
          if (ballotRefusal(state.status, voterId, { ballots, board })) return;
          ballots.push({ number: index + 1, voterId, vote: votes[index]! });
          state = nextState(state, { kind: 'ballot', vote: votes[index]! }, { ballots, board });
          expect(state.status).toBe(countedAnew(members, ballots));
        });
        outcomes.add(state.status);
      },
    ),
    { numRuns: 3000, seed: 3 },
  );
  expect([...outcomes].sort()).toEqual(['FAILED', 'PASSED', 'PENDING']);
});

const twelve = seats.slice(0, 12);
const allYes = (voters: readonly (string | null)[]): CastBallot[] =>
  voters.map((voterId, index) => ({ number: index + 1, voterId, vote: 'YES' }));

test.each([
  ['all twelve', twelve, twelve, 'PASSED'],
  ['eleven of twelve', twelve, twelve.slice(1), 'PENDING'],
  ['a board of eleven', twelve.slice(1), twelve.slice(1), 'PENDING'],
  ['twelve, one of whom has left', [...twelve.slice(1), 'p13'], twelve, 'PENDING'],
  ['thirteen, one of whom has left', [...twelve.slice(1), 'p13'], [...twelve, 'p13'], 'PASSED'],
  ['twelve, one of whom is erased', twelve, [...twelve.slice(1), null], 'PENDING'],
] as const)('YES by %s', (_what, board, voters, status) => {
  const happening = { kind: 'board-changed' } as const;
  const ballots = allYes(voters);
  const state = nextState({ status: 'PENDING' }, happening, { ballots, board: new Set(board) });
  expect(state.status).toBe(status);
  if (state.status !== 'PASSED') return;
  const counted = state.ballotNumbers.map((number) => ballots[number - 1]!.voterId);
  expect(new Set(counted)).toEqual(new Set(board));
});

test('what is decided stays so', () => {
  const board = new Set(twelve);
  const ballots = allYes(twelve);
  const decided: MotionState[] = [{ status: 'FAILED' }, { status: 'PASSED', ballotNumbers: [1] }];
  for (const state of decided) {
    expect(nextState(state, { kind: 'ballot', vote: 'NO' }, { ballots, board })).toBe(state);
    expect(nextState(state, { kind: 'board-changed' }, { ballots, board })).toBe(state);
  }
});

test('newcomers are those without a seat before', () => {
  expect(newlyOn(new Set(['a', 'b']), new Set(['b', 'c']))).toEqual(['c']);
});

test('no two motions share a digest', () => {
  const motion = { id: 'a', title: 'b', content: 'c' };
  const others = [{ id: 'b' }, { title: 'bc', content: '' }, { content: 'd' }];
  const digests = [motion, ...others.map((change) => ({ ...motion, ...change }))].map(motionDigest);
  expect(new Set(digests).size).toBe(4);
});
