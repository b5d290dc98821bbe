import { batch_ms } from '@dazi/contract/live/live.rules';
import { type AreaNews, actorsOf, asTold, frameText, isRepeated } from './live-news.rules.ts';
import type { StreamRegistry } from './stream-registry.service.ts';

/** Gathers what happens in an area for a moment, into one frame. */
export class AreaFrames {
  readonly #registry: StreamRegistry;
  readonly #gathered = new Map<number, AreaNews[]>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(registry: StreamRegistry) {
    this.#registry = registry;
  }

  gather(cell: number, news: AreaNews): void {
    if (this.#registry.inArea(cell).size === 0) return;
    const gathered = this.#gathered.get(cell);
    if (gathered) {
      if (!gathered.some((other) => isRepeated(news, other))) gathered.push(news);
      return;
    }
    this.#gathered.set(cell, [news]);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#flush(cell);
    }, batch_ms);
    this.#timers.add(timer);
  }

  #flush(cell: number) {
    const gathered = this.#gathered.get(cell) ?? [];
    this.#gathered.delete(cell);
    const frameOf = (news: readonly AreaNews[]) =>
      frameText({ type: 'area', cell, events: news.map(asTold) });
    const everything = frameOf(gathered);
    for (const stream of this.#registry.inArea(cell)) {
      const visible = gathered.filter((news) => !actorsOf(news).some((userId) => stream.hidden.has(userId)));
      if (visible.length === gathered.length) this.#registry.send(stream, everything);
      else if (visible.length > 0) this.#registry.send(stream, frameOf(visible));
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
