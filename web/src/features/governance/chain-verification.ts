import type { ChainLink, GovernanceChain } from '@dazi/contract/governance/governance';
import { boardSize } from '@dazi/contract/governance/governance.rules';
import { commitmentText, genesis, type Head, linkText } from '@dazi/contract/kernel/chain';

/** SHA-256 of a text, in lower hex. */
export type Digest = (text: string) => Promise<string>;

/** Links after a number, in order, and where the chain ended at that moment. */
export type ReadLinks = (
  chain: GovernanceChain,
  after: number,
) => Promise<{ links: readonly ChainLink[]; head: Head }>;

export type Misfit =
  /** A link that there should be is not there. */
  | 'missing'
  /** What the link says and the hash before it do not give its hash. */
  | 'hash'
  /** Who it was is not who was written down. */
  | 'opening'
  /** A resolution that the ballots do not carry. */
  | 'ballots'
  /** The links end in another hash than the chain. */
  | 'head';

/** Resolutions before ballots: whatever passes meanwhile, the ballots of those that were read are there. */
const order: readonly GovernanceChain[] = ['board-votes', 'resolutions', 'ballots'];

export interface VerifiedChain {
  chain: GovernanceChain;
  head: Head;
  /** Links whose personal part was erased or is hidden: they fit, but who it was cannot be shown. */
  closed: number;
}

export type Verdict =
  | { isGood: true; chains: readonly VerifiedChain[] }
  /** The first link that does not fit. */
  | { isGood: false; chain: GovernanceChain; number: number; misfit: Misfit };

class MisfitFound extends Error {
  constructor(
    readonly number: number,
    readonly misfit: Misfit,
  ) {
    super(`${number} ${misfit}`);
  }
}

async function verifyChain(
  chain: GovernanceChain,
  read: ReadLinks,
  digest: Digest,
  onLink: (chain: GovernanceChain, link: ChainLink) => void,
): Promise<VerifiedChain> {
  let number = 0;
  let hash = genesis;
  let closed = 0;
  let head: Head;
  do {
    const page = await read(chain, number);
    ({ head } = page);
    if (page.links.length === 0) break;
    const before = [hash, ...page.links.map((link) => link.hash)];
    const [hashes, commitments] = await Promise.all([
      Promise.all(page.links.map(({ parts }, index) => digest(linkText(before[index]!, parts)))),
      Promise.all(
        page.links.map(({ opening }) => opening && digest(commitmentText(opening.salt, opening.personal))),
      ),
    ]);
    for (const [index, link] of page.links.entries()) {
      if (link.number !== number + 1 || link.parts[0] !== link.number) {
        throw new MisfitFound(number + 1, 'missing');
      }
      number = link.number;
      hash = link.hash;
      if (hashes[index] !== hash) throw new MisfitFound(number, 'hash');
      const commitment = commitments[index];
      if (commitment && commitment !== link.parts.at(-1)) throw new MisfitFound(number, 'opening');
      if (!link.opening) closed++;
      onLink(chain, link);
    }
  } while (number < head.number);
  if (number < head.number) throw new MisfitFound(number + 1, 'missing');
  if (number > head.number || hash !== head.hash) throw new MisfitFound(number, 'head');
  return { chain, head, closed: chain === 'resolutions' ? 0 : closed };
}

/**
 * Recomputes all three chains as the contract describes them, and looks whether every resolution was passed by as many
 * ballots as the board has seats, all of them YES, on what the motion says.
 */
export async function verifyChains(read: ReadLinks, digest: Digest): Promise<Verdict> {
  /** By the number of a ballot that said YES: the motion and the digest of its text. */
  const yes = new Map<number, string>();
  const resolutions: ChainLink[] = [];
  const isCarried = ([, motion, text, ballots]: ChainLink['parts']) =>
    Array.isArray(ballots) &&
    new Set(ballots).size === boardSize &&
    ballots.every((ballot) => yes.get(ballot) === `${motion} ${text}`);
  const onLink = (chain: GovernanceChain, link: ChainLink) => {
    const [, , motion, text, vote] = link.parts;
    if (chain === 'ballots' && vote === 'YES') yes.set(link.number, `${motion} ${text}`);
    if (chain === 'resolutions') resolutions.push(link);
  };
  const chains: VerifiedChain[] = [];
  for (const chain of order) {
    try {
      chains.push(await verifyChain(chain, read, digest, onLink));
    } catch (error) {
      if (!(error instanceof MisfitFound)) throw error;
      return { isGood: false, chain, number: error.number, misfit: error.misfit };
    }
  }
  const hollow = resolutions.find(({ parts }) => !isCarried(parts));
  return hollow
    ? { isGood: false, chain: 'resolutions', number: hollow.number, misfit: 'ballots' }
    : { isGood: true, chains };
}

/** The browser's own arithmetic; null where the page did not come by a secure connection. */
export function browserDigest(): Digest | null {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const encoder = new TextEncoder();
  return async (text) => {
    const bytes = new Uint8Array(await subtle.digest('SHA-256', encoder.encode(text)));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}
