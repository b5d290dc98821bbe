/** Streams of one account at once: several devices, each browser needs one. */
const ofAccount = 20;
/** Of one network without a session: carriers and schools share one. */
const ofNetwork = 200;

/** Counts open streams by account or network, so that nobody takes all of a node's connections. */
export class StreamCount {
  readonly #factor: number;
  readonly #open = new Map<string, number>();

  constructor(factor: number) {
    this.#factor = factor;
  }

  isFull(key: string, isNetwork: boolean): boolean {
    return (this.#open.get(key) ?? 0) >= (isNetwork ? ofNetwork : ofAccount) * this.#factor;
  }

  /** The answer takes the stream out again. */
  enter(key: string): () => void {
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    return () => {
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left > 0) this.#open.set(key, left);
      else this.#open.delete(key);
    };
  }
}
