import type { ChainLink, GovernanceChain } from '@dazi/contract/governance/governance';
import { commitmentText, genesis, type Head, linkText } from '@dazi/contract/kernel/chain';
import { afterEach, expect, it, vi } from 'vitest';
import { browserDigest, type ReadLinks, verifyChains } from './chain-verification.ts';

const digest = browserDigest()!;

type Chains = Record<GovernanceChain, ChainLink[]>;

/** Twelve members vote for one another, all say YES to a motion, and it is resolved. */
async function someChains(): Promise<Chains> {
  const chains: Chains = { ballots: [], 'board-votes': [], resolutions: [] };
  async function add(chain: GovernanceChain, parts: ChainLink['parts'], personal: string[] | null) {
    const links = chains[chain];
    const number = links.length + 1;
    const opening = personal && { salt: `salt ${number}`, personal };
    const said = [number, ...parts];
    if (opening) said.push(await digest(commitmentText(opening.salt, opening.personal)));
    const hash = await digest(linkText(links.at(-1)?.hash ?? genesis, said));
    links.push({ number, parts: said, hash, opening });
  }
  const members = Array.from({ length: 12 }, (_, seat) => `p${seat}`);
  for (const member of members) {
    await add('board-votes', [`vote of ${member}`, 'ADDED', 'then'], [member, 'p0']);
    await add('ballots', [`ballot of ${member}`, 'motion', 'text', 'YES', 'then'], [member]);
  }
  await add('ballots', ['ballot of p0', 'other', 'else', 'NO', 'then'], ['p0']);
  await add('resolutions', ['motion', 'text', members.map((_, seat) => seat + 1), 'then'], null);
  return chains;
}

const endOf = (links: readonly ChainLink[]): Head => ({
  number: links.length,
  hash: links.at(-1)?.hash ?? genesis,
});

/** Five links of a page. */
const reading =
  (chains: Chains, heads: Partial<Record<GovernanceChain, Head>> = {}): ReadLinks =>
  async (chain, after) => ({
    links: chains[chain].slice(after, after + 5),
    head: heads[chain] ?? endOf(chains[chain]),
  });

afterEach(() => vi.unstubAllGlobals());

it('the digest is SHA-256 in lower hex', async () => {
  expect(await digest('搭子')).toMatch(/^[0-9a-f]{64}$/);
  expect(await digest('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

it('without a secure connection there is none', () => {
  vi.stubGlobal('crypto', {});
  expect(browserDigest()).toBeNull();
});

it('chains that fit are told with their heads', async () => {
  const chains = await someChains();
  chains['board-votes'][3]!.opening = null;
  const verdict = await verifyChains(reading(chains), digest);
  expect(verdict).toEqual({
    isGood: true,
    chains: [
      { chain: 'board-votes', head: endOf(chains['board-votes']), closed: 1 },
      { chain: 'resolutions', head: endOf(chains.resolutions), closed: 0 },
      { chain: 'ballots', head: endOf(chains.ballots), closed: 0 },
    ],
  });
});

it('chains without a link fit', async () => {
  const none: Chains = { ballots: [], 'board-votes': [], resolutions: [] };
  expect(await verifyChains(reading(none), digest)).toMatchObject({ isGood: true });
});

it('what comes while the chains are read is no misfit', async () => {
  const [before, after] = [await someChains(), await someChains()];
  before.ballots.pop();
  before.resolutions.pop();
  let asked = 0;
  const growing: ReadLinks = (chain, number) => reading(asked++ < 4 ? before : after)(chain, number);
  const verdict = await verifyChains(growing, digest);
  expect(verdict).toMatchObject({
    isGood: true,
    chains: [{}, { head: { number: 0 } }, { head: { number: 13 } }],
  });
});

it.each<[string, (chains: Chains) => void, object]>([
  [
    'what a link says',
    (chains) => (chains.ballots[6]!.parts[4] = 'NO'),
    { chain: 'ballots', number: 7, misfit: 'hash' },
  ],
  [
    'its hash',
    (chains) => (chains['board-votes'][5]!.hash = 'f'.repeat(64)),
    { chain: 'board-votes', number: 6, misfit: 'hash' },
  ],
  [
    'who it was',
    (chains) => (chains['board-votes'][1]!.opening!.personal[0] = 'somebody'),
    { chain: 'board-votes', number: 2, misfit: 'opening' },
  ],
  [
    'one that is left out',
    (chains) => chains.ballots.splice(2, 1),
    { chain: 'ballots', number: 3, misfit: 'missing' },
  ],
])('a falsified link is named: %s', async (_what, falsify, expected) => {
  const chains = await someChains();
  falsify(chains);
  expect(await verifyChains(reading(chains), digest)).toEqual({ isGood: false, ...expected });
});

it('links that are missing at the end, and another end, are told', async () => {
  const chains = await someChains();
  const head = endOf(chains['board-votes']);
  chains['board-votes'].pop();
  const short = await verifyChains(reading(chains, { 'board-votes': head }), digest);
  expect(short).toEqual({ isGood: false, chain: 'board-votes', number: 12, misfit: 'missing' });
  const other = { number: 11, hash: 'a'.repeat(64) };
  const forked = await verifyChains(reading(chains, { 'board-votes': other }), digest);
  expect(forked).toEqual({ isGood: false, chain: 'board-votes', number: 11, misfit: 'head' });
});

it('a resolution that names one ballot twice is not carried', async () => {
  const chains = await someChains();
  const numbers = [1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
  const parts = [1, 'motion', 'text', numbers, 'then'];
  const hash = await digest(linkText(genesis, parts));
  chains.resolutions = [{ number: 1, parts, hash, opening: null }];
  expect(await verifyChains(reading(chains), digest)).toMatchObject({
    isGood: false,
    chain: 'resolutions',
    misfit: 'ballots',
  });
});
