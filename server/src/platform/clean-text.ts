const misleading = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Half a character is stored nowhere. */
export const whole = (text: string): string => text.toWellFormed();

/** What people say is shown as it is: in one line, without control characters and what turns the direction of writing. */
export const cleanedText = (text: string): string => whole(text).replace(misleading, ' ').trim();

/** What breaks a line somewhere: other systems', and the soft break of word processors. */
const lineBreak = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Line breaks and tabs are text; other control characters show nothing or mislead, also those that turn the direction. */
export const cleanedLines = (text: string): string =>
  text.replace(lineBreak, '\n').replace(/[^\P{Cc}\n\t]|[\u202A-\u202E\u2066-\u2069]/gu, '');

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
