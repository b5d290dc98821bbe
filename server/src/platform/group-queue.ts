interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface GroupQueueOptions {
  mostInGroup: number;
  /** How many groups may be under way at once; one unless set. */
  mostGroups?: number;
  /** The first item waits for those that arrive with it, instead of going at once. */
  gathersFirst?: boolean;
  /**
   * When a group fails for a reason that this takes, each item of it is handled alone, so that an item that fails takes
   * no other with it. Not for a reason that leaves open whether all of it was done.
   */
  retriesAlone?(error: unknown): boolean;
  onIdle?: () => void;
}

/**
 * Handles items in groups: the first goes at once, and whatever arrives while as many groups as allowed are under way
 * goes together, in its order, as the next group. `handle` answers one result for each item, in the same order.
 */
export class GroupQueue<Item, Result> {
  readonly #handle: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #options: GroupQueueOptions;
  readonly #waiting: Waiting<Item, Result>[] = [];
  #groups = 0;

  constructor(handle: (items: readonly Item[]) => Promise<readonly Result[]>, options: GroupQueueOptions) {
    this.#handle = handle;
    this.#options = options;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (this.#groups < (this.#options.mostGroups ?? 1)) void this.#drain();
    });
  }

  async #drain() {
    this.#groups++;
    if (this.#options.gathersFirst) await Promise.resolve();
    while (this.#waiting.length > 0) {
      await this.#handleGroup(this.#waiting.splice(0, this.#options.mostInGroup));
    }
    this.#groups--;
    if (this.#groups === 0) this.#options.onIdle?.();
  }

  async #handleGroup(group: readonly Waiting<Item, Result>[]) {
    try {
      const results = await this.#handle(group.map(({ item }) => item));
      group.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      if (group.length > 1 && this.#options.retriesAlone?.(error)) {
        for (const entry of group) await this.#handleGroup([entry]);
      } else for (const { reject } of group) reject(error);
    }
  }
}
