import type { Ballot, BoardMember, Motion } from '@dazi/contract/governance/governance';
import { expect, it } from 'vitest';
import { tallyOf } from './motion-tally.ts';

const ballot = (voterId: string | null, vote: Ballot['vote']): Ballot => ({
  id: `ballot of ${voterId}`,
  voterId,
  voter: voterId === null ? null : { id: voterId, name: voterId, avatarUrl: null },
  voter_name: voterId ?? 'Deleted member',
  vote,
  votedAt: '2026-11-01T10:00:00.000Z',
});

const motion = (votes: Ballot[], status: Motion['status'] = 'PENDING'): Motion => ({
  id: 'benches',
  removed: null,
  title: 'Benches',
  content: 'More of them.',
  createdBy: null,
  creator: null,
  status,
  votes,
  createdAt: '2026-11-01T09:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  can: { vote: false },
});

const member = (id: string) => ({ id }) as BoardMember;

it('a YES counts while its voter is on the board', () => {
  const votes = [ballot('ada', 'YES'), ballot('ben', 'YES'), ballot(null, 'YES'), ballot('cy', 'NO')];
  expect(tallyOf(motion(votes), [member('ada'), member('cy')], 'cy')).toMatchObject({ yes: 1, own: 'NO' });
  expect(tallyOf(motion(votes), [member('ada'), member('ben')], null)).toMatchObject({ yes: 2, own: null });
  expect(tallyOf(motion(votes), undefined, 'dora')).toMatchObject({ yes: 3, own: null });
});

it('what passed keeps its YES when the board changes', () => {
  const votes = [ballot('ada', 'YES'), ballot('ben', 'YES')];
  expect(tallyOf(motion(votes, 'PASSED'), [member('cy')], 'ada')).toMatchObject({ yes: 2, own: 'YES' });
});

it('names the ballots of those who have left the board, while it is pending', () => {
  const votes = [ballot('ada', 'YES'), ballot('ben', 'YES'), ballot(null, 'YES')];
  const uncounted = (board: BoardMember[] | undefined, status?: Motion['status']) => [
    ...tallyOf(motion(votes, status), board, null).uncounted,
  ];
  expect(uncounted([member('ada')])).toEqual(['ballot of ben', 'ballot of null']);
  expect(uncounted([member('ada')], 'FAILED')).toEqual([]);
  expect(uncounted(undefined)).toEqual([]);
});
