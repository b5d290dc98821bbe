import { GroupQueue } from './group-queue.ts';

export type ReadMany<Key, Value> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;

const mostInGroup = 256;

interface LoaderOptions {
  /** One unless set. */
  mostReads?: number;
  /** The first key waits for those that have come to this process with it. */
  gathersFirst?: boolean;
}

/** A data loader: keys asked for while a read is under way are read together by the next. It caches nothing. */
export class BatchLoader<Key, Value> {
  readonly #queue: GroupQueue<Key, Value | undefined>;

  constructor(read: ReadMany<Key, Value>, { mostReads = 1, gathersFirst = false }: LoaderOptions = {}) {
    this.#queue = new GroupQueue(
      async (keys: readonly Key[]) => {
        const found = await read([...new Set(keys)]);
        return keys.map((key) => found.get(key));
      },
      { mostInGroup, mostGroups: mostReads, gathersFirst },
    );
  }

  /** Answers undefined for a key that is not found, and fails as the read does. */
  load(key: Key): Promise<Value | undefined> {
    return this.#queue.add(key);
  }
}
