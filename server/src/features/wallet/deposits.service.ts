import { AppError } from '#platform/app-error.ts';
import type { Deps } from '#platform/deps.ts';
import { treasuryId } from './ledger.rules.ts';
import { writeTransfers } from './ledger.service.ts';
import { walletOf } from './opening.service.ts';
import * as store from './wallet.store.ts';

/** An operator gives Dazi to somebody, named by id or verified e-mail address. Errors: PERSON_NOT_FOUND. */
export async function deposit(
  deps: Deps,
  to: string,
  amountMinor: number,
  memo: string | null,
): Promise<{ name: string; balanceMinor: number }> {
  const person = await store.findPerson(deps.db, to);
  if (!person) throw new AppError('PERSON_NOT_FOUND');
  await walletOf(deps, { userId: person.id });
  return deps.transact(async (inner) => {
    const wallet = (await store.findWalletOf(inner.db, { userId: person.id }))!;
    const key = inner.ids.secret();
    const request = { kind: 'deposit' as const, fromWalletId: treasuryId, toWalletId: wallet.id };
    const [outcome] = await writeTransfers(inner, [{ ...request, actorId: null, amountMinor, memo, key }]);
    if (outcome && 'refusal' in outcome) throw outcome.refusal;
    return { name: person.name, balanceMinor: wallet.balanceMinor + amountMinor };
  });
}
