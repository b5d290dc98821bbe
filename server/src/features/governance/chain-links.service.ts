import type { ChainLink, GovernanceChain } from '@dazi/contract/governance/governance';
import { governanceLimits } from '@dazi/contract/governance/governance.rules';
import type { Head } from '#platform/chain.ts';
import * as store from './chains.store.ts';
import {
  ballotParts,
  ballotPersonal,
  boardVoteParts,
  boardVotePersonal,
  resolutionParts,
} from './governance.rules.ts';
import type { Reads } from './governance-verification.service.ts';

export async function listChainLinks(
  deps: Reads,
  chain: GovernanceChain,
  { after = 0, limit = governanceLimits.links }: { after?: number | undefined; limit?: number | undefined },
): Promise<{ links: ChainLink[]; head: Head }> {
  const links = await linksOf(deps, chain, after, limit);
  return { links, head: (await store.readHeads(deps.db))[chain] };
}

async function linksOf(
  { db }: Reads,
  chain: GovernanceChain,
  after: number,
  limit: number,
): Promise<ChainLink[]> {
  switch (chain) {
    case 'board-votes':
      return (await store.pageOfBoardVoteLog(db, after, limit)).map((link) => ({
        number: link.number,
        parts: boardVoteParts(link),
        hash: link.hash,
        opening: openingOf(link, boardVotePersonal),
      }));
    case 'ballots':
      return (await store.pageOfBallots(db, after, limit)).map((link) => ({
        number: link.number,
        parts: ballotParts(link),
        hash: link.hash,
        opening: openingOf(link, ballotPersonal),
      }));
    case 'resolutions':
      return (await store.pageOfResolutionLog(db, after, limit)).map((link) => ({
        number: link.number,
        parts: resolutionParts(link),
        hash: link.hash,
        opening: null,
      }));
    default:
      return chain satisfies never;
  }
}

const openingOf = <Details extends { salt: string }>(
  { details, isShown }: { details: Details | null; isShown: boolean },
  personal: (details: Details) => string[],
) => (details && isShown ? { salt: details.salt, personal: personal(details) } : null);
