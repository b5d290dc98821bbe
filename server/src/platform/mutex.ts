import { AppError } from './app-error.ts';

export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** The function it answers releases the mutex. */
  async acquire(): Promise<() => void> {
    const previous = this.#last;
    let release = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await previous;
    return release;
  }

  async runExclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }
}

/** The same by name: who comes for another one does not wait, and who would wait behind too many is told to come back later. */
export class Turns {
  readonly #names = new Map<string, { last: Promise<unknown>; there: number }>();
  readonly #mostWaiting: number;

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  async take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const turn = this.#names.get(name);
    if (turn && turn.there > this.#mostWaiting) throw new AppError('UNAVAILABLE', { retryAfter_s: 2 });
    const mine = turn ? turn.last.then(work, work) : work();
    const own = turn ?? { last: mine, there: 0 };
    own.last = mine;
    own.there++;
    this.#names.set(name, own);
    try {
      return await mine;
    } finally {
      if (--own.there === 0) this.#names.delete(name);
    }
  }
}

/** More than one device sends at once; beyond are those of somebody who leaves before they are answered. */
const mostOfOne = 16;

/** One at a time, of each person too: whoever has many to be done keeps others waiting for one of them. */
export class FairMutex {
  readonly #all = new Mutex();
  readonly #own = new Turns(mostOfOne);

  /** UNAVAILABLE where too many of the same person wait. */
  runExclusive<Result>(personId: string, work: () => Promise<Result>): Promise<Result> {
    return this.#own.take(personId, () => this.#all.runExclusive(work));
  }
}
