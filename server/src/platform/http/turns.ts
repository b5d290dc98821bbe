import { performance } from 'node:perf_hooks';
import { Circle } from './circle.ts';

/** What is done in one go before the network is looked at again. */
const stretch_ms = 5;

/** Hands out the one thread: between stretches of work the network is heard, and actors are served in a circle. */
export class Turns {
  readonly #waiting = new Circle<() => void>();
  #begun_ms = Number.NEGATIVE_INFINITY;
  #isScheduled = false;

  /** Does a piece of work now or in a later turn, in any case: the work itself looks whether its client has gone. */
  take(actor: string, work: () => void): void {
    const now_ms = performance.now();
    if (!this.#isScheduled) this.#begun_ms = now_ms;
    this.#schedule();
    if (this.#waiting.size === 0 && now_ms - this.#begun_ms < stretch_ms) {
      work();
      return;
    }
    this.#waiting.add(actor, work);
  }

  #schedule() {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#next());
  }

  #next() {
    this.#isScheduled = false;
    if (this.#waiting.size === 0) return;
    this.#begun_ms = performance.now();
    this.#schedule();
    while (performance.now() - this.#begun_ms < stretch_ms) {
      const work = this.#waiting.take();
      if (!work) return;
      work();
    }
  }
}
