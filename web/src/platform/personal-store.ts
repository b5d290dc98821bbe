import { passingWords } from '#platform/passing-words.ts';
import { isRecord, json, onPersonGone, readStored, stored, words, writePersonal } from '#platform/storage.ts';

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
  readonly #name: string;
  readonly #entry;
  readonly #memory = new Map<string, Value>();
  /** Whose is remembered here alone: storage did not take it. */
  readonly #unkept = new Set<string>();
  readonly #listeners = new Set<() => void>();

  /** `outlives` is for what the person wrote: it waits for them when their session ends by itself. */
  constructor(name: string, accepts: (value: unknown) => value is Value, { outlives = false } = {}) {
    this.#name = name;
    this.#entry = (userId: string) =>
      outlives ? words(userId, name, accepts) : json(`dazi.${name}.${userId}`, accepts);
    onPersonGone((wordsWait) => {
      // What storage lost waits in this tab for the same person to sign in again.
      for (const [of, value] of outlives && wordsWait ? this.#memory : []) {
        const entry = this.#entry(of);
        const text = JSON.stringify(value);
        if (readStored(entry) === null) passingWords.set(name, { text, of, isHanded: false });
      }
      this.#memory.clear();
      this.#unkept.clear();
      this.#tell();
    });
    if (outlives) globalThis.window?.addEventListener('storage', (event) => this.#hear(event));
  }

  /**
   * Another tab wrote. What was begun is one thing in all of them, so that what was sent from there is not sent from here
   * once more. A storage that was cleared has no key, and was changed by no tab.
   */
  #hear({ key, newValue }: StorageEvent): void {
    const before = this.#entry('').key;
    if (!key?.startsWith(before)) return;
    const userId = key.slice(before.length);
    if (this.#unkept.has(userId)) return;
    // What was written here since is in storage by now.
    const latest = readStored(this.#entry(userId));
    if (latest !== null) this.#memory.set(userId, latest);
    else if (newValue === null) this.#memory.delete(userId);
    this.#tell();
  }

  read(userId: string): Value | null {
    const known = this.#memory.get(userId) ?? readStored(this.#entry(userId)) ?? this.#claim(userId);
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
    this.#keep(userId, next);
    this.#tell();
  }

  /** What waited for whoever is signed in now; somebody else's goes. */
  #claim(userId: string): Value | null {
    const waiting = passingWords.get(this.#name);
    if (!waiting || readStored(stored.user)?.id !== userId) return null;
    passingWords.delete(this.#name);
    const value = waiting.of === userId ? this.#entry(userId).parse(waiting.text) : null;
    if (value !== null) this.#keep(userId, value);
    return value;
  }

  #keep(userId: string, next: Value | null): void {
    const entry = this.#entry(userId);
    if (next === null) this.#memory.delete(userId);
    else this.#memory.set(userId, next);
    writePersonal(userId, entry, next);
    if (next !== null && readStored(entry) === null) this.#unkept.add(userId);
    else this.#unkept.delete(userId);
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
