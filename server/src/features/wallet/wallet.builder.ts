import type { BodyOf } from '@dazi/contract/kernel/endpoint';
import { getWallet, transfer, type Wallet } from '@dazi/contract/wallet/wallet';
import type { TestPerson } from '../../testing/test-person.ts';

export const walletOf = async (person: TestPerson): Promise<Wallet> =>
  (await person.get(getWallet, { query: { userId: person.id } })).data;

export const groupWallet = async (person: TestPerson, conversationId: string): Promise<Wallet> =>
  (await person.get(getWallet, { query: { conversationId } })).data;

/** Sends to somebody's wallet, or to the one named. */
export async function send(
  from: TestPerson,
  to: TestPerson | string,
  amountMinor: number,
  more: Partial<BodyOf<typeof transfer>> = {},
) {
  const toWalletId = typeof to === 'string' ? to : `user-${to.id}`;
  const fromWalletId = more.fromWalletId ?? (await walletOf(from)).id;
  return from.call(transfer, { body: { fromWalletId, toWalletId, amountMinor, ...more } });
}

export { verifyLedger } from './ledger-verification.service.ts';
export { walletMoved } from './wallet.notices.ts';
