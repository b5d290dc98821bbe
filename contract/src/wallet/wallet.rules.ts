/** Minor units of one Dazi. */
export const minorUnits = 100;

export const walletLimits = {
  memo: 200,
  /** Memos of one person to another who does not know them, within a day. */
  memosToStranger: 5,
  /** Entries of one page: of the wallet page, and of a group's wallet. */
  page: 20,
  groupPage: 10,
  searchFrom: 2,
  found: 20,
  /** People whose address somebody is shown a part of within a day, by typing its beginning. */
  addressesADay: 100,
  /** One transfer may move at most this, so that no sum of balances comes near the end of exact numbers. */
  amountMinor: 1_000_000_000_000,
  key: 64,
} as const;

/** Opening deposit, deposit of the operator, what people send, and what returns from a group or an erased account. */
export const transferKinds = ['opening', 'deposit', 'transfer', 'return'] as const;

/** Dazi as minor units; null for what is no amount: not above 0, not finite, or less than half a minor unit. */
export function minorFromDazi(dazi: number): number | null {
  const minor = Math.round(dazi * minorUnits);
  return Number.isSafeInteger(minor) && minor >= 1 && minor <= walletLimits.amountMinor ? minor : null;
}
