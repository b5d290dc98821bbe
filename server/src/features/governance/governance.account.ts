import type { AccountPart } from '#platform/account-part.ts';
import { rowsAtOnce, rowsInPages } from '#platform/pages.ts';
import { findCandidacy, pageOfHistory } from './board-record.store.ts';
import { findVotesOf } from './board-votes.store.ts';
import { accountChanged, eraseFromGovernance } from './governance.service.ts';
import { pageOfBallotsBy, pageOfMotionsBy } from './motions.store.ts';

const page = 500;

async function* byNumber<Row extends { number: number }>(
  read: (after: number, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const rows = await read(after, page);
    yield* rows;
    if (rows.length < page) return;
    after = rows.at(-1)!.number;
  }
}

/** Votes are withdrawn with the account and return with it; ballots and motions stay, and the chains still verify. */
export const governanceAccount: AccountPart = {
  tables: {
    board_votes: 'board-votes',
    board_vote_details: 'board-vote-history',
    board_candidates: 'board-candidacy',
    motions: 'motions',
    ballot_details: 'ballots',
  },
  sections: {
    'board-votes': (deps, userId) => rowsAtOnce(() => findVotesOf(deps.db, userId, false)),
    'board-vote-history': (deps, userId) =>
      byNumber((after, limit) => pageOfHistory(deps.db, userId, after, limit)),
    'board-candidacy': (deps, userId) => rowsAtOnce(() => findCandidacy(deps.db, userId)),
    motions: (deps, userId) =>
      rowsInPages(
        (after, limit) => pageOfMotionsBy(deps.db, userId, after, limit),
        ({ id }) => id,
      ),
    ballots: (deps, userId) => byNumber((after, limit) => pageOfBallotsBy(deps.db, userId, after, limit)),
  },
  erase: eraseFromGovernance,
  changed: accountChanged,
};
