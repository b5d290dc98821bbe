const misleading = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Half a character is stored nowhere. */
export const whole = (text: string): string => text.toWellFormed();

/** What people say is shown as it is: in one line, without control characters and what turns the direction of writing. */
export const cleanedText = (text: string): string => whole(text).replace(misleading, ' ').trim();

/** As much of a text as fits into this length without cutting what readers see as one character. */
export function wholeCharacters(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter().segment(text)) {
    if (index + segment.length > most) break;
    end = index + segment.length;
  }
  // A single character may be longer than all of it: then at least no half of a code point.
  return end > 0 ? text.slice(0, end) : text.slice(0, most).replace(/\p{Cs}$/u, '');
}
