import type { GovernanceChain } from '@dazi/contract/governance/governance';
import { asc, eq, gt, sql } from 'drizzle-orm';
import { accountIsThere } from '#features/identity/identity.service.ts';
import type { Head } from '#platform/chain.ts';
import type { Db } from '#platform/database/builder.ts';
import {
  ballotDetails,
  ballots,
  boardCandidates,
  boardVoteDetails,
  boardVoteLog,
  boardVotes,
  governanceHeads,
  motions,
  resolutions,
} from './governance.tables.ts';

export type Heads = Record<GovernanceChain, Head>;

const headsOf = (rows: readonly (Head & { chain: GovernanceChain })[]): Heads =>
  Object.fromEntries(rows.map(({ chain, number, hash }) => [chain, { number, hash }])) as Heads;

/** Locks the ends of all chains: until the transaction ends no node changes the board or decides anything. */
export async function lockHeads(db: Db): Promise<Heads> {
  return headsOf(await db.select().from(governanceHeads).orderBy(asc(governanceHeads.chain)).for('update'));
}

export async function readHeads(db: Db): Promise<Heads> {
  return headsOf(await db.select().from(governanceHeads));
}

export async function moveHead(db: Db, chain: GovernanceChain, head: Head): Promise<void> {
  await db.update(governanceHeads).set(head).where(eq(governanceHeads.chain, chain));
}

export async function pageOfBoardVoteLog(db: Db, after: number, limit: number) {
  const rows = await db
    .select({
      link: boardVoteLog,
      details: boardVoteDetails,
      isShown: sql<boolean>`(${accountIsThere(boardVoteDetails.voterId)} AND ${accountIsThere(boardVoteDetails.candidateId)})`,
    })
    .from(boardVoteLog)
    .leftJoin(boardVoteDetails, eq(boardVoteDetails.number, boardVoteLog.number))
    .where(gt(boardVoteLog.number, after))
    .orderBy(asc(boardVoteLog.number))
    .limit(limit);
  return rows.map(({ link, details, isShown }) => ({ ...link, details, isShown }));
}

export async function pageOfBallots(db: Db, after: number, limit: number) {
  const rows = await db
    .select({
      link: ballots,
      details: ballotDetails,
      motion: { id: motions.id, title: motions.title, content: motions.content, status: motions.status },
      isShown: sql<boolean>`${accountIsThere(ballotDetails.voterId)}`,
    })
    .from(ballots)
    .innerJoin(motions, eq(motions.id, ballots.motionId))
    .leftJoin(ballotDetails, eq(ballotDetails.number, ballots.number))
    .where(gt(ballots.number, after))
    .orderBy(asc(ballots.number))
    .limit(limit);
  return rows.map(({ link, details, motion, isShown }) => ({ ...link, details, motion, isShown }));
}

export async function pageOfResolutionLog(db: Db, after: number, limit: number) {
  return db
    .select()
    .from(resolutions)
    .where(gt(resolutions.number, after))
    .orderBy(asc(resolutions.number))
    .limit(limit);
}

export async function pageOfStanding(db: Db, after: number, limit: number) {
  return db
    .select({
      voterId: boardVotes.voterId,
      candidateId: boardVotes.candidateId,
      number: boardVotes.number,
      isWithdrawn: boardVotes.isWithdrawn,
    })
    .from(boardVotes)
    .where(gt(boardVotes.number, after))
    .orderBy(asc(boardVotes.number))
    .limit(limit);
}

export async function pageOfCandidates(db: Db, after: string, limit: number) {
  return db
    .select({ userId: boardCandidates.userId, voteCount: boardCandidates.voteCount })
    .from(boardCandidates)
    .where(gt(boardCandidates.userId, after))
    .orderBy(asc(boardCandidates.userId))
    .limit(limit);
}

export async function pageOfDecisions(db: Db, after: string, limit: number) {
  return db
    .select({ id: motions.id, status: motions.status })
    .from(motions)
    .where(gt(motions.id, after))
    .orderBy(asc(motions.id))
    .limit(limit);
}
