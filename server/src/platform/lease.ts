/** A lock that is given to those who wait in the order of their asking. */
export class Lease {
  #last: Promise<void> = Promise.resolve();

  /** Waits for the turn; the answer gives the lease back. */
  async take(): Promise<() => void> {
    const previous = this.#last;
    let release = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await previous;
    return release;
  }

  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await this.take();
    try {
      return await work();
    } finally {
      release();
    }
  }
}
