import { isRecord, json, onPersonGone, readStored, words, writePersonal } from '#platform/storage.ts';

/** Accepts lists of things of which these parts are texts. */
export const isListOf =
  <Item>(names: readonly (keyof Item & string)[]) =>
  (value: unknown): value is Item[] =>
    Array.isArray(value) &&
    value.every((item) => isRecord(item) && names.every((name) => typeof item[name] === 'string'));

/**
 * One thing that this device keeps for each person, as long as they are signed in. Storage may be full or forbidden:
 * then it is remembered as long as the page is open.
 */
export class PersonalStore<Value> {
  readonly #entry;
  readonly #memory = new Map<string, Value>();
  /** Whose is remembered here alone: storage did not take it. */
  readonly #unkept = new Set<string>();
  readonly #listeners = new Set<() => void>();

  /** `outlives` is for what the person wrote: it waits for them when their session ends by itself. */
  constructor(name: string, accepts: (value: unknown) => value is Value, { outlives = false } = {}) {
    this.#entry = (userId: string) =>
      outlives ? words(userId, name, accepts) : json(`dazi.${name}.${userId}`, accepts);
    onPersonGone(() => {
      this.#memory.clear();
      this.#unkept.clear();
      this.#tell();
    });
  }

  read(userId: string): Value | null {
    const known = this.#memory.get(userId) ?? readStored(this.#entry(userId));
    if (known !== null) this.#memory.set(userId, known);
    return known;
  }

  /** As storage has it now: another tab may have changed it since it was read here. */
  latest(userId: string): Value | null {
    return this.#unkept.has(userId) ? this.read(userId) : readStored(this.#entry(userId));
  }

  /** Other tabs write too: what is changed is what storage says now. Null takes it away. */
  change(userId: string, change: (before: Value | null) => Value | null): void {
    const entry = this.#entry(userId);
    // Empty is what another tab has emptied, not what this one remembers.
    const remembered = this.#unkept.has(userId) ? this.#memory.get(userId) : undefined;
    const before = readStored(entry) ?? remembered ?? null;
    const next = change(before);
    if (next === before) return;
    if (next === null) this.#memory.delete(userId);
    else this.#memory.set(userId, next);
    writePersonal(userId, entry, next);
    if (next !== null && readStored(entry) === null) this.#unkept.add(userId);
    else this.#unkept.delete(userId);
    this.#tell();
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
