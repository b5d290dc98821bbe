import { minorFromDazi, minorUnits } from '@dazi/contract/wallet/wallet.rules';
import { deposit } from '#features/wallet/deposits.service.ts';
import { verifyLedger } from '#features/wallet/wallet.service.ts';
import { operateOne, say } from './operator.ts';
import type { Deps } from './platform/deps.ts';

/** What an operator does with the ledger: `verify`, or `deposit <e-mail or id> <Dazi> [memo]`. */
async function verify(deps: Deps) {
  const { transfers, wallets, erased, problem, head } = await verifyLedger(deps);
  say(`${transfers} transfers, ${wallets} wallets; the personal part of ${erased} transfers was erased.`);
  say(`End of the chain: ${head.number} ${head.hash}`);
  if (problem) throw new Error(`The ledger does not fit: ${problem}.`);
  say('Everything fits.');
}

async function give(deps: Deps, [to, dazi, memo]: readonly (string | undefined)[]) {
  const amount = minorFromDazi(Number(dazi));
  if (!to || amount === null) throw new Error('Say whom and how much: deposit ann@example.org 25.50 "memo"');
  const { name, balanceMinor } = await deposit(deps, to, amount, memo?.trim() || null);
  say(`${name} now has ${(balanceMinor / minorUnits).toFixed(2)} Dazi.`);
}

operateOne({ verify, deposit: give }, process.argv.slice(2), 'Say "verify" or "deposit".');
