import { expectedProblems } from './expected-problems.ts';

export type Kind =
  | 'console'
  | 'answer'
  | 'lost page'
  | 'text'
  | 'misfit'
  | 'picture'
  | 'accessibility'
  | 'driver';

export interface Problem {
  kind: Kind;
  /** As it was found, with what is there by chance. */
  what: string;
}

/** What is there by chance: ids, numbers and what is quoted, as names and what people wrote. */
const byChance: readonly [RegExp, string][] = [
  [/"[^"]*"/g, '""'],
  [/[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{20,}/g, 'id'],
  [/\d+(\.\d+)?/g, 'n'],
];

/** The same for two problems with one cause, as far as that can be seen. */
function causeOf({ kind, what }: Problem): string {
  const typical = byChance.reduce((text, [pattern, stead]) => text.replaceAll(pattern, stead), what);
  return `${kind}: ${typical.slice(0, 160)}`;
}

/** Each problem once, however many walkers come across it. */
export class Finds {
  readonly #causes = new Set<string>();

  /** Whether this one is no news, or nothing to mend. `isUnsettled`: there is no network, or was none a moment ago. */
  isKnown(problem: Problem, isUnsettled: boolean): boolean {
    const isExpected = expectedProblems.some(
      ({ kind, what, without }) =>
        kind === problem.kind && what.test(problem.what) && (!without || isUnsettled),
    );
    if (isExpected) return true;
    const cause = causeOf(problem);
    const isKnown = this.#causes.has(cause);
    this.#causes.add(cause);
    return isKnown;
  }
}
