/** Reads many at once; what is not found is missing from the answer. */
export type ReadMany<Key, Value> = (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>;

interface Waiting<Key, Value> {
  key: Key;
  resolve(value: Value | undefined): void;
  reject(error: unknown): void;
}

/**
 * What is asked for while as many reads are under way as may be (one, unless said) is read together with the next one.
 * Nothing is kept: every answer was read after it was asked for.
 */
export class ReadTogether<Key, Value> {
  readonly #read: ReadMany<Key, Value>;
  #waiting: Waiting<Key, Value>[] = [];
  readonly #mostReads: number;
  #reads = 0;

  constructor(read: ReadMany<Key, Value>, mostReads = 1) {
    this.#read = read;
    this.#mostReads = mostReads;
  }

  /** Undefined when there is none; fails as the read does. */
  get(key: Key): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ key, resolve, reject });
      if (this.#reads < this.#mostReads) void this.#readOn();
    });
  }

  async #readOn() {
    this.#reads++;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, mostAtOnce);
      try {
        const found = await this.#read([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#reads--;
  }
}

const mostAtOnce = 256;
