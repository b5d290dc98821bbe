import type { AdvisoryLock } from './advisory-locks.ts';

/** Rows as objects by column name, or as arrays of values in the order of the select list. */
export type RowShape = 'objects' | 'arrays';

/** Both databases answer alike: int8 and numeric as number, timestamps as ISO 8601 text in UTC, json parsed. */
export interface Connection {
  /** Its tables may lie on several servers, of which a statement reaches one, or all alike. */
  readonly isCluster?: boolean;
  query(text: string, parameters: readonly unknown[], shape: RowShape): Promise<unknown[]>;
}

export interface Signals {
  /** Goes on by itself after the connection was lost; `opened` hears of each beginning, the first included. */
  listen(channel: string, heard: (text: string) => void, opened: () => void): Promise<void>;
  /** Listens on a new connection, for one that is silent and does not know it. */
  renew(): Promise<void>;
}

/** Locks that belong to one connection: whoever dies, or loses it, holds none any more. */
export interface HeldLocks {
  /** Asked again, says whether it is held still. `together` keeps out only `alone`. Rejects without the database. */
  hold(lock: AdvisoryLock, mode?: 'alone' | 'together'): Promise<boolean>;
  release(): Promise<void>;
}

export interface Database extends Connection {
  readonly kind: 'embedded' | 'postgresql';
  /** Missing where nobody else can use it. */
  readonly signals?: Signals;
  /** Missing where nobody else can use it. */
  readonly locks?: HeldLocks;
  /** Tells how long each statement took by itself, where whoever asks waits for a turn. */
  watch?(heard: (text: string, ms: number) => void): void;
  script(text: string): Promise<void>;
  /**
   * All of `work` happens or nothing, also what it handed over. A failed statement takes all along, whoever caught
   * its error. The embedded database rolls back what takes too long; `unlimited` is for the start, when nobody waits.
   */
  transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    options?: { unlimited?: boolean },
  ): Promise<Result>;
  /** While all of it is copied, for which everybody else waits. */
  isDumping?(): boolean;
  close(): Promise<void>;
}

export class Watched implements Connection {
  readonly isCluster: boolean;
  readonly #connection: Connection;
  readonly #underWay = new Set<Promise<unknown>>();
  #failure: { error: unknown } | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.isCluster = connection.isCluster ?? false;
  }

  query(text: string, parameters: readonly unknown[], shape: RowShape): Promise<unknown[]> {
    const answer = this.#connection.query(text, parameters, shape);
    this.#underWay.add(answer);
    answer
      .catch((error) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#underWay.delete(answer));
    return answer;
  }

  /** Throws what the first failed with: the database has kept nothing then. */
  async allDone(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    if (this.#failure) throw this.#failure.error;
  }

  /** What went wrong first: after that the database only says that it listens no more. */
  reasonOf(error: unknown): unknown {
    const { code, cause } = error as { code?: string; cause?: { code?: string } };
    return (code ?? cause?.code) === transactionFailed && this.#failure ? this.#failure.error : error;
  }
}

const transactionFailed = '25P02';

/** The database does not answer; callers turn it into 503. */
export class DatabaseGone extends Error {
  override name = 'DatabaseGone';
}

/** Rolled back, since others wait for the only connection; callers turn it into 503. */
export class TransactionOverdue extends Error {
  override name = 'TransactionOverdue';

  constructor() {
    super('The transaction took too long and was rolled back');
  }
}

/** Dates travel as text, so that both drivers see the same, and so do lists, whose types no driver is to ask for. */
export function wireParameters(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => {
    if (Array.isArray(value))
      throw new TypeError('A list is no parameter; anyOf and listText make text of it');
    return value instanceof Date ? value.toISOString() : value;
  });
}

/** "2026-07-01 12:34:56.789+00" as ISO 8601, by moving characters, which takes a fifth of parsing a date. */
export function toIsoText(text: string): string {
  const isPlain = text[4] === '-' && text[10] === ' ' && text.endsWith('+00');
  if (isPlain && text[19] === '+') return `${text.slice(0, 10)}T${text.slice(11, 19)}.000Z`;
  if (isPlain && text[19] === '.') {
    const milliseconds = text.slice(20, -3).padEnd(3, '0').slice(0, 3);
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
  }
  return new Date(text).toISOString();
}

/** The plans of the feed were measured with these. Without helpers, which read whole cells to sort them. */
export const plannerSettings = {
  random_page_cost: '1.1',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
} as const;
