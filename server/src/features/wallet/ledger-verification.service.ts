import { genesis, type Head } from '#platform/chain.ts';
import type { Deps } from '#platform/deps.ts';
import { chained, commitmentOf, treasuryId } from './ledger.rules.ts';
import * as store from './ledger.store.ts';

export interface Verification {
  transfers: number;
  wallets: number;
  /** Those whose personal part was erased with a person: their commitments can no longer be opened. */
  erased: number;
  /** The first row that does not fit and why; null when all do. */
  problem: string | null;
  head: Head;
}

const page = 1000;

/** Walks the ledger in order up to its end: the chain, the commitments, the entries, the balances and strays. */
export async function verifyLedger(deps: Pick<Deps, 'db'>): Promise<Verification> {
  const head = await store.readHead(deps.db);
  const balances = new Map<string, number>();
  const result: Verification = { transfers: 0, wallets: 0, erased: 0, problem: null, head };
  const failed = (problem: string): Verification => ({ ...result, problem });
  let hash = genesis;
  for (let number = 0; ; ) {
    const rows = await store.pageOfLedger(deps.db, number, page);
    if (rows.length === 0) break;
    if (rows[0]!.number > head.number && number === head.number) break;
    const entries = await store.entriesBetween(deps.db, number, rows.at(-1)!.number);
    const entriesOf = new Map<number, typeof entries>();
    for (const entry of entries) entriesOf.set(entry.number, [...(entriesOf.get(entry.number) ?? []), entry]);
    for (const row of rows) {
      if (number === head.number) break;
      if (row.number !== number + 1) return failed(`transfer ${number + 1} is missing`);
      number = row.number;
      const where = `transfer ${number}`;
      hash = chained(hash, row);
      if (hash !== row.hash) return failed(`${where} does not fit the chain`);
      if (!row.details) result.erased++;
      else if (commitmentOf(row.details.salt, row.details) !== row.commitment) {
        return failed(`${where}: its memo or sender is not what was written`);
      }
      const [out, into, ...more] = entriesOf.get(number) ?? [];
      if (!out || !into || more.length > 0) return failed(`${where} has not two entries`);
      if (
        out.walletId !== row.fromWalletId ||
        into.walletId !== row.toWalletId ||
        out.amountMinor !== -row.amountMinor ||
        into.amountMinor !== row.amountMinor
      ) {
        return failed(`${where}: its entries say something else`);
      }
      for (const entry of [out, into]) {
        const balance = (balances.get(entry.walletId) ?? 0) + entry.amountMinor;
        if (balance !== entry.balanceMinor)
          return failed(`${where}: the balance of wallet ${entry.walletId}`);
        if (balance < 0 && entry.walletId !== treasuryId) {
          return failed(`${where}: wallet ${entry.walletId} falls below zero`);
        }
        balances.set(entry.walletId, balance);
      }
      result.transfers++;
    }
  }
  if (head.number !== result.transfers || head.hash !== hash) {
    return failed(`the end of the chain says transfer ${head.number}, the last one is ${result.transfers}`);
  }
  const stray = await store.findStray(deps.db, head.number);
  if (stray !== null) return failed(`there is something of a transfer ${stray}, which is none`);
  const sum = [...balances.values()].reduce((all, balance) => all + balance, 0);
  if (sum !== 0) return failed(`all wallets together hold ${sum}, not 0`);
  for (let after = ''; ; ) {
    const rows = await store.pageOfBalances(deps.db, after, page);
    for (const { id, balanceMinor, lastNumber } of rows) {
      if (lastNumber > head.number) continue;
      if (balanceMinor !== (balances.get(id) ?? 0)) return failed(`wallet ${id} holds another amount`);
      result.wallets++;
    }
    if (rows.length < page) return result;
    after = rows.at(-1)!.id;
  }
}
