import type { Db } from './database/builder.ts';
import { horizonOfOne, horizonOfSeveral, type Seen } from './horizon.store.ts';

/** Those who ask within this time share one answer; an old answer promises less, never too much. */
const shared_ms = 50;

/** Up to where events of the outbox are complete: below it nothing is added any more. */
export class Horizon {
  readonly #ask: () => Promise<Seen>;
  #recent: { answer: Promise<Seen>; askedAt: number } | null = null;

  constructor(db: Db, writers: 'one' | 'several') {
    this.#ask = () => (writers === 'one' ? horizonOfOne(db) : horizonOfSeveral(db));
  }

  /** As it is now. Never from within a transaction. */
  now(): Promise<Seen> {
    return this.#ask();
  }

  /** As it was a moment ago. Never from within a transaction. */
  recent(): Promise<Seen> {
    const at = performance.now();
    if (this.#recent === null || at - this.#recent.askedAt > shared_ms) {
      const recent = { answer: this.#ask(), askedAt: at };
      this.#recent = recent;
      recent.answer.catch(() => {
        if (this.#recent === recent) this.#recent = null;
      });
    }
    return this.#recent.answer;
  }
}
