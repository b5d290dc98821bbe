import { seededRandom } from '../../server/src/testing/seeded-random.ts';

/** What decides one step. Each step has one of its own: what one of them draws more often moves none of those after it. */
export class Chance {
  readonly #next: () => number;

  constructor(seed: number, walker: string, step: number) {
    this.#next = seededRandom(numberOf(`${seed} ${walker} ${step}`));
  }

  happens(share: number): boolean {
    return this.#next() < share;
  }

  oneOf<T>(things: readonly T[]): T {
    return this.weighed(things, () => 1);
  }

  /** One of several, the more often the more it weighs. */
  weighed<T>(things: readonly T[], weightOf: (thing: T) => number): T {
    const weights = things.map(weightOf);
    let left = this.#next() * weights.reduce((sum, weight) => sum + weight, 0);
    const chosen = weights.findIndex((weight) => {
      left -= weight;
      return left < 0;
    });
    // By rounding it may be none of them: then it is the last.
    const thing = things.at(chosen);
    if (thing === undefined) throw new Error('Nothing to choose from');
    return thing;
  }
}

/** FNV-1a: texts that differ in one sign begin somewhere else. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const sign of text) hash = Math.imul(hash ^ sign.codePointAt(0)!, 0x01000193);
  return hash;
}
