import { createHash } from 'node:crypto';

/** What the first link of a chain is chained to. */
export const genesis = '0'.repeat(64);

/** The end of a chain: who keeps it elsewhere can show later that nothing before it was changed. */
export interface Head {
  number: number;
  hash: string;
}

const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** The next hash of a chain. `parts` is all that the link says for good, beginning with its number. */
export const chainedHash = (previous: string, parts: readonly unknown[]): string =>
  digestOf([previous, ...parts]);

/**
 * Binds what is personal about a link without telling it: once the salt is erased nobody can try out what it was.
 */
export const commitmentTo = (salt: string, personal: readonly unknown[]): string =>
  digestOf([salt, ...personal]);
