import { governanceChains } from '@dazi/contract/governance/governance.rules';
import { verifyGovernance } from '#features/governance/governance-verification.service.ts';
import { operate, say } from './operator.ts';

/** An operator verifies the chains of governance. */
operate(async (deps) => {
  const { boardVotes, ballots, resolutions, erased, problem, heads } = await verifyGovernance(deps);
  say(`${boardVotes} changes of board votes, ${ballots} ballots, ${resolutions} resolutions.`);
  say(`The personal part of ${erased} of them was erased.`);
  for (const chain of governanceChains) {
    say(`End of the chain of ${chain}: ${heads[chain].number} ${heads[chain].hash}`);
  }
  if (problem) throw new Error(`Governance does not fit: ${problem}.`);
  say('Everything fits.');
});
