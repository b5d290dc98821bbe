import { AppError } from './app-error.ts';

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface GroupQueueOptions {
  mostInGroup: number;
  /** One unless set. */
  mostGroups?: number;
  /** Whoever would wait behind so many is told to come back later. No limit unless set. */
  mostWaiting?: number;
  /** The first item waits until all is read that has come to this process by now, instead of going at once. */
  gathersFirst?: boolean;
  /** After such a failure items are handled alone. Not for one that leaves open whether all was done. */
  retriesAlone?(error: unknown): boolean;
  onIdle?: () => void;
}

const untilAllIsRead = () => new Promise<void>((resolve) => setImmediate(resolve));

/** What arrives while as many groups as allowed are under way makes the next one. `handle` answers each, in order. */
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
      if (this.#waiting.length >= (this.#options.mostWaiting ?? Number.POSITIVE_INFINITY))
        throw new AppError('UNAVAILABLE', { retryAfter_s: 2 });
      this.#waiting.push({ item, resolve, reject });
      if (this.#groups < (this.#options.mostGroups ?? 1)) void this.#drain();
    });
  }

  async #drain() {
    this.#groups++;
    if (this.#options.gathersFirst) await untilAllIsRead();
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

/** One queue for each name, which is there as long as anything waits in it. */
export class GroupQueues<Item, Result> {
  readonly #queues = new Map<string, GroupQueue<Item, Result>>();
  readonly #handle: (name: string, items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #options: Omit<GroupQueueOptions, 'onIdle'>;

  constructor(
    handle: (name: string, items: readonly Item[]) => Promise<readonly Result[]>,
    options: Omit<GroupQueueOptions, 'onIdle'>,
  ) {
    this.#handle = handle;
    this.#options = options;
  }

  add(name: string, item: Item): Promise<Result> {
    const queue = this.#queues.get(name) ?? this.#open(name);
    return queue.add(item);
  }

  #open(name: string): GroupQueue<Item, Result> {
    const queue = new GroupQueue<Item, Result>((items) => this.#handle(name, items), {
      ...this.#options,
      onIdle: () => this.#queues.delete(name),
    });
    this.#queues.set(name, queue);
    return queue;
  }
}
