/** What waits, each thing once and taken in its turn: of the one who has waited longest the first, and then that one waits anew. */
export class Circle<Item> {
  readonly #waiting = new Map<string, Set<Item>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  countOf(whose: string): number {
    return this.#waiting.get(whose)?.size ?? 0;
  }

  add(whose: string, item: Item): void {
    const own = this.#waiting.get(whose);
    if (own) own.add(item);
    else this.#waiting.set(whose, new Set([item]));
    this.#size++;
  }

  /** Undefined when nothing waits. */
  take(): Item | undefined {
    for (const [whose, own] of this.#waiting) {
      const [item] = own;
      this.#waiting.delete(whose);
      own.delete(item!);
      // Whoever has more waiting goes to the end of the circle.
      if (own.size > 0) this.#waiting.set(whose, own);
      this.#size--;
      return item;
    }
    return undefined;
  }

  /** What waits no more, or did not. */
  remove(whose: string, item: Item): void {
    const own = this.#waiting.get(whose);
    if (!own?.delete(item)) return;
    if (own.size === 0) this.#waiting.delete(whose);
    this.#size--;
  }
}
