const byte = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** The largest that the web sends names 500 ids; the deepest is a quiz inside a mini app with four levels. */
export const jsonLimits = {
  /** Objects and arrays inside each other. */
  depth: 16,
  /** Objects, arrays, elements and keys together. */
  parts: 10_000,
} as const;

/**
 * Counts while bytes arrive, since a byte of text may become a hundred of objects. It does not check the syntax, and
 * never counts less than the parser would make.
 */
export class JsonShape {
  #isInString = false;
  #isEscaped = false;
  #depth = 0;
  #parts = 0;
  #isAcceptable = true;

  /** False as soon as there is more structure than `jsonLimits` allows; what comes after that is not looked at. */
  get isAcceptable(): boolean {
    return this.#isAcceptable;
  }

  add(bytes: Uint8Array): void {
    if (!this.#isAcceptable) return;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    let depth = this.#depth;
    let parts = this.#parts;
    // Fields and iterators would make this loop several times as long; it sees every byte of every request.
    for (let at = 0; at < bytes.length; at++) {
      const each = bytes[at];
      if (isEscaped) isEscaped = false;
      else if (isInString) {
        if (each === byte.quote) isInString = false;
        else if (each === byte.backslash) isEscaped = true;
      } else if (each === byte.quote) isInString = true;
      else if (each === byte.comma || each === byte.colon) parts++;
      else if (each === byte.openBrace || each === byte.openBracket) {
        parts++;
        if (++depth > jsonLimits.depth) break;
      } else if (each === byte.closeBrace || each === byte.closeBracket) depth--;
    }
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    this.#depth = depth;
    this.#parts = parts;
    this.#isAcceptable = depth <= jsonLimits.depth && parts <= jsonLimits.parts;
  }
}
