/** A mutex that lets those who wait in by the order in which they came. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** Waits until nobody holds the mutex; the function it answers releases it. */
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
