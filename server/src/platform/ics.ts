/** Calendars as RFC 5545 writes them: lines of a name and a value. */

/** Text of people, whatever is in it, stays one value. */
export const icsText = (text: string): string =>
  text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '');

export const icsInstant = (instant: Date): string =>
  `${instant.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const longest_bytes = 75;

/** A line goes on in the next one, which begins with a space; characters are never cut. */
function folded(line: string): string {
  let lines = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > longest_bytes) {
      lines += '\r\n ';
      bytes = 1;
    }
    lines += character;
    bytes += size;
  }
  return `${lines}\r\n`;
}

export type IcsLine = readonly [name: string, value: string];

export const icsOf = (lines: readonly IcsLine[]): string =>
  lines.map(([name, value]) => folded(`${name}:${value}`)).join('');
