/** Nobody takes longer from the first answer to the open stream; after that everything is asked for anew. */
const remembered_ms = 60_000;
const mostTopics = 50_000;

/** What was told in the last minute, by topic. An answer begun later knows of it: things are told after commit. */
export class RecentNews {
  /** In whole milliseconds, never going back. */
  readonly #clock: () => number;
  /** Those told last come last. */
  readonly #told = new Map<string, number>();
  /** Of what was told before this moment nothing is known. */
  #knownFrom: number;

  constructor(clock: () => number) {
    this.#clock = clock;
    // What was told within the same millisecond is not known either.
    this.#knownFrom = clock() + 1;
  }

  note(topic: string): void {
    const now = this.#clock();
    this.#told.delete(topic);
    this.#told.set(topic, now);
    for (const [oldest, at] of this.#told) {
      if (at >= now - remembered_ms && this.#told.size <= mostTopics) break;
      this.#told.delete(oldest);
      this.#knownFrom = Math.max(this.#knownFrom, at + 1);
    }
  }

  /** Something may have been told that was not heard here. */
  forget(): void {
    this.#told.clear();
    this.#knownFrom = this.#clock() + 1;
  }

  /** Whether it is certain that nothing was told of these topics at the moment given or later. */
  isQuiet(topics: Iterable<string>, since: number): boolean {
    if (since < this.#knownFrom) return false;
    for (const topic of topics) if ((this.#told.get(topic) ?? -1) >= since) return false;
    return true;
  }
}
