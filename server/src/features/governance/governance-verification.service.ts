import { boardSize } from '@dazi/contract/governance/governance.rules';
import { chainedHash, commitmentTo, genesis, type Head } from '#platform/chain.ts';
import type { Deps } from '#platform/deps.ts';
import * as store from './chains.store.ts';
import {
  ballotParts,
  ballotPersonal,
  boardVoteParts,
  boardVotePersonal,
  motionDigest,
  resolutionParts,
} from './governance.rules.ts';

export type Reads = Pick<Deps, 'db'>;

export interface GovernanceVerification {
  boardVotes: number;
  ballots: number;
  resolutions: number;
  /** Links whose personal part was erased with a person: their commitments can no longer be opened. */
  erased: number;
  /** The first row that does not fit and why; null when all do. */
  problem: string | null;
  heads: store.Heads;
}

const page = 1000;
/** While people vote meanwhile what stands is newer than the links that were read: then it is read again. */
const tries = 5;

class Misfit extends Error {}

/** Opens the commitments that can be opened, and compares the chains with what stands. */
export async function verifyGovernance(deps: Reads): Promise<GovernanceVerification> {
  for (let round = 1; ; round++) {
    const result = await verifyOnce(deps);
    if (result.problem === null || round === tries) return result;
    if (JSON.stringify(await store.readHeads(deps.db)) === JSON.stringify(result.heads)) return result;
  }
}

async function verifyOnce({ db }: Reads): Promise<GovernanceVerification> {
  const heads = await store.readHeads(db);
  const result: GovernanceVerification = {
    boardVotes: 0,
    ballots: 0,
    resolutions: 0,
    erased: 0,
    problem: null,
    heads,
  };
  try {
    await verifyBoardVotes({ db }, result);
    await verifyMotions({ db }, result);
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    result.problem = error.message;
  }
  return result;
}

interface AnyLink {
  number: number;
  hash: string;
}

async function* walk<Link extends AnyLink>(
  name: string,
  head: Head,
  read: (after: number, limit: number) => Promise<Link[]>,
  parts: (link: NoInfer<Link>) => readonly unknown[],
): AsyncGenerator<Link> {
  let [number, hash] = [0, genesis];
  while (number < head.number) {
    const links = await read(number, Math.min(page, head.number - number));
    if (links.length === 0) throw new Misfit(`${name} ${number + 1} is missing`);
    for (const link of links) {
      if (link.number !== number + 1) throw new Misfit(`${name} ${number + 1} is missing`);
      number = link.number;
      hash = chainedHash(hash, parts(link));
      if (hash !== link.hash) throw new Misfit(`${name} ${number} does not fit the chain`);
      yield link;
    }
  }
  if (hash !== head.hash) throw new Misfit(`the end of the chain is not ${name} ${number}`);
  const [more] = await read(number, 1);
  if (more) throw new Misfit(`${name} ${more.number} lies beyond the end of the chain`);
}

async function verifyBoardVotes({ db }: Reads, result: GovernanceVerification) {
  /** By pair: the link that added the vote which stands, as far as links can be opened. */
  const said = new Map<string, number>();
  let balance = 0;
  const head = result.heads['board-votes'];
  const links = walk(
    'board vote',
    head,
    (after: number, limit: number) => store.pageOfBoardVoteLog(db, after, limit),
    boardVoteParts,
  );
  for await (const { number, action, commitment, details } of links) {
    result.boardVotes++;
    balance += action === 'ADDED' ? 1 : -1;
    if (!details) {
      result.erased++;
      continue;
    }
    if (commitmentTo(details.salt, boardVotePersonal(details)) !== commitment) {
      throw new Misfit(`board vote ${number}: its voter or candidate is not what was written`);
    }
    const pair = `${details.voterId} ${details.candidateId}`;
    if (action === 'ADDED') said.set(pair, number);
    else said.delete(pair);
  }
  const counts = new Map<string, number>();
  let standing = 0;
  for (let after = 0; ; ) {
    const rows = await store.pageOfStanding(db, after, page);
    for (const { voterId, candidateId, number, isWithdrawn } of rows) {
      if (isWithdrawn) continue;
      if (said.get(`${voterId} ${candidateId}`) !== number) {
        throw new Misfit(`board vote ${number} stands, and the chain says something else`);
      }
      standing++;
      counts.set(candidateId, (counts.get(candidateId) ?? 0) + 1);
    }
    if (rows.length < page) break;
    after = rows.at(-1)!.number;
  }
  if (standing !== balance || standing !== said.size) {
    throw new Misfit(`${standing} board votes stand, the chain says ${balance}`);
  }
  for (let after = ''; ; ) {
    const rows = await store.pageOfCandidates(db, after, page);
    for (const { userId, voteCount } of rows) {
      const counted = counts.get(userId) ?? 0;
      if (voteCount !== counted)
        throw new Misfit(`candidate ${userId} has ${counted} board votes, not ${voteCount}`);
      counts.delete(userId);
    }
    if (rows.length < page) break;
    after = rows.at(-1)!.userId;
  }
  const [uncounted] = counts.keys();
  if (uncounted !== undefined) throw new Misfit(`the board votes for candidate ${uncounted} are not counted`);
}

interface Tally {
  yes: Set<number>;
  no: number;
  digest: string;
}

async function verifyMotions({ db }: Reads, result: GovernanceVerification) {
  const tallies = new Map<string, Tally>();
  const cast = walk(
    'ballot',
    result.heads.ballots,
    (after: number, limit: number) => store.pageOfBallots(db, after, limit),
    ballotParts,
  );
  for await (const { number, motionId, vote, commitment, details, motion, ...link } of cast) {
    result.ballots++;
    if (motionDigest(motion) !== link.motionDigest) {
      throw new Misfit(`ballot ${number}: motion ${motionId} says something else than what was voted on`);
    }
    if (!details) result.erased++;
    else if (
      details.motionId !== motionId ||
      commitmentTo(details.salt, ballotPersonal(details)) !== commitment
    ) {
      throw new Misfit(`ballot ${number}: its voter is not who voted`);
    }
    const tally = tallies.get(motionId) ?? { yes: new Set(), no: 0, digest: link.motionDigest };
    if (vote === 'YES') tally.yes.add(number);
    else tally.no++;
    tallies.set(motionId, tally);
  }
  const resolved = new Set<string>();
  const passed = walk(
    'resolution',
    result.heads.resolutions,
    (after: number, limit: number) => store.pageOfResolutionLog(db, after, limit),
    resolutionParts,
  );
  for await (const { number, motionId, ballotNumbers, ...link } of passed) {
    result.resolutions++;
    const tally = tallies.get(motionId);
    const isCarried =
      new Set(ballotNumbers).size === boardSize && ballotNumbers.every((ballot) => tally?.yes.has(ballot));
    if (!tally || !isCarried || tally.no > 0 || tally.digest !== link.motionDigest) {
      throw new Misfit(`resolution ${number} was not passed by ${boardSize} ballots`);
    }
    if (resolved.has(motionId)) throw new Misfit(`resolution ${number} repeats motion ${motionId}`);
    resolved.add(motionId);
  }
  for (let after = ''; ; ) {
    const rows = await store.pageOfDecisions(db, after, page);
    for (const { id, status } of rows) {
      const isFailed = (tallies.get(id)?.no ?? 0) > 0;
      const said = resolved.has(id) ? 'PASSED' : isFailed ? 'FAILED' : 'PENDING';
      if (status !== said) throw new Misfit(`motion ${id} is ${status}, its ballots say ${said}`);
    }
    if (rows.length < page) return;
    after = rows.at(-1)!.id;
  }
}
