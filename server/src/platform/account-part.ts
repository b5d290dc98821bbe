import type { Readable } from 'node:stream';
import type { Deps, TransactingDeps } from './deps.ts';

export interface IdentityBlock {
  until: Date;
  rule: number | null;
  decisionNumber: number | null;
}

/** What one part stores of a person; its area declares it, and a test finds tables that nobody answers for. */
export interface AccountPart {
  /** Tables that name a person, with the section of the archive that holds their rows. */
  readonly tables: Readonly<Record<string, string>>;
  /** Each becomes `<name>.json` in the archive. Only what is the person's own, nothing of others. */
  readonly sections: Readonly<Record<string, (deps: Deps, userId: string) => AsyncIterable<object>>>;
  /** Names of those that the part knows and the person may see: people read their archive. */
  names?(deps: Deps, userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  files?(deps: Deps, userId: string): AsyncIterable<AccountFile>;
  /** Erases for good in short transactions; it may be interrupted anywhere and is then run again. */
  erase(deps: Deps, userId: string): Promise<void>;
  /** In the transaction that begins the erasure: whether somebody may open another account at once. */
  blocksIdentity?(inner: TransactingDeps, userId: string): Promise<IdentityBlock | null>;
  /** In the transaction that hides the person or brings them back: tells those who look at their traces. */
  changed?(inner: TransactingDeps, userId: string): Promise<void>;
}

export interface AccountFile {
  name: string;
  size_bytes: number;
  /** It should be there and is not: the archive says so. */
  isMissing: boolean;
  open(): Promise<Readable | null>;
}
