import type { Db } from '../database/builder.ts';
import type { Horizon } from '../horizon.ts';
import { noticeTopics } from '../notices.ts';
import { eventIdsBetween, findEvents } from '../outbox.store.ts';

/** A letter may come so long after the outbox was read. */
const remembered_ms = 10_000;
/** Who could not look for so long has missed too much to tell it one by one. */
const patience_ms = 10_000;
const readAtOnce = 500;

export interface Missed {
  topic: string;
  event: unknown;
}

/** Finds in the outbox what no letter has brought to this node, each once. */
export class CatchingUp {
  readonly #db: Db;
  readonly #horizon: Horizon;
  /** All transactions before were read. */
  #position = 0;
  #lookedAt_ms = 0;
  /** Numbers of events that were told here, with the moment. */
  readonly #told = new Map<number, number>();
  /** Up to where it was complete when it was last looked at. */
  #before = 0;
  /** Moments, each with the number that transactions had not reached then. */
  #reached: { at_ms: number; next: number }[] = [];

  constructor(db: Db, horizon: Horizon) {
    this.#db = db;
    this.#horizon = horizon;
  }

  get age_ms(): number {
    return performance.now() - this.#lookedAt_ms;
  }

  /** Of what was before, nothing is missing to anybody. */
  async begin(): Promise<void> {
    this.#position = (await this.#horizon.now()).horizon;
    this.#before = this.#position;
    this.#lookedAt_ms = performance.now();
  }

  /** Whether it is told here for the first time. */
  isNew(id: number): boolean {
    if (this.#told.has(id)) return false;
    this.#told.set(id, performance.now());
    return true;
  }

  /** In order; letters of newer events may be under way, unless `atOnce`. Null when too much was missed. */
  async missed(atOnce: boolean): Promise<Missed[] | null> {
    const at_ms = performance.now();
    const { horizon, next } = await this.#horizon.now();
    // The numbers of a server that took the place of another may begin before those that were read.
    const isLate = this.age_ms > patience_ms || next < this.#position;
    const to = isLate || atOnce ? horizon : this.#before;
    const found: Missed[] = isLate ? [] : await this.#untold(to);
    this.#position = to;
    this.#before = horizon;
    this.#lookedAt_ms = performance.now();
    this.#forget(at_ms, next);
    return isLate ? null : found;
  }

  async #untold(to: number): Promise<Missed[]> {
    const without = noticeTopics.topic('');
    const ids = await eventIdsBetween(this.#db, { from: this.#position, to, without });
    const untold = ids.filter((id) => !this.#told.has(id));
    const found: Missed[] = [];
    for (let start = 0; start < untold.length; start += readAtOnce) {
      const events = await findEvents(this.#db, untold.slice(start, start + readAtOnce));
      // A letter may have brought it meanwhile.
      found.push(...events.filter(({ id }) => this.isNew(id)));
    }
    return found;
  }

  /** What was told before transactions reached the position lies behind it, and need not be known. */
  #forget(at_ms: number, next: number) {
    this.#reached.push({ at_ms, next });
    const passed = this.#reached.findLastIndex((reached) => reached.next <= this.#position);
    if (passed < 0) return;
    const until_ms = Math.min(this.#reached[passed]!.at_ms, at_ms - remembered_ms);
    this.#reached = this.#reached.slice(passed);
    for (const [id, told_ms] of this.#told) {
      if (told_ms >= until_ms) break;
      this.#told.delete(id);
    }
  }
}
