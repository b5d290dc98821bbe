/**
 * Something that holds for the visit: as long as the tab stays, over reloads too. Where the browser forbids to keep it,
 * until the page is left.
 */
export class VisitMark {
  readonly #key: string;
  #isSet = false;

  constructor(name: string) {
    this.#key = `dazi.${name}`;
  }

  get isSet(): boolean {
    try {
      return this.#isSet || sessionStorage.getItem(this.#key) !== null;
    } catch {
      return this.#isSet;
    }
  }

  set(): void {
    this.#isSet = true;
    try {
      sessionStorage.setItem(this.#key, '1');
    } catch {
      // Then it holds until the page is left.
    }
  }
}

/** The landing was left for the map. `public/theme.js` reads it by the same key. */
export const entered = new VisitMark('entered');
